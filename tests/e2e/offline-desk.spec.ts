import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { InboxItem } from '../../src/contract/inbox.ts'
import type { Task } from '../../src/contract/tasks.ts'
import { approved } from '../support/accounts.ts'
import { test } from '../support/bad-connection.ts'
import { expect } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { placeSession, SESSION } from '../support/stored-session.ts'
import { toast, words } from '../support/words.ts'

test.use({ codeAhead: true, serviceWorkers: 'allow' })

const EVERYTHING = /^\//

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navigation', exact: true })
// Some names are followed by a count.
const goTo = (page: Page, name: RegExp) => navigation(page).getByRole('link', { name, exact: true }).click()
const row = (page: Page, title: string) => main(page).getByRole('button', { name: title, exact: true })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

async function capture(page: Page, title: string) {
  const field = page.getByLabel('Idee oder Link festhalten', { exact: true })
  await field.fill(title)
  await field.press('Enter')
  await expect(row(page, title)).toBeVisible()
}

/** All code and the page itself are cached on this machine. */
async function appIsHere(page: Page) {
  await page.clock.fastForward(8_000)
  await expect
    .poll(() => page.evaluate(async () => !!(await caches.match('/admin', { cacheName: 'blog-cms-shell' }))))
    .toBe(true)
}

/** The number of persisted lists and waiting actions. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const count = (database: string, table: string) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(database)
        opening.addEventListener('success', () => {
          const asked = opening.result.transaction(table).objectStore(table).count()
          asked.addEventListener('success', () => {
            opening.result.close()
            resolve(asked.result)
          })
        })
      })
    return { lists: await count('blog-cms-lists', 'lists'), deeds: await count('blog-cms-outbox', 'deeds') }
  })

const shared = (page: Page) => page.getByRole('region', { name: 'Geteilt', exact: true })

/** A form with text and a picture, as an app or any website sends it to the share target; `target` is the app. */
async function share(page: Page, word: string, target = '') {
  await page.evaluate(
    ([title, target]) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: `${target}/admin/share`, enctype: 'multipart/form-data' })
      for (const [name, value] of [
        ['title', title],
        ['text', 'Ein Satz dazu'],
        ['url', `https://unterwegs.example/${title}`],
      ] as const) {
        const input = document.createElement('input')
        Object.assign(input, { name, value })
        form.append(input)
      }
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 8
      const files = document.createElement('input')
      Object.assign(files, { type: 'file', name: 'images' })
      canvas.toBlob((blob) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([blob as Blob], `${title}.png`, { type: 'image/png' }))
        files.files = transfer.files
        form.append(files)
        document.body.append(form)
        form.submit()
      })
    },
    [word, target] as const,
  )
}

test('[DESK-12] [RUL-65] without a network the admin opens, writes, captures and moves cards, and all is sent once, in order, and reported', async ({
  page,
  open,
  connection,
  rest,
  word,
  server,
  owner,
  expectedErrors,
}) => {
  expectedErrors(/Failed to load resource/, /api\/live/)
  const article = await rest.createArticle({ title: `Artikel ${word}`, content_markdown: 'Vorher' })
  const card = await rest.send<Task>('POST', '/api/tasks', { title: `Karte ${word}` })
  await rest.send('POST', '/api/inbox', { title: `Alt ${word}` })
  await page.clock.install()
  await open('/admin/articles')
  await appIsHere(page)
  await page.getByRole('link', { name: article.title, exact: true }).first().click()
  await expect(text(page)).toContainText('Vorher')
  await goTo(page, /^Redaktionsplan/)
  await expect(button(page, card.title)).toBeVisible()
  await goTo(page, /^Inbox/)
  await expect(row(page, `Alt ${word}`)).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect.poll(async () => (await kept(page)).lists).toBeGreaterThan(5)

  connection.cut(EVERYTHING)
  await test.step('after a reload lists and an opened article are there', async () => {
    await page.reload()
    await expect(row(page, `Alt ${word}`)).toBeVisible()
    await expect(words(main(page), /^Keine Verbindung zum Server/)).toBeVisible()
    await goTo(page, /^Artikel/)
    await page.getByRole('link', { name: article.title, exact: true }).first().click()
    await expect(text(page)).toContainText('Vorher')
  })
  await test.step('writing, capturing and moving cards', async () => {
    await text(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' und unterwegs')
    await goTo(page, /^Inbox/)
    for (const title of ['Eins', 'Zwei', 'Drei']) await capture(page, `${title} ${word}`)
    await expect(toast(page, 'Eintrag wartet auf Verbindung')).toBeVisible()
    await goTo(page, /^Redaktionsplan/)
    await button(page, card.title).focus()
    for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await expect(page.getByRole('region', { name: 'Entwurf', exact: true })).toContainText(card.title)
  })
  await test.step('actions wait, also after a reload with an expired session', async () => {
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '') as object
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
    }, SESSION)
    await page.goto('/admin/editorial-plan')
    await expect(page.getByRole('region', { name: 'Entwurf', exact: true })).toContainText(card.title)
    await page.clock.fastForward(3_000)
    await goTo(page, /^Wartet auf Verbindung/)
    const deeds = main(page).getByRole('list', { name: 'Einträge und Karten', exact: true }).getByRole('listitem')
    await expect(deeds).toContainText(['Eins', 'Zwei', 'Drei', 'Karte'].map((title) => `${title} ${word}`))
    await expect(deeds.last()).toContainText('Karte nach Entwurf')
    await expect(main(page).getByRole('list', { name: 'Texte, Bilder und Vorschläge', exact: true })).toContainText(
      article.title,
    )
    await button(page, `„Zwei ${word}“ verwerfen`).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen', exact: true }).click()
    await button(page, `„Drei ${word}“ bearbeiten`).click()
    await page.getByLabel('Eintrag', { exact: true }).fill(`Dritter ${word}`)
    await page.getByLabel('Eintrag', { exact: true }).press('Enter')
    await expect(deeds).toHaveCount(3)
    await expect(deeds.nth(1)).toContainText(`Dritter ${word}`)
    await expectAccessible(page)
  })
  await test.step('with the network everything is sent once and in order', async () => {
    connection.mend()
    const arrived = main(page).getByRole('list', { name: 'Angekommen', exact: true }).getByRole('listitem')
    await expect(async () => {
      // Polled every few seconds; the auth client has pauses of its own.
      await page.clock.fastForward(5_000)
      const expected = ['Karte', 'Dritter', 'Eins'].map((title) => `${title} ${word}`)
      await expect(arrived).toContainText(expected, { timeout: 1_000 })
    }).toPass()
    const { items } = await rest.send<{ items: InboxItem[] }>('GET', `/api/inbox?q=${word}`)
    expect(items.map(({ title }) => title)).toEqual([`Dritter ${word}`, `Eins ${word}`, `Alt ${word}`])
    expect((await rest.send<Task>('GET', `/api/tasks/${card.id}`)).status).toBe('draft')
    await main(page)
      .getByRole('link', { name: `„${article.title}“ öffnen`, exact: true })
      .click()
    await expect(text(page)).toContainText('Vorher und unterwegs')
    await expect
      .poll(async () => {
        await page.clock.fastForward(3_000)
        return (await rest.getArticle(article.id)).content_markdown
      })
      .toBe('Vorher und unterwegs')
  })
  await test.step('with the network lost again, delivered records are shown as delivered', async () => {
    connection.cut(EVERYTHING)
    await page.reload()
    await expect(text(page)).toContainText('Vorher und unterwegs')
    await goTo(page, /^Redaktionsplan/)
    await expect(page.getByRole('region', { name: 'Entwurf', exact: true })).toContainText(card.title)
    await goTo(page, /^Inbox/)
    await expect(row(page, `Dritter ${word}`)).toBeVisible()
    connection.mend()
    await expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(words(main(page), /^Keine Verbindung zum Server/)).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
  })
  await test.step('after a sign-out no persisted data are left, and another account sees nothing of what waits', async () => {
    await goTo(page, /^Inbox/)
    connection.cut(EVERYTHING)
    await capture(page, `Später ${word}`)
    await expect(navigation(page).getByRole('link', { name: /^Wartet auf Verbindung/ })).toBeVisible()
    await button(page, 'Abmelden').click()
    await expect(page).toHaveURL(/\/auth/)
    await expect.poll(() => kept(page)).toEqual({ lists: 0, deeds: 1 })
    connection.mend()
    const other = await approved(server.url, owner, 'andere')
    await placeSession(page, other)
    await page.goto('/admin/waiting')
    await expect(page.getByRole('heading', { name: 'Nichts wartet', exact: true })).toBeVisible()
    await page.clock.fastForward(3_000)
    await placeSession(page, owner)
    await page.goto('/admin/inbox')
    await page.clock.fastForward(3_000)
    await expect
      .poll(async () => (await rest.send<{ items: InboxItem[] }>('GET', `/api/inbox?q=${word}`)).items[0]?.title)
      .toBe(`Später ${word}`)
  })
})

test('[DESK-13] the app can be installed, has shortcuts, and takes shared data into the inbox', async ({
  page,
  open,
  rest,
  word,
  server,
}) => {
  await page.clock.install()
  await open('/admin')
  const manifest = (await (await fetch(`${server.url}/admin/manifest.webmanifest`)).json()) as {
    name: string
    display: string
    start_url: string
    icons: { src: string; sizes: string; purpose: string }[]
    shortcuts: { name: string; url: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Blog CMS', display: 'standalone', start_url: '/admin' })
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/admin/manifest.webmanifest')
  for (const { src } of manifest.icons)
    expect((await fetch(server.url + src)).headers.get('content-type')).toBe('image/png')
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toContain('512x512 maskable')
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Neuer Artikel', 'Inbox', 'Kalender', 'Redaktionsplan'])
  for (const { url } of manifest.shortcuts) expect((await fetch(server.url + url)).status).toBe(200)
  // Without the service worker a share leads to the inbox, too.
  const bare = await fetch(`${server.url}/admin/share`, { method: 'POST', body: new FormData(), redirect: 'manual' })
  expect([bare.status, bare.headers.get('location')]).toEqual([303, '/admin/inbox'])

  await appIsHere(page)
  await share(page, word)
  await expect(page).toHaveURL(/\/admin\/inbox\?geteilt=/)
  await expect(shared(page).getByRole('img')).toHaveCount(1)
  await button(page, 'In die Inbox legen').click()
  await page.clock.fastForward(3_000)
  await expect(row(page, word)).toBeVisible()
  const list = async () => (await rest.send<{ items: InboxItem[] }>('GET', `/api/inbox?q=${word}`)).items
  await expect.poll(list).toHaveLength(1)
  const items = await list()
  expect(items[0]).toMatchObject({ title: word, url: `https://unterwegs.example/${word}`, type: 'link' })
  expect(items[0]?.note).toMatch(/^Ein Satz dazu\n\nBilder in der Mediathek: .+\.png$/)
})

test('[RUL-65] [RUL-28] data sent by another website to the share target stay on this machine until a decision, and no other account sees them', async ({
  page,
  open,
  rest,
  word,
  server,
  owner,
  expectedErrors,
}) => {
  expectedErrors(/request to a foreign host: GET http:\/\/localhost/)
  const website = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>Fremde Seite</title>')
  })
  await once(website.listen(0, '127.0.0.1'), 'listening')
  const foreign = `http://localhost:${(website.address() as AddressInfo).port}`
  const items = async () => (await rest.send<{ items: InboxItem[] }>('GET', `/api/inbox?q=${word}`)).items
  try {
    await page.clock.install()
    await open('/admin')
    await appIsHere(page)
    const sent: string[] = []
    page.on('request', (request) => {
      if (/\/rpc\/inbox\/create|\/storage\/|\/rpc\/media|\/api\/media/.test(request.url())) sent.push(request.url())
    })
    await page.goto(foreign)
    await share(page, word, server.url)
    await expect(shared(page)).toContainText(`https://unterwegs.example/${word}`)
    await expect(shared(page)).toContainText('Ein Satz dazu')
    await page.clock.fastForward(10_000)
    await page.reload()
    await expect(shared(page).getByRole('img')).toHaveCount(1)
    await page.clock.fastForward(10_000)
    expect(await items()).toEqual([])
    expect(sent).toEqual([])
    const address = page.url()

    const other = await approved(server.url, owner, 'teilen')
    await placeSession(page, other)
    await page.goto(address)
    await expect(words(main(page), /liegt nicht auf diesem Gerät/)).toBeVisible()
    await expect(shared(page)).toHaveCount(0)
    await placeSession(page, owner)
    await page.goto('/admin/inbox')
    await expect(shared(page)).toContainText('Ein Satz dazu')
    await expectAccessible(page)
    await button(page, 'Verwerfen').click()
    await expect(shared(page)).toHaveCount(0)
    await expect(page.getByLabel('Idee oder Link festhalten', { exact: true })).toBeFocused()
    await page.reload()
    await expect(page.getByLabel('Idee oder Link festhalten', { exact: true })).toBeVisible()
    await expect(shared(page)).toHaveCount(0)
    expect(await items()).toEqual([])
  } finally {
    website.close()
  }
})

test('[RUL-65] data shared without a session wait for the account that signs in from there', async ({
  page,
  open,
  rest,
  word,
  owner,
}) => {
  await page.clock.install()
  await open('/admin')
  await appIsHere(page)
  await page.evaluate((key) => localStorage.removeItem(key), SESSION)
  await page.goto('/auth')
  await share(page, word)
  await expect(page).toHaveURL(/\/auth\?return=/)
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await button(page, 'Anmelden').click()
  await expect(shared(page)).toContainText('Ein Satz dazu')
  await button(page, 'In die Inbox legen').click()
  await expect(row(page, word)).toBeVisible()
  await expect
    .poll(async () => (await rest.send<{ items: InboxItem[] }>('GET', `/api/inbox?q=${word}`)).items.length)
    .toBe(1)
})

test('[RUL-65] [RUL-28] twenty unseen shares block no further one, each decision focuses the next share, and a failed one is reported', async ({
  page,
  open,
  word,
}) => {
  await page.clock.install()
  await open('/admin')
  await appIsHere(page)
  await page.evaluate(async () => {
    for (let count = 1; count <= 20; count++) {
      const body = new FormData()
      body.set('title', `Ungesehen ${count}`)
      await fetch('/admin/share', { method: 'POST', body, redirect: 'manual' })
    }
  })
  // Shares not seen for ten minutes are not shown.
  await page.clock.setSystemTime(Date.now() + 11 * 60_000)
  await share(page, word)
  await expect(shared(page)).toHaveCount(1)
  await expect(shared(page)).toContainText(word)

  await page.clock.setSystemTime(Date.now())
  await page.reload()
  // The first of the twenty was dropped.
  await expect(shared(page)).toHaveCount(20)
  await expect(shared(page).first()).toContainText('Ungesehen 2')
  const decide = (index: number, name: string) =>
    shared(page).nth(index).getByRole('button', { name, exact: true }).click()
  await decide(19, 'Verwerfen')
  await expect(page).toHaveURL(/\/admin\/inbox$/)
  await expect(shared(page)).toHaveCount(19)
  await expect(shared(page).nth(18)).toBeFocused()
  await decide(0, 'In die Inbox legen')
  await expect(shared(page)).toHaveCount(18)
  await expect(shared(page).first()).toContainText('Ungesehen 3')
  await expect(shared(page).first()).toBeFocused()
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new Error('The disk does not answer.')
    }
  })
  await decide(0, 'Verwerfen')
  await expect(toast(page, 'Verwerfen fehlgeschlagen')).toBeVisible()
  await expect(shared(page)).toHaveCount(18)

  // Two hundred megabytes of another account leave no room for a picture, but for the words.
  await page.evaluate(
    async () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('blog-cms-shared')
        opening.addEventListener('success', () => {
          const work = opening.result.transaction('shared', 'readwrite')
          const large = { pictures: [{ size: 200 * 1024 * 1024 }], savedAt: new Date().toISOString() }
          work.objectStore('shared').put({ ...large, userId: 'another', id: 'another' }, 'another')
          work.addEventListener('complete', () => resolve())
        })
      }),
  )
  await share(page, `${word}-zwei`)
  await expect(shared(page)).toHaveCount(19)
  await expect(shared(page).last()).toContainText(`${word}-zwei`)
  await expect(shared(page).last()).toContainText('1 Bild fehlt: Mehr als 20 Bilder auf einmal oder 200 MB')
  await expect(shared(page).last().getByRole('img')).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { callAs } from '../support/accounts.ts'
import { addresses, fill, filledIn, go, LONG, settled, test } from '../support/box-walk.ts'
import { FEW_SIZES } from '../support/boxes.ts'
import { button, pasteOver, text } from '../support/editor.ts'
import { expect } from '../support/e2e.ts'
import { routeOnce } from '../support/routes.ts'
import { expectNoOverflow } from '../support/screen-checks.ts'
import { toast } from '../support/words.ts'

const SAID = '„Donaudampfschifffahrtsgesellschaftskapitänsmützen“ ist veröffentlicht und für alle zu sehen'
// A fresh blog, so that content of other tests is not measured. With a mail server there is a newsletter; nothing is sent.
test.use({ ownBlog: { SMTP_URL: 'smtp://127.0.0.1:9', AUTH_MAIL_CONFIRM: 'false' }, codeAhead: true })

/** Shows a toast with a second line and two buttons, as publishing does, by the module of the app. */
async function say(page: Page): Promise<void> {
  await page.locator('[data-sonner-toaster], section[aria-label^=Mitteilungen]').first().waitFor({ state: 'attached' })
  await page.evaluate(async (sentence) => {
    const own = performance.getEntriesByType('resource').find(({ name }) => name.includes('/drawn-toaster'))
    const { show } = (await import(own?.name ?? '')) as { show: (kind: string, words: string, more: object) => void }
    show('done', sentence, {
      id: 'boxes',
      description: 'Leserinnen und Leser sehen die Änderung sofort.',
      actions: [{ label: 'Ansehen', href: '/' }],
      undo: () => undefined,
    })
  }, SAID)
  await toast(page, SAID).waitFor()
}

/** Removes the toast, so that it does not cover what is opened next. */
async function takeBack(page: Page): Promise<void> {
  await toast(page, SAID).getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await toast(page, SAID).waitFor({ state: 'detached' })
}

/** Opens or closes the editor's panel in its form at this width. */
async function callPanel(page: Page, open: boolean): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  const shown = (await page.locator('#article-panel-button').getAttribute('aria-pressed')) === 'true'
  if (shown !== open) await page.keyboard.press('Control+.')
  await page
    .locator('#article-panel, [data-sheet]')
    .first()
    .waitFor({ state: open ? 'visible' : 'detached' })
}

test.describe('[WEEK-1] from 320 to 2560 px no control is covered, clipped or outside', () => {
  test('every screen of the router, its tabs and its dialogs', async ({ look, open, rest, word }) => {
    const filled = await fill(rest, word)
    const page = await open('/admin/media')
    const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: '#888' } })
    await page
      .getByLabel('Bilder zum Hochladen', { exact: true })
      .setInputFiles({ name: `${LONG}.jpg`, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() })
    await expect(page.getByRole('list', { name: 'Bilder', exact: true }).getByRole('listitem')).not.toHaveCount(0)
    const seen = await addresses()
    expect(seen.length, 'screens of the router').toBeGreaterThan(13)
    for (const address of seen) {
      await test.step(address, async () => {
        await go(page, filledIn(address, filled))
        const tabs = page.getByRole('main').getByRole('tab')
        // Categories are one list each of the same type.
        const count = Math.min(await tabs.count(), address.includes('library') ? 1 : Infinity)
        if (count === 0) await look(address)
        for (let index = 0; index < count; index += 1) {
          await tabs.nth(index).click()
          await settled(page)
          const name = `${address}, ${await tabs.nth(index).textContent()}`
          await look(name, index === 0 ? {} : { sizes: FEW_SIZES })
        }
        // Sections of the settings have addresses of their own.
        const sections = page.getByRole('navigation', { name: 'Einstellungen', exact: true }).getByRole('link')
        const hrefs = await sections.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
        for (const href of hrefs.slice(1)) {
          await go(page, href)
          await look(href, { sizes: FEW_SIZES })
        }
        const adding = page.getByRole('main').getByRole('button', { name: /^Neue[rs]? / })
        if ((await adding.count()) === 0) return
        await adding.first().click()
        await page.getByRole('dialog').waitFor()
        const dialog = await page.getByRole('dialog').getByRole('heading').first().textContent()
        await look(`${address}, ${dialog}`, { sizes: FEW_SIZES })
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
    }
    // Appearances differ in colours only: boxes are the same to the pixel, once the former navigation entry has faded
    // (until then Chromium renders it in its former weight).
    await go(page, '/admin/articles')
    const boxes = async (theme: string) =>
      page.evaluate(async (name) => {
        document.documentElement.dataset.theme = name
        const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
        await Promise.all(fading.map(async ({ finished }) => finished.catch(() => undefined)))
        return [...document.querySelectorAll('body :not(svg, svg *)')].map((element) =>
          JSON.stringify(element.getBoundingClientRect()),
        )
      }, theme)
    expect(await boxes('light')).toEqual(await boxes('dark'))
  })

  test('the editor with another editor in it, hints, a conflict, its panel, its menu and what it opens', async ({
    look,
    newContext,
    open,
    page,
    rest,
    server,
    signIn,
    word,
    expectedErrors,
  }) => {
    expectedErrors(/articles\/update/)
    const { article: id } = await fill(rest, word)
    const password = 'noch ein langes Passwort'
    const email = `${word}-${LONG.slice(0, 25)}@redaktion.example`.toLowerCase()
    const joined = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { user } = (await joined.json()) as { user: { id: string } }
    await rest.send('PATCH', `/api/users/${user.id}`, { approval: 'approved' })
    const other = await (await newContext()).newPage()
    await signIn(other, `/admin/articles/${id}`, { email, password })
    await open(`/admin/articles/${id}`)
    await expect(page.getByText(/bearbeitet gerade/).first()).toBeAttached()
    await look('panel docked')
    await look('panel called', { before: () => callPanel(page, true) })
    await look('panel sent away', { before: () => callPanel(page, false) })
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.locator('#sidebar')).toHaveAttribute('data-state', 'collapsed')
    await button(page, 'Navigation umschalten').focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('#sidebar')).toHaveAttribute('data-state', 'expanded')
    await look('sidebar open where it folds by itself')
    await look('a toast', { before: () => say(page) })
    await page.setViewportSize({ width: 1024, height: 768 })
    await takeBack(page)
    await button(page, 'Weitere Aktionen').click()
    await page.getByRole('menuitem', { name: 'Fassungen', exact: true }).click()
    await page.getByRole('list', { name: 'Fassungen', exact: true }).waitFor()
    await look('versions')
    await look('versions, with a toast', { before: () => say(page), sizes: FEW_SIZES })
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.keyboard.press('Escape')
    await takeBack(page)
    await page
      .getByRole('group', { name: 'Ansicht', exact: true })
      .getByRole('button', { name: 'Vorschau', exact: true })
      .click()
    await look('preview')

    // Both start from the same version: the other save arrives while the own one is running.
    const draft = await rest.createArticle({ title: LONG, content_markdown: 'Anfang.\n\nSchluss.' })
    await routeOnce(page, '**/api/rpc/articles/update', async (route) => {
      await callAs(server.url, { email, password }, 'PATCH', `/articles/${draft.id}`, {
        version: 1,
        content_markdown: 'Von dir.\n\nSchluss.',
      })
      await route.continue()
    })
    await go(page, `/admin/articles/${draft.id}`)
    await expect(text(page)).toContainText('Anfang.')
    await pasteOver(page, 'Von mir.\n\nSchluss.')
    await expect(button(page, 'Fassungen vergleichen')).toBeVisible()
    const name = email.split('@')[0] ?? ''
    await expect(page.getByText(new RegExp(`^Dieselben Stellen hat inzwischen ${name} geändert\\.`))).toBeVisible()
    await look('notice of a conflict')
    await button(page, 'Fassungen vergleichen').click()
    await page.getByRole('alertdialog').waitFor()
    await look('conflict')
  })

  test('remarks, suggestions, comments, and the newsletter with what it sends', async ({
    look,
    open,
    rest,
    server,
  }) => {
    const content_markdown = `Anfang mit ${LONG}.\n\nEnde.`
    const { id, slug, version } = await rest.createArticle({ title: LONG, status: 'published', content_markdown })
    await rest.send('PATCH', '/api/settings', { comments: 'moderated' })
    // Readers take three seconds; the rest is prepared and measured meanwhile.
    const fields = { name: LONG.slice(0, 60), text: `${LONG}\n\nMehr auf https://spam.example/${LONG.slice(0, 40)}` }
    const write = async (more: Record<string, string>) => {
      const body = new URLSearchParams({ ...fields, ...more })
      return fetch(`${server.url}/article/${slug}/kommentare`, { method: 'POST', redirect: 'manual', body })
    }
    const stamp = /name="stamp" value="([^"]+)"/.exec(await (await write({})).text())?.[1] ?? ''
    const passage = { from: 11, to: 11 + LONG.length, quote: LONG, version }
    await rest.send('POST', `/api/articles/${id}/remarks`, { body: LONG, passage })
    await rest.send('POST', `/api/articles/${id}/suggestions`, {
      version,
      items: [
        { id: crypto.randomUUID(), n: 1, parts: [[0, 6, LONG]] },
        { id: crypto.randomUUID(), n: 2, parts: [[11, 11 + LONG.length, 'weniger']] },
      ],
    })
    await rest.send('PATCH', '/api/newsletter', { enabled: true, name: LONG.slice(0, 60), address: 'Weg 1, Leipzig' })
    const csv = `email\nrindfleischetikettierungsberichte@${'leser-'.repeat(9)}innen.example`
    await rest.send('POST', '/api/subscribers/import', { csv, without_proof: true })

    const page = await open(`/admin/articles/${id}`)
    for (const name of ['Anmerkungen 1', 'Vorschläge 2'])
      await look(`panel, ${name}`, {
        before: async () => {
          await callPanel(page, true)
          await page.getByRole('tab', { name, exact: true }).click()
        },
        sizes: FEW_SIZES,
      })
    await callPanel(page, false)
    await page.keyboard.press('Control+Alt+v')
    await expect(page.getByText('Vorschläge gespeichert', { exact: true })).toBeVisible()
    await look('text in which one suggests', { sizes: FEW_SIZES })
    await go(page, `/admin/newsletter?artikel=${id}`)
    await page.getByRole('dialog', { name: 'Als Newsletter senden', exact: true }).waitFor()
    await look('dialog of the newsletter', { sizes: FEW_SIZES })
    const mail = page.frameLocator('iframe[title="Vorschau der E-Mail"]').locator('html')
    await expect(mail).toContainText(LONG)
    expect(await mail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await rest.send('POST', '/api/issues', {
      article_id: id,
      planned_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    await go(page, '/admin/newsletter')
    await page.getByRole('list', { name: 'Ausgaben', exact: true }).getByRole('listitem').waitFor()
    await look('issues', { sizes: FEW_SIZES })
    await go(page, '/admin/newsletter?ansicht=abonnements')
    await page.getByRole('list', { name: 'Abonnements', exact: true }).getByRole('button').click()
    await page.getByRole('dialog').waitFor()
    await look('subscriber beside the list', { sizes: FEW_SIZES, within: '[role=dialog]' })
    await expect.poll(async () => (await write({ stamp })).status).toBe(303)
    await go(page, '/admin/comments')
    await button(page, 'Entfernen …').waitFor()
    await look('comments', { sizes: FEW_SIZES })
  })

  test('[WEEK-11] with a toast: the bulk bar, lists to their end, sheets with their titles', async ({
    look,
    open,
    rest,
    word,
  }) => {
    await fill(rest, word)
    const page = await open('/admin/articles')
    await page.getByRole('checkbox').nth(1).check()
    await look('bulk bar', { before: () => say(page), sizes: FEW_SIZES })
    await go(page, '/admin/inbox')
    await look('inbox', { before: () => say(page), sizes: FEW_SIZES })
    await go(page, '/admin/prompt-library')
    await look('prompts', { before: () => say(page), sizes: FEW_SIZES })
    await button(page, 'Neuer Prompt').click()
    await page.getByRole('dialog').waitFor()
    await look('sheet', { before: () => say(page), sizes: FEW_SIZES })
  })

  test('the page of the API, fully expanded', async ({ open }) => {
    const page = await open('/api/docs')
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) (each as HTMLDetailsElement).open = true
    })
    for (const width of [320, 1024]) {
      await page.setViewportSize({ width, height: 768 })
      await expectNoOverflow(page)
    }
  })
})

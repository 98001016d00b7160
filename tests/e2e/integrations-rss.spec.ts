import type { InboxItem } from '../../src/contract/inbox.ts'
import { expect, refused } from '../support/e2e.ts'
import type { FeedCase } from '../support/feeds/corpus.ts'
import { startFeedServer, type FeedServer } from '../support/feeds/feed-server.ts'
import { expectAccessible, expectApart, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

test.use({ ownBlog: { ALLOW_PRIVATE_FETCH: 'true' } })

const rss = (name: string, count: number) =>
  `<rss version="2.0"><channel><title>Feed ${name}</title>${Array.from({ length: count }, (_, n) => `<item><title>${name} Nummer ${n + 1}</title><link>https://${name.toLowerCase()}.example/${n + 1}</link></item>`).join('')}</channel></rss>`
const feeds: FeedCase[] = [
  { name: 'eins', body: rss('Eins', 1) },
  { name: 'drei', body: rss('Drei', 3) },
  { name: 'zwei', body: rss('Zwei', 2) },
  { name: 'zerrissen', body: rss('Zerrissen', 3).split('<title>Zerrissen Nummer 3')[0] ?? '' },
  { name: 'wachsend', body: rss('Wachsend', 1) },
  { name: 'kaputt', body: '<!doctype html><html></html>' },
]
let feedServer: FeedServer

test.beforeAll(async () => {
  feedServer = await startFeedServer(feeds)
})
test.afterAll(() => feedServer.stop())

test('[INT-7] feeds are added and listed newest first, and blank and invalid addresses are refused', async ({
  open,
  rest,
  expectedErrors,
}) => {
  expectedErrors(refused(409, '/api/rpc/feeds/create'), /ERR_FAILED/)
  // Feeds of other tests of this worker must not be in the list.
  const { items } = await rest.send<{ items: { id: string }[] }>('GET', '/api/feeds?limit=200')
  for (const { id } of items) await rest.send('DELETE', `/api/feeds/${id}`)
  const page = await open('/admin/integrations?tab=rss')
  await expect(page.getByRole('heading', { name: 'Noch keine RSS-Feeds hinzugefügt', exact: true })).toBeVisible()
  await expectAccessible(page)
  const field = page.getByLabel('RSS-Feed-URL', { exact: true })
  const add = page.getByRole('button', { name: 'Hinzufügen', exact: true })
  await field.fill('   ')
  await add.click()
  await expect(toast(page, 'Bitte RSS-Feed-URL eingeben')).toBeVisible()
  await field.fill('feed.xml')
  await add.click()
  await expect(toast(page, 'Fehler beim Hinzufügen des Feeds')).toBeVisible()
  await expect(field).toBeFocused()
  for (const name of ['eins', 'zwei']) {
    await field.fill(`${feedServer.url}/${name}`)
    await field.press('Enter')
    await expect(page.getByRole('link', { name: `${feedServer.url}/${name}`, exact: true })).toBeVisible()
    // While one is being added, Enter adds none.
    await expect(add).toBeEnabled()
  }
  await expect(toast(page, 'RSS-Feed hinzugefügt').first()).toBeVisible()
  const rows = page.getByRole('list', { name: 'RSS-Feeds', exact: true }).getByRole('listitem')
  await expect(rows).toHaveText([/\/zwei.*Noch nie abgerufen/, /\/eins.*Noch nie abgerufen/])
  await field.fill(`${feedServer.url}/zwei`)
  await add.click()
  await expect(page.getByText('Dieser Feed steht schon in der Liste.', { exact: true })).toBeVisible()
  await page.route('**/api/rpc/feeds/create', (route) => route.abort())
  await field.press('Enter')
  await expect(toast(page, 'Fehler beim Hinzufügen des Feeds').first()).toContainText('Der Server antwortet nicht.')
  await expect(field).toHaveValue(`${feedServer.url}/zwei`)
})

test('[INT-8] [RUL-17] an import shows a turning icon, reports the number of new entries, and keeps errors visible', async ({
  open,
  rest,
  expectedErrors,
}) => {
  expectedErrors(refused(422, '/functions/v1/import-rss-feed'))
  const page = await open('/admin/integrations?tab=rss')
  const added = async (name: string) => {
    await page.getByLabel('RSS-Feed-URL', { exact: true }).fill(`${feedServer.url}/${name}`)
    await page.getByLabel('RSS-Feed-URL', { exact: true }).press('Enter')
    return page.getByRole('listitem').filter({ hasText: `${feedServer.url}/${name}` })
  }
  const row = await added('drei')
  const button = row.getByRole('button', { name: /^Importieren/ })
  const released = Promise.withResolvers<void>()
  const bodies: unknown[] = []
  await page.route('**/functions/v1/import-rss-feed', async (route) => {
    bodies.push(route.request().postDataJSON())
    await released.promise
    await route.continue()
  })
  await button.click()
  await expect(button).toBeDisabled()
  await expect(button.locator('svg')).toHaveClass(/animate-spin/)
  released.resolve()
  await expect(toast(page, '3 Einträge importiert')).toBeVisible()
  await expect(button).toBeEnabled()
  await expect(button.locator('svg')).not.toHaveClass(/animate-spin/)
  expect(bodies).toEqual([{ feedId: expect.stringMatching(/^[\da-f-]{36}$/) }])
  await expect(row).toContainText(/Zuletzt abgerufen: \d\d\. \p{L}+ 20\d\d, \d\d:\d\d Uhr/u)
  await expect(row).toContainText('Feed Drei')
  const { items } = await rest.send<{ items: InboxItem[] }>('GET', '/api/inbox?limit=200')
  expect(items.filter(({ title }) => title.startsWith('Drei'))).toHaveLength(3)
  await button.click()
  await expect(toast(page, '0 Einträge importiert')).toBeVisible()

  const torn = await added('zerrissen')
  await torn.getByRole('button', { name: /^Importieren/ }).click()
  await expect(torn).toContainText('Der Feed ist beschädigt: 2 von 3 Einträgen gelesen.')
  const broken = await added('kaputt')
  await broken.getByRole('button', { name: /^Importieren/ }).click()
  await expect(toast(page, 'Fehler beim Importieren des Feeds')).toBeVisible()
  await expect(broken).toContainText('Unter dieser Adresse steht eine Webseite, kein Feed.')
  await expect(page.locator('.animate-spin')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})

test('[WEEK-22] the feeds of an OPML file are fetched, and each row says when', async ({ open, rest }) => {
  const { items } = await rest.send<{ items: { id: string }[] }>('GET', '/api/feeds?limit=200')
  for (const { id } of items) await rest.send('DELETE', `/api/feeds/${id}`)
  const page = await open('/admin/integrations?tab=rss')
  const outline = (title: string, name: string) => `<outline title="${title}" xmlUrl="${feedServer.url}/${name}"/>`
  await page.getByLabel('OPML-Datei', { exact: true }).setInputFiles({
    name: 'abos.opml',
    mimeType: 'text/x-opml',
    buffer: Buffer.from(
      `<opml version="2.0"><body><outline text="Ordner">${outline('Mein Titel', 'wachsend')}${outline('Zwei', 'zwei')}</outline>${outline('Webseite', 'kaputt')}</body></opml>`,
    ),
  })
  await expect(toast(page, '3 Feeds hinzugefügt')).toBeVisible()
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  const state = page.getByRole('main').getByRole('status').filter({ hasText: 'Feeds' })
  await expect(state).toHaveText('3 Feeds, 1 mit Fehler')
  await expect(row('Mein Titel')).toContainText(/Zuletzt abgerufen: .* Uhr · nächster Abruf in (1 Stunde|60 Minuten)/)
  await expect(row('Webseite')).toContainText(
    /Seit \d\d\. .* Uhr: Unter dieser Adresse steht eine Webseite, kein Feed\./,
  )
  await expectAccessible(page)

  const growing = feeds.find(({ name }) => name === 'wachsend')
  if (growing) growing.body = rss('Wachsend', 3)
  const all = page.getByRole('button', { name: 'Alle abrufen', exact: true })
  await all.press('Enter')
  await expect(state).toHaveText('2 neue Einträge aus 3 Feeds, 1 mit Fehler')
  await expect(all).toBeEnabled()

  await row('Zwei').getByRole('combobox', { name: 'Abruf: Zwei', exact: true }).press('ArrowDown')
  await page.getByRole('option', { name: 'Nicht von selbst', exact: true }).press('Enter')
  await expect(row('Zwei')).not.toContainText('nächster Abruf')
  await page.reload()
  await expect(row('Zwei').getByRole('combobox')).toHaveText('Nicht von selbst')

  await page.getByRole('button', { name: 'Feed-Liste als OPML', exact: true }).press('Enter')
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'OPML exportieren', exact: true }).press('Enter')
  expect((await saved).suggestedFilename()).toBe('feeds.opml')
  for (const [width, height] of [
    [360, 740],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNoOverflow(page)
    if (width === 360) await expectAccessible(page)
  }
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/admin/inbox')
  await page.getByRole('button', { name: 'Navigation ausklappen', exact: true }).click()
  await expect(page.locator('#sidebar')).toHaveAttribute('data-state', 'expanded')
  const broken = page.getByRole('link', { name: 'Feeds 1 mit Fehler', exact: true })
  const line = page.locator('[data-bar]').filter({ has: broken })
  await expect(broken).toBeVisible()
  await expectApart(line, await line.locator('h1, button, a').filter({ visible: true }).all())
  await broken.press('Enter')
  await expect(row('Webseite')).toBeVisible()
})

test('[INT-9] a feed is deleted after a question, with undo, and a failure restores it', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/)
  const url = `https://${word.toLowerCase()}.example/feed`
  await rest.send('POST', '/api/feeds', { url })
  const page = await open('/admin/integrations?tab=rss')
  const row = page.getByRole('listitem').filter({ hasText: url })
  const remove = async () => {
    await row.getByRole('button', { name: /^Feed löschen/ }).click()
    await expect(page.getByRole('alertdialog', { name: 'Feed wirklich löschen?', exact: true })).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  }
  await page.route('**/api/rpc/feeds/remove', (route) => route.abort())
  await remove()
  await expect(toast(page, 'Fehler beim Löschen')).toContainText('Der Server antwortet nicht.')
  await expect(row).toBeVisible()
  await letThrough(page, '**/api/rpc/feeds/remove')
  await remove()
  await expect(toast(page, 'Feed gelöscht')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(row).toBeVisible()
})

test('[INT-7] a list that cannot be loaded offers a retry', async ({ open, expectedErrors }) => {
  expectedErrors(/ERR_FAILED/)
  const page = await open('/admin/integrations')
  await page.route('**/api/rpc/{feeds/list,integrations/get}', (route) => route.abort())
  for (const tab of ['rss', 'chrome']) {
    await page.goto(`/admin/integrations?tab=${tab}`)
    await expect(page.getByRole('heading', { name: 'Laden fehlgeschlagen', exact: true })).toBeVisible()
    await expectAccessible(page)
  }
  await letThrough(page, '**/api/rpc/{feeds/list,integrations/get}')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(page.getByLabel('Backend-URL', { exact: true })).toBeVisible()
})

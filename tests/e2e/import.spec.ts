import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { words } from '../support/words.ts'
import { wxr } from '../support/wxr.ts'

test.use({ ownBlog: {} })

test('[MOVE-1] [MOVE-4] an owner imports a WordPress blog with dry run, report, import and undo', async ({
  open,
  rest,
}) => {
  const posts = [
    { id: 1, title: 'Zehn Jahre Nachtausgabe', categories: ['Technik'], tags: ['Linux'] },
    { id: 2, title: 'Interner Testbeitrag', password: 'geheim' },
    { id: 3, title: 'Der lange Weg', content: '<img src="http://bilder.invalid/netzteil-alt.jpg" alt="Netzteil">' },
    { id: 4, title: 'Über uns', type: 'page', comments: 3 },
  ]
  const buffer = Buffer.from([...wxr(posts)].join(''))
  const page = await open('/admin/settings?bereich=import')
  await expect(page.getByRole('heading', { name: 'Aus einem anderen System übernehmen', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setInputFiles('input[type=file]', { name: 'nachtausgabe.xml', mimeType: 'text/xml', buffer })

  // The dry run shows its report as soon as it is complete; nothing has changed.
  const entries = page.getByRole('list', { name: 'Einträge', exact: true })
  const entry = (title: string) => entries.getByRole('listitem').filter({ hasText: title })
  await expect(words(entry('Der lange Weg'), 'Bild fehlt')).toBeVisible()
  await expect(words(entry('3 Kommentare'), 'Bleibt weg')).toBeVisible()
  await expect(words(entry('Interner Testbeitrag'), 'War mit einem Passwort geschützt und wird Entwurf.')).toBeVisible()
  expect((await rest.send<{ items: unknown[] }>('GET', '/api/articles')).items).toEqual([])
  await page.getByRole('group', { name: 'Ergebnis', exact: true }).getByRole('button').first().click()
  await expect(words(entry('Zehn Jahre Nachtausgabe'), 'Neu')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Einträge durchsuchen', exact: true }).fill('netzteil')
  await expect(entries.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Als CSV', exact: true }).click(),
  ])
  expect(csv.suggestedFilename()).toBe('importbericht.csv')

  await page.getByRole('button', { name: 'Import starten', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import abgeschlossen', exact: true })).toBeVisible()
  await expect(
    words(page.getByRole('main'), '3 Artikel und 1 Seite aus nachtausgabe.xml sind da, 5 Einträge mit Hinweis.'),
  ).toBeVisible()
  await expectAccessible(page)
  expect((await rest.send<{ items: unknown[] }>('GET', '/api/articles')).items).toHaveLength(3)

  await page.getByRole('button', { name: 'Alles rückgängig', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Alles rückgängig', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import rückgängig gemacht', exact: true })).toBeVisible()
  expect((await rest.send<{ items: unknown[] }>('GET', '/api/articles')).items).toEqual([])

  // An unreadable file shows the reason.
  await page.setInputFiles('input[type=file]', {
    name: 'urlaub.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Meer'),
  })
  await expect(
    words(
      page.getByRole('main'),
      /^In „urlaub\.txt“ steht nichts, was sich importieren lässt\. „urlaub\.txt“: Texte in diesem Format werden nicht gelesen\. /,
    ),
  ).toBeVisible()
  await page.getByLabel('Oder eine Adresse', { exact: true }).fill('kein Blog')
  await page.getByRole('button', { name: 'Adresse ansehen', exact: true }).click()
  await expect(words(page.getByRole('main'), 'Bitte eine Adresse mit http:// oder https:// angeben.')).toBeVisible()
})

import { zipSync } from 'fflate'
import { expect } from '../support/e2e.ts'
import { PIXEL } from '../support/pictures.ts'
import { test } from '../support/signed-in.ts'
import { words } from '../support/words.ts'

test.use({ ownBlog: {} })

test('[MOVE-2] an owner imports from Ghost: the dry run lists what will come, then texts, pictures and old addresses are there', async ({
  open,
  rest,
}) => {
  const image = '__GHOST_URL__/content/images/2021/see.png'
  const data = {
    posts: [
      {
        id: 'g1',
        title: 'Am See',
        slug: 'am-see',
        status: 'published',
        published_at: '2021-03-04T05:06:07.000Z',
        html: `<p>Ein <strong>Wort</strong>.</p><figure class="kg-card kg-image-card"><img src="${image}" alt="See"><figcaption>Der See</figcaption></figure>`,
      },
      {
        id: 'g2',
        title: 'Für Zahlende',
        slug: 'fuer-zahlende',
        status: 'published',
        visibility: 'paid',
        published_at: '2021-03-05T05:06:07.000Z',
        html: '<p>Später.</p>',
      },
    ],
    tags: [{ id: 't1', name: 'Wasser', slug: 'wasser' }],
    posts_tags: [{ post_id: 'g1', tag_id: 't1', sort_order: 0 }],
    users: [],
    members: [{ id: 'm1', email: 'leser@example.org' }],
  }
  const zip = zipSync({
    'nachtausgabe.ghost.json': Buffer.from(JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data }] })),
    'content/images/2021/see.png': Buffer.from(PIXEL, 'base64'),
  })
  const page = await open('/admin/settings?bereich=import')
  await page.setInputFiles('input[type=file]', {
    name: 'nachtausgabe.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zip),
  })
  const entries = page.getByRole('list', { name: 'Einträge', exact: true })
  const entry = (title: string) => entries.getByRole('listitem').filter({ hasText: title })
  await expect(
    words(entry('Für Zahlende'), 'In Ghost nur für Mitglieder lesbar: als Entwurf übernommen.'),
  ).toBeVisible()
  await expect(words(entry('Mitglied'), 'Bleibt weg')).toBeVisible()
  await page.getByRole('button', { name: 'Import starten', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import abgeschlossen', exact: true })).toBeVisible()

  const { items } = await rest.send<{ items: { title: string; status: string }[] }>('GET', '/api/articles')
  expect(items.map(({ title, status }) => `${title}: ${status}`).sort()).toEqual([
    'Am See: published',
    'Für Zahlende: draft',
  ])
  // The old address still works for readers.
  await page.goto('/am-see/')
  await expect(page).toHaveURL(/\/article\/am-see$/)
  await expect(page.getByRole('heading', { name: 'Am See', level: 1, exact: true })).toBeVisible()
  // The size depends on whether smaller versions exist yet.
  await expect(page.getByRole('img', { name: 'See', exact: true })).not.toHaveJSProperty('naturalWidth', 0)
})

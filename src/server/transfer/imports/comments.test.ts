import { afterAll, beforeAll, expect, test } from 'vitest'
import { hold } from '../../../../tests/support/held-rows.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { fetchRemote } from '../../platform/fetch-remote.ts'
import { createLog } from '../../platform/log.ts'
import { workOnImports } from './run-import.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  await owner.call('PATCH', '/api/settings', { comments: 'moderated', site_title: 'Blog' })
})
afterAll(() => app.stop())

async function work(of: TestApp): Promise<void> {
  const config = readConfig({ DATA_DIR: of.dataDir, SECRET_KEY: 'x'.repeat(40) })
  const files = await openFiles(config)
  await workOnImports({ config, db: of.db, files, log: createLog('silent'), clock: () => new Date(), fetchRemote })
}

async function send(of: TestApp, who: TestAccount, file: string, bytes: BlobPart, dryRun = false) {
  const form = new FormData()
  form.append('file', new Blob([bytes]), file)
  form.append('dry_run', String(dryRun))
  const headers = { authorization: `Bearer ${who.accessToken}` }
  const { id } = (await (await fetch(`${of.url}/api/imports`, { method: 'POST', headers, body: form })).json()) as {
    id: string
  }
  await work(of)
  return { id, ...(await who.call('GET', `/api/imports/${id}?limit=100`)).body }
}

const comment = (id: number, { parent = 0, approved = '1', type = 'comment', words = 'Gut.' } = {}) =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author><![CDATA[Leser ${id}]]></wp:comment_author>
<wp:comment_author_email>geheim@post.example</wp:comment_author_email><wp:comment_author_IP>203.0.113.9</wp:comment_author_IP>
<wp:comment_date_gmt>2019-05-0${id} 10:00:00</wp:comment_date_gmt><wp:comment_content><![CDATA[${words}]]></wp:comment_content>
<wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type>${type}</wp:comment_type><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`

const WXR = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Alt</title><link>https://alt.example</link><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Am See</title><link>https://alt.example/am-see/</link><content:encoded><![CDATA[Text.]]></content:encoded><wp:post_id>11</wp:post_id>
<wp:post_date_gmt>2019-05-01 08:00:00</wp:post_date_gmt><wp:post_name>am-see</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
${comment(1, { words: 'Erste Zeile\nzweite <b>fett</b>.\n\n<script>x</script>Neuer Absatz <a href="https://a.example">hier</a>.' })}
${comment(2, { parent: 1 })}${comment(3, { parent: 2 })}${comment(4, { approved: '0' })}${comment(5, { approved: 'spam' })}${comment(6, { type: 'pingback' })}
</item></channel></rss>`

const rows = (of = app) => of.db.selectFrom('comments').selectAll().orderBy('created_at').orderBy('id').execute()

test('[COM-10] WordPress: comments with their threads and states, without addresses; a second time nothing, and undone nothing is left', async () => {
  const dry = await send(app, owner, 'alt.xml', WXR, true)
  expect(dry.counts).toMatchObject({ failed: 0 })
  expect(await rows()).toEqual([])
  const done = await send(app, owner, 'alt.xml', WXR)
  expect(done.counts).toEqual(dry.counts)
  const [first, second, third, waiting] = await rows()
  expect([second?.root_id, third?.root_id, waiting?.state, waiting?.visible]).toEqual([
    first?.id,
    first?.id,
    'waiting',
    0,
  ])
  expect(JSON.stringify(await rows())).not.toMatch(/geheim|203\.0\.113|<script/)
  const page = (await app.call<string>('GET', '/article/am-see')).body
  expect(page).toMatch(/Erste Zeile<br>\s*zweite <strong>fett<\/strong>\./)
  expect(page).toContain('"commentCount":3')
  expect((await send(app, owner, 'alt.xml', WXR)).counts).toMatchObject({ created: 0, failed: 0 })
  expect(await rows()).toHaveLength(4)
  await owner.call('POST', `/api/imports/${done.id}/undo`)
  await work(app)
  expect(await rows()).toEqual([])
})

test('[COM-10] Ghost and Disqus: comments by name alone, below the text of their post or their address', async () => {
  const ghost = {
    db: [
      {
        meta: { version: '5.0.0' },
        data: {
          settings: [{ key: 'title', value: 'Geist' }],
          posts: [
            {
              id: 'p1',
              title: 'Vom Geist',
              slug: 'vom-geist',
              html: '<p>Text.</p>',
              status: 'published',
              type: 'post',
              published_at: '2020-01-01T10:00:00.000Z',
            },
          ],
          members: [{ id: 'm1', name: 'Ada', email: 'geheim@post.example' }],
          comments: [
            {
              id: 'c1',
              post_id: 'p1',
              member_id: 'm1',
              parent_id: null,
              status: 'published',
              html: '<p>Sehr <em>gut</em>.</p>',
              created_at: '2020-02-01T10:00:00.000Z',
            },
            {
              id: 'c2',
              post_id: 'p1',
              member_id: 'weg',
              parent_id: 'c1',
              status: 'published',
              html: '<p>Finde ich auch.</p>',
              created_at: '2020-02-02T10:00:00.000Z',
            },
            {
              id: 'c3',
              post_id: 'p1',
              member_id: 'm1',
              parent_id: null,
              status: 'hidden',
              html: '<p>Weg damit.</p>',
              created_at: '2020-02-03T10:00:00.000Z',
            },
          ],
        },
      },
    ],
  }
  expect((await send(app, owner, 'geist.json', JSON.stringify(ghost))).counts.failed).toBe(0)
  expect((await rows()).map(({ name, text }) => [name, text])).toEqual([
    ['Ada', 'Sehr *gut*.'],
    ['Mitglied', 'Finde ich auch.'],
  ])
  const post = (id: string, thread: string, parent = '', deleted = 'false') =>
    `<post dsq:id="${id}"><message><![CDATA[<p>Aus Disqus ${id}</p>]]></message><createdAt>2021-03-0${id}T10:00:00Z</createdAt><isDeleted>${deleted}</isDeleted><isSpam>false</isSpam><author><name>Bo</name><isAnonymous>true</isAnonymous></author><thread dsq:id="${thread}"/>${parent}</post>`
  const disqus = `<?xml version="1.0" encoding="utf-8"?><disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">
<thread dsq:id="7"><id/><forum>alt</forum><link>https://alt.example/2020/01/Vom-Geist.html?x=1</link><title>Vom Geist</title></thread>
<thread dsq:id="8"><link>https://alt.example/gibt-es-nicht/</link></thread>
${post('1', '7')}${post('2', '7', '<parent dsq:id="1"/>')}${post('3', '8')}${post('4', '7', '', 'true')}</disqus>`
  const done = await send(app, owner, 'disqus.xml', disqus)
  expect(done.counts).toMatchObject({ created: 2, skipped: 2, failed: 0 })
  const page = (await app.call<string>('GET', '/article/vom-geist')).body
  expect(page).toMatch(/Aus Disqus 1[^]*class="comment hang answer"[^]*Aus Disqus 2/)
  expect(JSON.stringify(await rows())).not.toContain('geheim')
})

test('[COM-10] [RUL-54] our own export carries comments with threads, team and states, and nothing secret', async () => {
  const { items } = (await owner.call('GET', '/api/comments?state=shown')).body
  const first = items.find((one: { text: string }) => one.text === 'Sehr *gut*.')
  await owner.call('POST', `/api/comments/${first.id}/answer`, { text: 'Danke sehr.' })
  const other = items.find((one: { text: string }) => one.text === 'Aus Disqus 1')
  await owner.call('PATCH', '/api/comments', { ids: [other.id], state: 'removed', reason: 'topic' })
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const zip = await (await fetch(`${app.url}/api/export.zip`, { headers })).arrayBuffer()
  const second = await startTestApp()
  try {
    const there = await second.register()
    expect((await send(second, there, 'export.zip', zip)).counts.failed).toBe(0)
    const visible = (of: TestApp) => of.call<string>('GET', '/article/vom-geist').then(({ body }) => body)
    const said = (html: string) =>
      [
        ...html.matchAll(
          /<article class="(comment[^"]*)"[^]*?<div class="say">([^]*?)<div class="deeds"|wurde entfernt: [^.]*/g,
        ),
      ].map(([whole, kind, words]) => (kind ? `${kind} ${words}` : whole).replaceAll(/k-[\da-f-]{36}/g, ''))
    const [here, copied] = [said(await visible(app)), said(await visible(second))]
    expect(here.length).toBeGreaterThan(3)
    expect(copied).toEqual(here)
    expect((await visible(second)).includes('<span class="badge tag team">')).toBe(true)
    expect((await rows(second)).every((row) => row.token_hash === null && row.network_hash === null)).toBe(true)
  } finally {
    await second.stop()
  }
})

test.runIf(DIALECT === 'postgres')(
  '[COM-10] [RUL-53] a comment that is decided while its import is taken back stays, with the decision',
  async () => {
    const { id } = await send(app, owner, 'neu.xml', WXR.replaceAll('am-see', 'am-meer').replaceAll('>11<', '>12<'))
    // It has no answers, so that its own row is the first that the import waits for.
    const one = (await rows()).find(({ state }) => state === 'waiting')!
    const holder = await hold(app, { table: 'comments', id: one.id })
    try {
      const decided = owner.call('PATCH', '/api/comments', { ids: [one.id], state: 'shown' })
      await holder.untilWaited(1)
      await owner.call('POST', `/api/imports/${id}/undo`)
      const worked = work(app)
      await holder.untilWaited(2)
      await holder.release()
      expect((await decided).status).toBe(200)
      await worked
    } finally {
      await holder.release().catch(() => {})
    }
    expect((await rows()).map(({ id: its, state }) => [its, state])).toContainEqual([one.id, 'shown'])
  },
)

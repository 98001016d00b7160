import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Clock, comment, postForm, publish, stampIn } from '../../../../tests/support/commenting.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { markupFaults } from '../../../../tests/support/valid-html.ts'
import { forgetNetworksOfComments, forgetRemovedComments } from './comments.jobs.ts'

let app: TestApp
let owner: TestAccount
let clock: Clock

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register('mira@redaktion.example')
  clock = new Clock(app, '2026-03-16T10:00:00Z')
  await owner.call('PATCH', '/api/account', { display_name: 'Jana Öztürk' })
  await owner.call('PATCH', '/api/settings', { comments: 'open', site_title: 'Zwischenspeicher' })
})
afterAll(() => app.stop())

const page = async (slug: string) => (await app.call<string>('GET', `/article/${slug}`)).body
const read = (path: string) => app.call<string>('GET', path)
const idsOn = (html: string) => [...html.matchAll(/id="k-([\da-f-]{36})"/g)].map(([, id]) => id!)
const rows = () => app.db.selectFrom('comments').selectAll().orderBy('id').execute()

describe('a reader', () => {
  test('[COM-1] writes without account, address, cookie or script, answers, edits for 15 minutes and deletes', async () => {
    const { slug } = await publish(owner, 'Der Katalog')
    const own = await comment(app, clock, slug, { name: 'Henrik V.', text: 'Das war *1995*, nicht 1998.' })
    const [root = ''] = idsOn(await page(slug))
    const answer = await comment(app, clock, slug, { name: 'Eva', text: 'Der Beschluss.', parent: root })
    const html = await page(slug)
    expect(idsOn(html)).toHaveLength(2)
    expect(html).toContain('Das war <em>1995</em>, nicht 1998.')
    expect(html).toMatch(/class="comment hang answer"[^]*Der Beschluss\./)
    expect(html).toContain('"commentCount":2')
    const opened = await read(own)
    expect(opened.headers.get('set-cookie')).toBeNull()
    expect(opened.headers.get('cache-control')).toBe('private, no-store')
    expect(opened.body).toMatch(/Bis 11:15 Uhr, noch 15 Minuten/)
    expect((await postForm(app, own, { do: 'change', name: 'Henrik V.', text: 'Das war 1996.' })).status).toBe(303)
    expect(await page(slug)).toContain('Das war 1996.')
    clock.pass(15 * 60)
    const late = await postForm(app, own, { do: 'change', name: 'Henrik V.', text: 'Zu spät getippt.' })
    expect([late.status, late.body.includes('Zu spät getippt.')]).toEqual([400, true])
    expect(await page(slug)).toContain('Das war 1996.')
    expect((await postForm(app, own, { do: 'delete' })).status).toBe(303)
    const left = await page(slug)
    expect(left).not.toContain('Henrik')
    expect(left).toContain('gelöscht.')
    expect(left).toContain('"commentCount":1')
    expect((await rows()).find(({ id }) => id === root)).toMatchObject({ name: '', text: '', network_hash: null })
    await postForm(app, answer, { do: 'delete' })
    expect(idsOn(await page(slug))).toEqual([])
    expect((await read(answer)).body).toContain('Er ist gelöscht')
  })

  test('[COM-1] [RUL-81] a script that posts once posts nothing; forged, foreign, early, late and used times neither', async () => {
    const { slug } = await publish(owner, 'Zeiten')
    const other = await publish(owner, 'Andere')
    const path = `/article/${slug}/kommentare`
    const fields = { name: 'Robo', text: 'Einmal genügt nicht, <b>nie</b>.' }
    const preview = await postForm(app, path, fields)
    expect(preview.body).toContain('Noch nicht abgeschickt')
    expect(preview.body).toContain('&lt;b&gt;nie&lt;/b&gt;')
    const stamp = stampIn(preview.body)
    const [nonce, at, mac] = stamp.split('.') as [string, string, string]
    const before = (await rows()).length
    const send = (more: Record<string, string>, to = path) => postForm(app, to, { ...fields, stamp, ...more })
    clock.pass(1)
    expect((await send({})).body).toContain('zu schnell')
    clock.pass(5)
    for (const forged of [
      `${nonce}.${Number(at) - 10_000}.${mac}`,
      `x${nonce}.${at}.${mac}`,
      `${nonce}.${at}.`,
      '..',
      'quatsch',
    ])
      expect((await send({ stamp: forged })).status).toBe(200)
    expect((await send({ text: 'Ein anderer Text als in der Vorschau.' })).status).toBe(200)
    expect((await send({}, `/article/${other.slug}/kommentare`)).status).toBe(200)
    clock.pass(86_400)
    expect((await send({})).body).toContain('älter als ein Tag')
    expect((await rows()).length).toBe(before)
    const fresh = stampIn((await postForm(app, path, fields)).body)
    clock.pass(5)
    const sent = await Promise.all(Array.from({ length: 8 }, () => send({ stamp: fresh })))
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 303))
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1)
    expect((await rows()).length).toBe(before + 1)
  })

  test('[COM-7] of equal texts sent at once a single one is shown', async () => {
    const { slug, id } = await publish(owner, 'Gleich')
    const path = `/article/${slug}/kommentare`
    const fields = { name: 'Robo', text: 'Ein Text, der nichts Böses sagt und lang genug zum Vergleichen ist.' }
    const stamps: string[] = []
    for (let i = 0; i < 12; i += 1) stamps.push(stampIn((await postForm(app, path, fields)).body))
    clock.pass(5)
    const sent = await Promise.all(stamps.map((stamp) => postForm(app, path, { ...fields, stamp })))
    expect(sent.map(({ status }) => status)).toEqual(stamps.map(() => 303))
    const states = (await rows()).filter((row) => row.article_id === id).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['shown', ...Array.from({ length: 11 }, () => 'waiting')])
  })

  test('[COM-7] a refusal says in German why, keeps the text and shows a way out', async () => {
    const { slug } = await publish(owner, 'Absagen')
    const path = `/article/${slug}/kommentare`
    const text = 'Mein langer, wohlüberlegter Beitrag.'
    for (const [fields, words] of [
      [{ name: '', text }, 'Bitte einen Namen eingeben'],
      [{ name: 'a@b.example', text }, 'keine E-Mail-Adresse'],
      [{ name: 'x'.repeat(61), text }, 'höchstens 60 Zeichen'],
      [{ name: 'Eva\u202e', text }, 'unsichtbare Zeichen'],
      [{ name: 'Eva', text, website: 'x' }, 'leer bleiben soll'],
      [{ name: 'Eva', text, parent: '01919191-9191-7191-9191-919191919191' }, 'nicht mehr da'],
      [{ name: 'Eva', text: text + 'a'.repeat(5000) }, 'höchstens 5000'],
    ] as [Record<string, string>, string][]) {
      const refused = await postForm(app, path, fields)
      expect([refused.status, refused.body.includes(words), refused.body.includes(text)], words).toEqual([
        400,
        true,
        true,
      ])
      expect(refused.body).toMatch(/<textarea[^>]*name="text"/)
    }
    expect((await postForm(app, path, { name: 'Eva', text }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await postForm(app, path, { text: 'x'.repeat(200_000) })).status).toBe(413)
  })

  test('[COM-6] nobody outside bears the name of the team, nor one that looks like it', async () => {
    const { slug } = await publish(owner, 'Namen')
    const post = (name: string) => postForm(app, `/article/${slug}/kommentare`, { name, text: 'Hallo.' })
    for (const name of [
      'Jana Öztürk',
      'jana oeztuerk',
      'Jаnа Öztürk',
      'JANA ÖZTÜRK',
      'Ｊａｎａ Öztürk',
      'Jana  O\u0308ztu\u0308rk',
      'J a n a Öztürk',
      'Jana Öztürk (Autorin)',
      '𝕁𝕒𝕟𝕒 Öztürk',
      'Redaktion',
      'Rеdаktiоn',
      'Die Redaktion',
      'Zwischenspeicher',
      'Zwischenspelcher',
      'Admin',
      'Adrnin',
      'Öztürk, Jana',
      'Dr. Öztürk (Jana)',
      '🅹🅰🅽🅰 Öztürk',
      '🇯🇦🇳🇦 Öztürk',
      'ꓙꓮꓠꓮ Öztürk',
      'Jaɴꓮ Schmidt',
      'Blogredaktion',
      'Moderationsteam',
      'Admin 1',
      'Team Zwischenspeicher',
    ])
      expect([name, (await post(name)).status]).toEqual([name, 400])
    for (const name of ['Jana', 'Jana K.', 'Ö.', 'Anna', 'Анна', 'Timo Brandt', 'Speicher'])
      expect([name, (await post(name)).status]).toEqual([name, 200])
  })

  test('[COM-8] a small markdown; everything else shows as text, and links are not followed by search engines', async () => {
    const { slug } = await publish(owner, 'Markdown')
    const text = [
      '> Zitat',
      '',
      '- eins',
      '',
      '`code` **fett** [da](https://example.org/x)',
      '',
      '# Titel',
      '<script>alert(1)</script> ![Bild](https://example.org/x.png) [weg](javascript:alert(1)) [innen](/admin) [hier](http:admin)',
    ].join('\n')
    const { body } = await postForm(app, `/article/${slug}/kommentare`, { name: 'Eva', text })
    const said = /<div class="say">([^]*?)<\/article>/.exec(body)?.[1] ?? ''
    for (const kept of ['<blockquote>', '<li>eins</li>', '<code>code</code>', '<strong>fett</strong>', '# Titel'])
      expect(said).toContain(kept)
    expect(said).toContain('<a href="https://example.org/x" rel="nofollow ugc noopener">da</a>')
    expect(said).not.toMatch(/<script|<img|<h1|href="javascript|href="\/admin|href="http:admin/)
    expect([...said.matchAll(/<a /g)].length).toBe([...said.matchAll(/rel="nofollow ugc noopener"/g)].length)
  })
})

describe('an article', () => {
  test('[COM-2] [RUL-82] has comments only where somebody switched them on, and they close by themselves', async () => {
    const { id, slug } = await publish(owner, 'Schalter', { published_at: '2026-03-16T10:00:00Z' })
    const set = (values: object) =>
      owner.call('PUT', `/api/articles/${id}/comments`, { mode: null, close_after_days: null, ...values })
    const post = () => postForm(app, `/article/${slug}/kommentare`, { name: 'Eva', text: 'Darf ich noch?' })
    await comment(app, clock, slug, { name: 'Eva', text: 'Der erste Beitrag hier.' })
    await set({ mode: 'off' })
    expect(await page(slug)).not.toContain('kommentare')
    const closed = await post()
    expect([closed.status, closed.body.includes('Darf ich noch?')]).toEqual([403, true])
    const days = Math.ceil((clock.now - Date.parse('2026-03-16T10:00:00Z')) / 86_400_000)
    await set({ mode: 'moderated', close_after_days: days })
    expect(await page(slug)).toContain('Jeder Kommentar wird vor dem Erscheinen gelesen.')
    expect((await app.call('GET', `/article/${slug}`)).headers.get('server-timing')).toContain('hit')
    expect((await post()).status).toBe(200)
    clock.now = Date.parse('2026-03-16T10:00:00Z') + days * 86_400_000 - 1000
    clock.pass(0)
    expect(await page(slug)).toContain('Mitreden')
    clock.pass(1)
    const after = await page(slug)
    expect([after.includes('Mitreden'), after.includes('Der erste Beitrag hier.')]).toEqual([false, true])
    expect((await post()).status).toBe(403)
    await set({})
    await owner.call('PATCH', '/api/settings', { comments: 'off' })
    expect(await page(slug)).not.toContain('Der erste Beitrag')
    await owner.call('PATCH', '/api/settings', { comments: 'open' })
    for (const days of [0, -1, 1.5, 4000, '3'])
      expect((await set({ close_after_days: days })).body.fields?.[0]?.field, `${days}`).toBe('close_after_days')
    expect(
      (await owner.call('PUT', `/api/articles/${owner.id}/comments`, { mode: 'open', close_after_days: null })).status,
    ).toBe(404)
  })

  test('[COM-3] stays cached, cookieless and the same for all; a shown comment is there before the moderator’s answer', async () => {
    const { id, slug } = await publish(owner, 'Zwischengespeichert')
    await owner.call('PUT', `/api/articles/${id}/comments`, { mode: 'moderated', close_after_days: null })
    await comment(app, clock, slug, { name: 'Eva', text: 'Erst nach dem Lesen.' })
    expect(await page(slug)).not.toContain('Erst nach dem Lesen.')
    const cached = await app.call('GET', `/article/${slug}`)
    expect([cached.headers.get('server-timing'), cached.headers.get('set-cookie')]).toEqual(['cache;desc=hit', null])
    const { items } = (await owner.call('GET', `/api/comments?article=${id}`)).body
    expect(items[0]).toMatchObject({ state: 'waiting', name: 'Eva', article: { slug } })
    await owner.call('PATCH', '/api/comments', { ids: [items[0].id], state: 'shown' })
    expect(await page(slug)).toContain('Erst nach dem Lesen.')
    await owner.call('PATCH', '/api/comments', { ids: [items[0].id], state: 'removed', reason: 'advert' })
    expect(await page(slug)).toContain('Dieser Kommentar wurde entfernt: Werbung.')
    await owner.call('PATCH', '/api/comments', { ids: [items[0].id], state: 'shown' })
  })

  test('[COM-3] with 10,000 comments is at most a fifth larger than with 20, and all of them can be reached', async () => {
    const few = await publish(owner, 'Wenige')
    const many = await publish(owner, 'Viele')
    for (const [article, count] of [
      [few, 20],
      [many, 10_000],
    ] as const)
      for (let from = 0; from < count; from += 500) {
        const values = Array.from({ length: Math.min(500, count - from) }, (_, index) => {
          const place = from + index
          const id = `01919191-${(article === few ? 1 : 2).toString().padStart(4, '0')}-7191-9191-${String(place).padStart(12, '0')}`
          const at = new Date(Date.parse('2026-01-01T00:00:00Z') + place * 1000).toISOString()
          return {
            id,
            article_id: article.id,
            root_id: id,
            root_at: at,
            name: `Leser ${place}`,
            text: 'Ein Beitrag von gewöhnlicher Länge, mit *Betonung* und einem zweiten Satz dahinter.',
            state: 'shown',
            visible: 1,
            shown_at: at,
            created_at: at,
          }
        })
        await app.db.insertInto('comments').values(values).execute()
      }
    const sizes = await Promise.all([few, many].map(async ({ slug }) => (await page(slug)).length))
    expect(sizes[1]! / sizes[0]!).toBeLessThan(1.2)
    const last = await read(`/article/${many.slug}/kommentare?seite=500`)
    expect([last.status, idsOn(last.body).length, last.body.includes('Leser 9999')]).toEqual([200, 20, true])
    expect(await page(many.slug)).toContain(`/article/${many.slug}/kommentare?seite=2#kommentare`)
    // Where there is no further page, the comments stand below the article.
    const below = `/article/${many.slug}#kommentare`
    for (const beyond of ['', '?seite=501', '?seite=1', '?seite=0', '?seite=x', '/']) {
      const { status, headers } = await read(`/article/${many.slug}/kommentare${beyond}`)
      expect([status, headers.get('location')], beyond).toEqual([301, below])
    }
  })

  test('[COM-11] takes its comments with it when it is withdrawn, closed to strangers, trashed and finally deleted', async () => {
    const { id, slug, version } = await publish(owner, 'Vergänglich')
    const own = await comment(app, clock, slug, { name: 'Eva', text: 'Bleibe ich hier stehen?' })
    const [commentId = ''] = idsOn(await page(slug))
    const report = `/kommentare/${commentId}/melden`
    expect((await read(report)).status).toBe(200)
    const post = () => postForm(app, `/article/${slug}/kommentare`, { name: 'Eva', text: 'Hallo?' })
    await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
    expect([(await read(report)).status, (await post()).status]).toEqual([302, 302])
    expect((await read(own)).body).not.toContain('Vergänglich')
    expect((await read(own)).body).toContain('Bleibe ich hier stehen?')
    await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
    await owner.call('PATCH', `/api/articles/${id}`, { version, status: 'draft' })
    const addresses = [`/article/${slug}`, `/article/${slug}/kommentare`, report]
    expect(await Promise.all(addresses.map(async (address) => (await read(address)).status))).toEqual([410, 410, 404])
    expect((await post()).status).toBe(404)
    expect((await read(own)).body).not.toContain('Vergänglich')
    const counts = async () => (await owner.call('GET', '/api/comments/counts')).body.shown
    const before = await counts()
    await owner.call('DELETE', `/api/articles/${id}`)
    expect(await counts()).toBe(before - 1)
    expect((await owner.call('GET', `/api/comments?article=${id}`)).body.items).toEqual([])
    await owner.call('DELETE', `/api/trash/articles/${id}`)
    expect((await rows()).filter((row) => row.article_id === id)).toEqual([])
    expect((await read(own)).body).toContain('Er ist gelöscht')
  })
})

test('[COM-12] the comments of an article are a feed and are counted: shown ones alone, newest first, and only while the article has comments', async () => {
  const { id, slug } = await publish(owner, 'Gefolgt')
  await comment(app, clock, slug, { name: 'Eva & Co', text: 'Ein *erster* Beitrag.' })
  await comment(app, clock, slug, { name: 'Timo', text: 'Wartet, wegen https://link.example.' })
  const path = `/article/${slug}/kommentare/atom.xml`
  expect(await page(slug)).toContain(`href="${path}"`)
  const feed = await read(path)
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(feed.body.match(/<entry>/g)).toHaveLength(1)
  expect(feed.body).toMatch(/Kommentar von Eva &amp; Co[^]*&lt;em&gt;erster&lt;\/em&gt;/)
  expect(await page(slug)).toContain('"commentCount":1')
  const [, waiting] = (await rows()).filter((row) => row.article_id === id)
  await owner.call('PATCH', '/api/comments', { ids: [waiting!.id], state: 'shown' })
  expect((await read(path)).body).toMatch(/Kommentar von Timo[^]*Kommentar von Eva/)
  await owner.call('PUT', `/api/articles/${id}/comments`, { mode: 'off', close_after_days: null })
  expect((await read(path)).status).toBe(404)
})

test('[COM-11] the words of a removed comment are kept for 30 days, for whoever objects, and no longer', async () => {
  const { id, slug } = await publish(owner, 'Entfernt')
  const own = await comment(app, clock, slug, { name: 'Grob', text: 'Etwas Ungehöriges.' })
  const [row] = (await rows()).filter((one) => one.article_id === id)
  await owner.call('PATCH', '/api/comments', { ids: [row!.id], state: 'removed', reason: 'insult' })
  const job = { db: app.db, clock: () => new Date(clock.now) } as never
  clock.pass(29 * 86_400)
  expect(await forgetRemovedComments.hasWork?.(job)).toBe(false)
  expect((await read(own)).body).toContain('Etwas Ungehöriges.')
  clock.pass(2 * 86_400)
  expect(await forgetRemovedComments.hasWork?.(job)).toBe(true)
  await forgetRemovedComments.run(job)
  expect((await rows()).find((one) => one.id === row!.id)).toMatchObject({ name: '', text: '', state: 'removed' })
  expect(await page(slug)).toContain('wurde entfernt: Beleidigung oder Hetze.')
  expect(await forgetRemovedComments.hasWork?.(job)).toBe(false)
})

test('[COM-9] a network address is kept as a keyed hash alone, and for less than 24 hours', async () => {
  const { id, slug } = await publish(owner, 'Netz')
  await comment(app, clock, slug, { name: 'Eva', text: 'Woher ich schreibe, geht niemanden an.' })
  const own = async () => (await rows()).filter((row) => row.article_id === id)
  const [row] = await own()
  expect(row?.network_hash).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(await own())).not.toContain('127.0.0.1')
  clock.pass(23 * 3600 + 1)
  const job = { db: app.db, clock: () => new Date(clock.now) } as never
  expect(await forgetNetworksOfComments.hasWork?.(job)).toBe(true)
  await forgetNetworksOfComments.run(job)
  expect((await own())[0]).toMatchObject({ network_hash: null, network_until: null })
  expect(Date.parse(row!.network_until!) - Date.parse(row!.created_at)).toBeLessThan(86_400_000)
})

test('pages with comments and each of their forms are valid', async () => {
  const { slug } = await publish(owner, 'Gültig')
  const own = await comment(app, clock, slug, { name: 'Eva <b>', text: '> Zitat\n\n- eins\n\n```\ncode\n```' })
  const [id = ''] = idsOn(await page(slug))
  const answer = await comment(app, clock, slug, { name: 'Timo', text: 'Antwort.', parent: id })
  const path = `/article/${slug}/kommentare`
  const markup = {
    article: await page(slug),
    preview: (await postForm(app, path, { name: 'Eva', text: 'Hallo', parent: id })).body,
    refusal: (await postForm(app, path, { name: '', text: 'Hallo' })).body,
    edit: (await read(own)).body,
    'edit of an answer': (await read(answer)).body,
    report: (await read(`/kommentare/${id}/melden`)).body,
    'refused report': (await postForm(app, `/kommentare/${id}/melden`, { contact: 'x' })).body,
    deleted: (await read('/kommentar/gibt-es-nicht')).body,
  }
  for (const [name, html] of Object.entries(markup)) expect(await markupFaults(html, name)).toEqual([])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refuseChangesOf, refuseRowsOf } from '../../../../tests/support/broken-article.ts'
import { Clock, comment, postForm, publish } from '../../../../tests/support/commenting.ts'
import { hold } from '../../../../tests/support/held-rows.ts'
import {
  DIALECT,
  startTestApp,
  TEST_SECRET,
  type TestAccount,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import { startSmtpPeer, type SmtpPeer } from '../../../../tests/support/smtp-peer.ts'
import type { Comment } from '../../../contract/comments.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../platform/log.ts'
import { Metrics } from '../../platform/metrics.ts'
import { SCHEDULE } from '../../schedule.ts'
import { nameFault, storeComment } from './comments.service.ts'
import { commentSecrets } from './secrets.ts'
import { realComments, spamComments } from '../../../../tests/support/comment-corpus.ts'

let app: TestApp
let peer: SmtpPeer
let owner: TestAccount
let editor: TestAccount
let clock: Clock
let article: { id: string; slug: string }
let number = 0

beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startTestApp({ env: { SMTP_URL: peer.url, AUTH_MAIL_CONFIRM: 'false' } })
  owner = await app.register()
  editor = await app.register()
  clock = new Clock(app, '2026-03-16T10:00:00Z')
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  await owner.call('PATCH', '/api/account', { display_name: 'Mira Kaya' })
  await owner.call('PATCH', '/api/settings', { comments: 'moderated' })
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})
beforeEach(async () => {
  article = await publish(owner, `Gespräch ${(number += 1)}`)
})

const page = async () => (await app.call<string>('GET', `/article/${article.slug}`)).body
const waiting = async (): Promise<Comment[]> =>
  (await owner.call('GET', `/api/comments?state=waiting&article=${article.id}`)).body.items
const decide = (ids: string[], state: string, reason?: string) =>
  owner.call('PATCH', '/api/comments', { ids, state, ...(reason && { reason }) })
const bell = async () => (await editor.call('GET', '/api/notices')).body.items
const write = (name: string, text: string, parent?: string) =>
  comment(app, clock, article.slug, { name, text, ...(parent && { parent }) })

describe('the desk', () => {
  test('[COM-4] shows, hides and removes several at once with a reason, and takes it back once', async () => {
    const links = [await write('Eva', 'Ein erster Beitrag.'), await write('Timo', 'Ein zweiter Beitrag.')]
    const ids = (await waiting()).map(({ id }) => id)
    expect(await page()).not.toContain('Beitrag.')
    const shown = await decide(ids, 'shown')
    expect(shown.body.items.map((item: { outcome: string }) => item.outcome)).toEqual(['changed', 'changed'])
    expect((await decide(ids, 'shown')).body).toMatchObject({ items: [{ outcome: 'unchanged' }, {}], undo_id: null })
    expect((await page()).match(/Beitrag\./g)).toHaveLength(2)
    expect((await decide(ids, 'removed')).body.fields).toMatchObject([{ field: 'reason' }])
    expect((await decide(ids, 'shown', 'advert')).body.fields).toMatchObject([{ field: 'reason' }])
    const removed = await decide(ids, 'removed', 'insult')
    expect((await page()).match(/wurde entfernt: Beleidigung oder Hetze\./g)).toHaveLength(2)
    for (const link of links) expect((await app.call<string>('GET', link)).body).toContain('Beleidigung oder Hetze')
    expect((await editor.call('POST', `/api/comments/undo/${removed.body.undo_id}`)).status).toBe(404)
    const undos = await Promise.all(
      [1, 2, 3].map(() => owner.call('POST', `/api/comments/undo/${removed.body.undo_id}`)),
    )
    expect(undos.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    expect((await page()).match(/Beitrag\./g)).toHaveLength(2)
    expect((await owner.call('POST', `/api/comments/undo/${shown.body.undo_id}`)).body.items).toMatchObject([
      { outcome: 'changed' },
      { outcome: 'changed' },
    ])
    expect(await page()).not.toContain('Beitrag.')
    await decide(ids, 'shown')
    const hidden = await decide(ids, 'hidden')
    await owner.call('POST', `/api/comments/${ids[0]}/answer`, { text: 'Doch.' })
    expect((await owner.call('POST', `/api/comments/undo/${hidden.body.undo_id}`)).body.items).toMatchObject([
      { outcome: 'failed' },
      { outcome: 'changed' },
    ])
    await decide(ids, 'hidden')
    expect(await page()).not.toMatch(/Beitrag\.|entfernt/)
    const missing = '01919191-9191-7191-9191-919191919191'
    expect((await decide([missing], 'shown')).body.items).toMatchObject([{ outcome: 'failed', title: null }])
  })

  test('[COM-4] a decision or its undo that fails halfway has changed nothing and can be repeated', async () => {
    await write('Eva', 'Halb zurück, erstens.')
    await write('Timo', 'Halb zurück, zweitens.')
    const ids = (await waiting()).map(({ id }) => id)
    const liftUndos = await refuseRowsOf(app.db, 'comment_undos')
    expect((await decide(ids, 'shown')).status).toBe(500)
    expect(await page()).not.toContain('Halb zurück')
    await liftUndos()
    const { body } = await decide(ids, 'shown')
    const undo = () => owner.call('POST', `/api/comments/undo/${body.undo_id}`)
    const lift = await refuseChangesOf(app.db, ids[1]!, 'comments')
    expect((await undo()).status).toBe(500)
    expect((await page()).match(/Halb zurück/g)).toHaveLength(2)
    await lift()
    expect((await undo()).body.items).toMatchObject([{ outcome: 'changed' }, { outcome: 'changed' }])
    expect(await page()).not.toContain('Halb zurück')
    await decide(ids, 'removed', 'advert')
  })

  test('[COM-4] taking back what showed a comment for the first time leaves no trace of it', async () => {
    await write('Eva', 'Nur kurz zu sehen.')
    const [one] = await waiting()
    const { body } = await decide([one!.id], 'shown')
    await owner.call('POST', `/api/comments/undo/${body.undo_id}`)
    await decide([one!.id], 'removed', 'advert')
    expect(await page()).not.toMatch(/Nur kurz|entfernt/)
  })

  test('[COM-4] the bell tells of waiting comments, and no longer of decided ones', async () => {
    await editor.call('POST', '/api/notices/read', { up_to: new Date(clock.now).toISOString() })
    await write('Eva', 'Ein erster Beitrag.')
    await write('Timo', 'Ein zweiter Beitrag.')
    const notice = async () =>
      (await bell()).find((one: { kind: string; read: boolean }) => one.kind === 'comment_waiting' && !one.read)
    expect((await notice()).count).toBeGreaterThanOrEqual(2)
    const before = (await notice()).count
    const [one] = await waiting()
    await decide([one!.id], 'shown')
    expect((await notice()).count).toBe(before - 1)
  })

  test('[COM-6] the team answers with name and mark; the answered comment is shown by that', async () => {
    await write('Eva', 'Stimmt das wirklich so?')
    const [one] = await waiting()
    expect((await owner.call('POST', `/api/comments/${one!.id}/answer`, { text: '  ' })).body.fields).toMatchObject([
      { field: 'text' },
    ])
    const { status, body } = await owner.call('POST', `/api/comments/${one!.id}/answer`, { text: 'Ja, *genau* so.' })
    expect([status, body.team, body.name, body.parent.name]).toEqual([201, true, 'Mira Kaya', 'Eva'])
    const html = await page()
    expect(html).toMatch(/Mira Kaya<\/b>\s*<span class="badge tag team">Redaktion<\/span>/)
    expect(html).toContain('Ja, <em>genau</em> so.')
    expect(html).toContain('Stimmt das wirklich so?')
    await decide([one!.id], 'hidden')
    expect(await page()).not.toContain('genau')
  })

  test('[COM-4] a comment that its writer changes is not shown by a decision on what it was', async () => {
    const own = await write('Eva', 'Ein freundlicher Beitrag.')
    const [one] = await waiting()
    const { id, edited_at } = one!
    clock.pass(5)
    await postForm(app, own, { do: 'change', name: 'Eva', text: 'Etwas ganz anderes.' })
    const show = (read: string | null) =>
      owner.call('PATCH', '/api/comments', { ids: [id], state: 'shown', read: { [id]: read } })
    expect((await show(edited_at)).body.items).toMatchObject([
      { outcome: 'failed', reason: expect.stringContaining('inzwischen geändert') },
    ])
    const answer = (read: string | null) => owner.call('POST', `/api/comments/${id}/answer`, { text: 'Danke.', read })
    expect(await answer(edited_at)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect(await page()).not.toContain('Etwas ganz anderes.')
    const [changed] = await waiting()
    expect(changed).toMatchObject({ text: 'Etwas ganz anderes.', edited_at: expect.any(String) })
    expect((await show(changed!.edited_at)).body.items).toMatchObject([{ outcome: 'changed' }])
    expect((await answer(changed!.edited_at)).status).toBe(201)
    expect(await page()).toContain('Etwas ganz anderes.')
  })

  test('[COM-7] a writer who deletes a removed comment is noted as before, and its words are gone', async () => {
    // What other tests have removed came from the same network.
    const forgetNetworks = () =>
      app.db.updateTable('comments').set({ network_hash: null, network_until: null }).execute()
    await forgetNetworks()
    await owner.call('PATCH', '/api/settings', { comments: 'open' })
    try {
      const own = await write('Rolf', 'Das war unter der Gürtellinie.')
      const shown = `/api/comments?state=shown&article=${article.id}`
      const [one] = (await owner.call('GET', shown)).body.items
      const { undo_id } = (await decide([one.id], 'removed', 'insult')).body
      expect((await postForm(app, own, { do: 'delete' })).status).toBe(303)
      expect((await app.call<string>('GET', own)).body).toContain('Er ist gelöscht')
      const row = await app.db.selectFrom('comments').selectAll().where('id', '=', one.id).executeTakeFirst()
      expect(row).toMatchObject({ state: 'removed', name: '', text: '', text_hash: null })
      expect((await owner.call('POST', `/api/comments/undo/${undo_id}`)).body.items).toMatchObject([
        { outcome: 'failed' },
      ])
      await write('Rolf', 'Dann eben noch einmal.')
      expect(await waiting()).toMatchObject([{ suspicions: ['ein Kommentar aus demselben Netz wurde entfernt'] }])
    } finally {
      await owner.call('PATCH', '/api/settings', { comments: 'moderated' })
      await forgetNetworks()
    }
  })

  test('two answers and a removal at once leave the thread as one of the orders would', async () => {
    await write('Eva', 'Der Anfang des Gesprächs.')
    const [one] = await waiting()
    await decide([one!.id], 'shown')
    const answers = Array.from({ length: 6 }, (_, index) =>
      (index % 2 ? editor : owner).call('POST', `/api/comments/${one!.id}/answer`, { text: `Antwort ${index}` }),
    )
    const results = await Promise.all([...answers, decide([one!.id], 'removed', 'topic'), decide([one!.id], 'hidden')])
    expect(results.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    await decide([one!.id], 'removed', 'topic')
    const rows = await app.db.selectFrom('comments').selectAll().where('root_id', '=', one!.id).execute()
    expect(rows.map(({ visible }) => visible)).toEqual(rows.map(() => 1))
    expect(rows).toHaveLength(7)
  })
})

describe('a report', () => {
  const report = (id: string, fields: Record<string, string>) => postForm(app, `/kommentare/${id}/melden`, fields)

  test.runIf(DIALECT === 'postgres')('[RUL-83] stays where the writer deletes the comment at that moment', async () => {
    const own = await write('Grob', 'Das war nicht nett gemeint.')
    const [one] = await waiting()
    await decide([one!.id], 'shown')
    // The report is inserted, and waits to notify the owner.
    const holder = await hold(app, { table: 'users', id: owner.id })
    try {
      const sent = report(one!.id, { reason: 'insult' })
      await holder.untilWaited(1)
      const deleted = postForm(app, own, { do: 'delete' })
      await holder.untilWaited(2)
      await holder.release()
      expect((await deleted).status).toBe(303)
      const { status, location } = await sent
      expect(status).toBe(303)
      expect((await app.call('GET', location!)).status).toBe(200)
    } finally {
      await holder.release().catch(() => {})
    }
  })

  test('[COM-5] [RUL-83] is acknowledged, decided once with a reason, and both sides are told', async () => {
    const own = await write('Grob', 'Sie haben doch keine Ahnung davon.')
    const [one] = await waiting()
    await decide([one!.id], 'shown')
    const refused = await report(one!.id, { text: 'Ohne Grund.' })
    expect([refused.status, refused.body.includes('Bitte einen Grund wählen.')]).toEqual([400, true])
    expect((await report(one!.id, { reason: 'insult', contact: 'a@b.example\r\nBcc: x@y.example' })).status).toBe(400)
    const sent = await report(one!.id, {
      reason: 'insult',
      text: 'Das ist <b>grob</b>.',
      contact: 'leser@post.example',
    })
    expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/^\/kommentare\/meldung\/[\w-]{43}$/)])
    const outcome = async () => (await app.call<string>('GET', sent.location!)).body
    expect(await outcome()).toContain('Noch nicht entschieden')
    const { items } = (await owner.call('GET', '/api/comment-reports')).body
    expect(items[0]).toMatchObject({ reason: 'insult', contact: 'leser@post.example', comment: { id: one!.id } })
    expect((await bell()).some((notice: { kind: string }) => notice.kind === 'comment_reported')).toBe(true)
    const path = `/api/comment-reports/${items[0].id}`
    expect((await owner.call('PATCH', path, { state: 'upheld', outcome: ' ' })).body.fields).toMatchObject([
      { field: 'outcome' },
    ])
    const verdicts = await Promise.all(
      [owner, editor, owner].map((who) =>
        who.call('PATCH', path, { state: 'upheld', outcome: 'Der Ton war unzumutbar.' }),
      ),
    )
    expect(verdicts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await outcome()).toContain('Der Ton war unzumutbar.')
    expect((await app.call<string>('GET', own)).body).toContain('Beleidigung oder Hetze')
    expect(await page()).toContain('Dieser Kommentar wurde entfernt')
    const row = await app.db
      .selectFrom('comment_reports')
      .selectAll()
      .where('id', '=', items[0].id)
      .executeTakeFirstOrThrow()
    expect(row.contact).toBeNull()
    const config = readConfig({ SMTP_URL: peer.url, DATA_DIR: app.dataDir, PORT: '1', SECRET_KEY: TEST_SECRET })
    const runtime = { db: app.db, log: createLog('silent'), metrics: new Metrics(), config }
    const deliver = () =>
      SCHEDULE.find(({ name }) => name === 'deliver-mails')!.run({
        ...runtime,
        clock: () => new Date(clock.now + 60_000),
        files: undefined as never,
        schedule: [],
      })
    await deliver()
    await deliver()
    expect(peer.mails.filter(({ to }) => to === 'leser@post.example')).toMatchObject([
      { subject: expect.stringContaining('Ihre Meldung'), text: expect.stringContaining('Der Ton war unzumutbar.') },
    ])
    expect((await report(one!.id, { reason: 'insult' })).status).toBe(404)
  })

  test('[COM-5] [RUL-83] outlives its comment: both pages say that its writer has deleted it, and the team still decides', async () => {
    const own = await write('Reue', 'Das nehme ich wieder zurück.')
    const [one] = await waiting()
    await decide([one!.id], 'shown')
    const sent = await report(one!.id, { reason: 'insult' })
    await postForm(app, own, { do: 'delete' })
    const mine = await app.call<string>('GET', sent.location!)
    expect([mine.status, mine.body.includes('Danke für Ihre Meldung')]).toEqual([200, true])
    expect(mine.body).toContain('Der gemeldete Kommentar steht nicht mehr auf dieser Website')
    expect(mine.body).not.toContain('Das nehme ich')
    expect(await page()).not.toContain('Das nehme ich')
    expect((await app.call<string>('GET', own)).body).not.toContain('Das nehme ich')
    const { items } = (await owner.call('GET', '/api/comment-reports')).body
    expect(items[0].comment).toMatchObject({ id: one!.id, state: 'deleted', name: '', text: '' })
    const verdict = { state: 'upheld', outcome: 'Er ist schon weg.' }
    expect((await owner.call('PATCH', `/api/comment-reports/${items[0].id}`, verdict)).status).toBe(200)
    expect((await app.call<string>('GET', sent.location!)).body).toContain('Er ist schon weg.')
  })

  test('[COM-5] reveals nothing of comments that readers do not find', async () => {
    await write('Eva', 'Noch wartet dieser Beitrag.')
    const [one] = await waiting()
    const unknown = '01919191-9191-7191-9191-919191919191'
    const bodies = await Promise.all(
      [one!.id, unknown, 'quatsch', `${unknown}'--`].map(async (id) => {
        const { status, body } = await app.call<string>('GET', `/kommentare/${encodeURIComponent(id)}/melden`)
        return `${status} ${body}`
      }),
    )
    expect(new Set(bodies).size).toBe(1)
    expect((await app.call('GET', '/kommentare/meldung/gibt-es-nicht')).status).toBe(404)
    expect((await app.call('GET', '/kommentar/gibt-es-nicht')).status).toBe(200)
  })
})

test.runIf(DIALECT === 'postgres')('[COM-5] a report of a comment that is deleted meanwhile finds none', async () => {
  await write('Kurz', 'Gleich ist das hier wieder weg.')
  const [one] = await waiting()
  await decide([one!.id], 'shown')
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deletion = app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('comments').where('id', '=', one!.id).execute()
    begun.resolve()
    await goOn.promise
  })
  await begun.promise
  const reported = postForm(app, `/kommentare/${one!.id}/melden`, { reason: 'advert', text: 'Werbung.' })
  const waits = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waits.execute(app.db)).rows.length).toBe(1)
  goOn.resolve()
  await deletion
  expect((await reported).status).toBe(404)
})

test('[COM-7] of 1,000 spam posts none is shown, even where others appear at once; of 1,000 real ones none is refused', async () => {
  const secrets = await commentSecrets(app.db, { SECRET_KEY: TEST_SECRET, dataDir: app.dataDir })
  const now = new Date(clock.now)
  let refused = 0
  const store = async (all: readonly { name: string; text: string }[]) => {
    for (const [index, { name, text }] of all.entries()) {
      if ((await nameFault(app.db, name)) !== null) refused += 1
      const token = `${text} ${index}`
      const sent = { article: { ...article, title: '' }, rootId: null, name, text, nonce: token, token, network: token }
      await storeComment(app.db, { ...sent, mode: 'open' }, { secrets, now })
    }
  }
  const shown = async () =>
    (
      await app.db
        .selectFrom('comments')
        .select('id')
        .where('article_id', '=', article.id)
        .where('state', '=', 'shown')
        .execute()
    ).length
  // Both databases decide alike: the smaller part is enough for one.
  const count = DIALECT === 'sqlite' ? 1000 : 100
  await store(spamComments(count))
  expect(await shown()).toBe(0)
  refused = 0
  await store(realComments(count))
  expect(refused).toBeLessThanOrEqual(count / 50)
  expect(await shown()).toBeGreaterThan(count * 0.9)
})

test('[COM-7] limits hold per network and for all of them, keep the text and say when to come back', async () => {
  const limited = await startTestApp({
    env: {
      AUTH_RATE_LIMIT_COMMENT: '2/600',
      AUTH_RATE_LIMIT_COMMENT_ALL: '3/600',
      AUTH_RATE_LIMIT_COMMENT_PREVIEW: '20/600',
      TRUST_PROXY: '127.0.0.0/8',
    },
  })
  try {
    const first = await limited.register()
    const time = new Clock(limited, '2026-03-16T10:00:00Z')
    await first.call('PATCH', '/api/settings', { comments: 'open' })
    const { slug } = await publish(first, 'Grenzen')
    for (const text of ['Ein erster Beitrag.', 'Ein zweiter Beitrag.'])
      await comment(limited, time, slug, { name: 'Eva', text })
    await expect(
      comment(limited, time, slug, { name: 'Eva', text: 'Der dritte, viel bessere Beitrag.' }),
    ).rejects.toThrow(/storing answered 429[^]*Der dritte, viel bessere Beitrag/)
    const kept = await limited.db.selectFrom('rate_limits').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('127.0.0.1')
    expect(await limited.db.selectFrom('comments').selectAll().execute()).toHaveLength(2)
    const from = (network: number, text: string) =>
      comment(limited, time, slug, { name: 'Eva', text }, { 'x-forwarded-for': `192.0.2.${network}` })
    await from(1, 'Ein Beitrag aus einem anderen Netz.')
    await expect(from(2, 'Der vierte, noch bessere Beitrag.')).rejects.toThrow(
      /storing answered 429[^]*sehr viele Kommentare ein[^]*Der vierte, noch bessere Beitrag/,
    )
  } finally {
    await limited.stop()
  }
})

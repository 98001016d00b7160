import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { growsTooFast } from '../../../../tests/support/growth.ts'
import { startSmtpPeer, type SmtpPeer } from '../../../../tests/support/smtp-peer.ts'
import { startTestApp, TEST_SECRET, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig, type Config } from '../../config.ts'
import { readRows } from './csv.service.ts'
import { planDigests } from './digests.service.ts'
import { missingInDomain } from './mail-domain.service.ts'
import { createLog } from '../../platform/log.ts'
import { mailContent } from '../site/machine-readable/mail-content.ts'
import { sendIssues } from './sending.service.ts'

let peer: SmtpPeer
let app: TestApp
let owner: TestAccount
let config: Config
const SECRET = 'sechzehn-zeichen-und-mehr'

beforeAll(async () => {
  peer = await startSmtpPeer()
  const env = { SMTP_URL: peer.url, SMTP_FROM: 'post@blog.example', MAIL_BOUNCE_ADDRESS: 'zurueck@blog.example' }
  app = await startTestApp({ env: { ...env, MAIL_BOUNCE_SECRET: SECRET, AUTH_MAIL_CONFIRM: 'false' } })
  config = readConfig({
    ...env,
    DATA_DIR: app.dataDir,
    SECRET_KEY: TEST_SECRET,
    ...(app.databaseUrl && { DATABASE_URL: app.databaseUrl }),
  })
  owner = await app.register()
  app.setClock('2026-03-02T10:00:00Z')
  await owner.call('PATCH', '/api/newsletter', { enabled: true, address: 'Weg 1', pace: 6000 })
  app.setClock()
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})
afterEach(async () => {
  app.setClock()
  await app.db.deleteFrom('newsletter_subscribers').execute()
})

const bring = (csv: string, without_proof = false) =>
  owner.call('POST', '/api/subscribers/import', { csv, without_proof })
const list = async () => (await owner.call('GET', '/api/subscribers')).body.items
const stateOf = async (email: string) => (await list()).find((one: { email: string }) => one.email === email)
const sendAt = (at: string) => {
  const parts = { db: app.db, config, clock: () => new Date(at), log: createLog('silent') }
  return sendIssues(parts, mailContent(parts))
}

test('[NEWS-13] a consent of a day that no calendar has, or of one to come, proves nothing', async () => {
  const days = ['2026-02-31T08:00:00Z', '2026-02-31', '9999-01-01T00:00:00Z', '0001-01-01', '2026-02-28']
  const rows = days.map((day, index) => `tag${index}@leser.example;${day};Ja`)
  const { body } = await bring(['email;confirmed_at;confirmed_words', ...rows].join('\n'))
  expect([body.added, body.skipped.map(({ line }: { line: number }) => line)]).toEqual([1, [2, 3, 4, 5]])
})

test('[NEWS-13] subscribers go out and come in as CSV with their proof; without proof they need the owner’s word and are marked', async () => {
  const csv = [
    'email;state;rhythm;confirmed_at;confirmed_words;asked_words',
    'anna@leser.example;active;weekly;2026-01-04T08:12:00Z;"Ja, ich möchte ""das""\nwirklich";Bestellt',
    'ohne@leser.example;;;;;',
    'unsinn;;;;;',
  ].join('\r\n')
  expect((await bring(csv)).body).toEqual({
    added: 1,
    unproven: 0,
    known: 0,
    blocked: 0,
    skipped: [
      { line: 3, reason: 'Ohne Nachweis' },
      { line: 4, reason: 'Keine gültige E-Mail-Adresse' },
    ],
  })
  expect((await bring(csv, true)).body).toMatchObject({ added: 1, unproven: 1, known: 1 })
  const [anna, without] = [await stateOf('anna@leser.example'), await stateOf('ohne@leser.example')]
  expect([anna.is_unproven, anna.rhythm, without.is_unproven, without.state]).toEqual([false, 'weekly', true, 'active'])
  const { consents } = (await owner.call('GET', `/api/subscribers/${anna.id}`)).body
  expect(consents.map(({ kind, words }: { kind: string; words: string }) => [kind, words])).toEqual([
    ['confirmed', 'Ja, ich möchte "das"\nwirklich'],
    ['imported', 'Bestellt'],
  ])
  const file = (await owner.call<string>('GET', '/api/subscribers.csv')).body
  await app.db.deleteFrom('newsletter_subscribers').execute()
  // What went out comes in again: with its proof, and the one without it still without.
  expect((await bring(file)).body).toMatchObject({ added: 1, skipped: [{ reason: 'Ohne Nachweis' }] })
  expect((await owner.call('GET', `/api/subscribers/${(await stateOf('anna@leser.example')).id}`)).body).toMatchObject({
    confirmed_at: '2026-01-04T08:12:00.000Z',
  })
  const refused = await bring('name\nAnna')
  expect([refused.status, refused.body.fields[0].field]).toEqual([400, 'csv'])
})

test('[NEWS-8] returned mails and reports end, pause or block by the return address; without the secret nothing happens', async () => {
  const names = ['hart', 'weich', 'klage', 'abwesend'].map((name) => `${name}@leser.example`)
  await bring(`email\n${names.join('\n')}`, true)
  const article = (await owner.call('POST', '/api/articles', { title: 'Moor', status: 'published' })).body
  const issue = (await owner.call('POST', '/api/issues', { article_id: article.id })).body
  for (const seconds of [60, 120, 180]) await sendAt(new Date(Date.now() + seconds * 1000).toISOString())
  const back = (name: string) => peer.mails.find(({ to }) => to === `${name}@leser.example`)?.returnTo ?? ''
  expect(new Set(names.map((name) => back(name.split('@')[0] ?? ''))).size).toBe(4)
  const report = (type: string, body: string, secret = SECRET) =>
    app.call('POST', '/functions/v1/mail-bounce', body, { 'content-type': type, 'x-bounce-secret': secret })
  const returned = (to: string, status: string, action = 'failed') =>
    `To: ${to}\r\nContent-Type: multipart/report\r\n\r\nFinal-Recipient: rfc822; wer@leser.example\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${status} no such user\r\n`
  expect((await report('message/rfc822', returned(back('hart'), '5.1.1'), 'falsch')).status).toBe(401)
  expect(await stateOf('hart@leser.example')).toMatchObject({ state: 'active' })
  expect((await report('message/rfc822', returned(back('hart'), '5.1.1'))).status).toBe(204)
  expect(await stateOf('hart@leser.example')).toMatchObject({
    state: 'bounced',
    reply: expect.stringContaining('no such user'),
  })
  for (let times = 0; times < 5; times += 1) await report('message/rfc822', returned(back('weich'), '4.2.2', 'delayed'))
  expect(await stateOf('weich@leser.example')).toMatchObject({ state: 'paused' })
  // The notice of an absence is no report.
  await report('message/rfc822', `To: ${back('abwesend')}\r\nSubject: Abwesend\r\n\r\nBis Montag.`)
  expect(await stateOf('abwesend@leser.example')).toMatchObject({ state: 'active' })
  const complaint = { kind: 'complaint', email: 'klage@leser.example', reply: 'abuse' }
  expect((await report('application/json', JSON.stringify(complaint))).status).toBe(204)
  expect(await stateOf('klage@leser.example')).toMatchObject({ state: 'complained' })
  expect((await bring('email\nklage@leser.example', true)).body).toMatchObject({ known: 0, blocked: 1 })
  expect((await report('application/json', '{"kind":"hard"}')).body.fields[0].field).toBe('email')
  expect((await report('application/json', '{')).status).toBe(400)
  expect((await owner.call('GET', `/api/issues/${issue.id}`)).body.counts).toMatchObject({ sent: 3, refused: 1 })
})

test('[NEWS-14] digests hold what is new since the last one, once, and are not sent when nothing is', async () => {
  await bring('email;rhythm\nwoche@leser.example;weekly\nmonat@leser.example;monthly', true)
  const publish = async (title: string, published_at: string) => {
    app.setClock(published_at)
    await owner.call('POST', '/api/articles', { title, status: 'published', published_at })
    app.setClock()
  }
  const plan = (at: string) => planDigests({ db: app.db, config, clock: () => new Date(at) })
  const mailsOf = (name: string) => peer.mails.filter(({ to }) => to === `${name}@leser.example`)
  await publish('Erste Woche', '2026-03-04T09:00:00Z')
  await plan('2026-03-07T12:00:00Z')
  expect(mailsOf('woche')).toEqual([])
  // Sunday at seven in Berlin; several instances plan it once.
  for (const at of ['2026-03-08T06:00:05Z', '2026-03-08T06:01:05Z']) await Promise.all([plan(at), plan(at), plan(at)])
  await sendAt('2026-03-08T06:02:00Z')
  await sendAt('2026-03-08T06:03:30Z')
  expect(mailsOf('woche')).toMatchObject([{ text: expect.stringContaining('Erste Woche') }])
  expect(mailsOf('monat')).toEqual([])
  // Nothing new: no mail.
  await plan('2026-03-15T06:00:05Z')
  await sendAt('2026-03-15T06:02:00Z')
  expect(mailsOf('woche')).toHaveLength(1)
  await publish('Dritte Woche', '2026-03-17T09:00:00Z')
  await plan('2026-03-22T06:00:05Z')
  await plan('2026-04-01T05:00:05Z')
  for (const at of ['2026-03-22T06:02:00Z', '2026-04-01T05:02:00Z']) await sendAt(at)
  const [, second] = mailsOf('woche')
  expect(second?.text).toContain('Dritte Woche')
  expect(second?.text).not.toContain('Erste Woche')
  const [monthly] = mailsOf('monat')
  expect(monthly?.text).toContain('Erste Woche')
  expect(monthly?.text).toContain('Dritte Woche')
})

test('[NEWS-14] a digest is sent by hand to those of its rhythm, and the next one begins where it ends', async () => {
  await bring('email;rhythm\nhand@leser.example;weekly\nsonst@leser.example;monthly', true)
  const publish = async (title: string, published_at: string) => {
    app.setClock(published_at)
    await owner.call('POST', '/api/articles', { title, status: 'published', published_at })
  }
  const mailsOf = (name: string) => peer.mails.filter(({ to }) => to === `${name}@leser.example`)
  const send = (more: Record<string, unknown> = {}) =>
    owner.call('POST', '/api/issues', { digest: { rhythm: 'weekly' }, subject: 'Vor der Pause', ...more })
  await publish('Vor der Pause erschienen', '2026-06-03T09:00:00Z')
  app.setClock('2026-06-04T08:00:00Z')
  const { body } = await owner.call('POST', '/api/issues/preview', { digest: { rhythm: 'weekly' } })
  expect([body.subject, body.text.includes('Vor der Pause erschienen')]).toEqual(['Diese Woche: Blog', true])
  // Many at once: each article is in one digest.
  const sent = await Promise.all(Array.from({ length: 6 }, () => send()))
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = sent.find(({ status }) => status === 400)?.body.fields
  expect(refused).toEqual([{ field: 'digest', reason: 'In dieser Zeit ist nichts Neues erschienen.' }])
  await sendAt('2026-06-04T08:01:00Z')
  expect(mailsOf('hand')).toMatchObject([{ subject: 'Vor der Pause' }])
  expect(mailsOf('sonst')).toEqual([])
  await publish('Danach erschienen', '2026-06-05T09:00:00Z')
  await planDigests({ db: app.db, config, clock: () => new Date('2026-06-07T05:00:05Z') })
  await sendAt('2026-06-07T05:02:00Z')
  expect(mailsOf('hand')[1]?.text).toContain('Danach erschienen')
  expect(mailsOf('hand')[1]?.text).not.toContain('Vor der Pause erschienen')
  // One taken back covers nothing, and a given time is covered again.
  app.setClock('2026-06-08T08:00:00Z')
  const again = await send({ digest: { rhythm: 'weekly', from: '2026-06-01T00:00:00Z' } })
  expect((await owner.call('POST', `/api/issues/${again.body.id}/stop`)).body.state).toBe('withdrawn')
  expect((await send()).status).toBe(400)
  const both = await send({ article_id: again.body.id })
  expect([both.status, both.body.fields[0].field]).toEqual([400, 'article_id'])
  app.setClock()
})

test('[NEWS-12] the check of the sender’s domain says what SPF, DKIM and DMARC lack, and that there is no network', async () => {
  const records: Record<string, string[]> = { 'blog.example': ['v=spf1 include:mail.example -all'] }
  const read = async (name: string) => records[name] ?? []
  const parts = { db: app.db, config }
  expect(await missingInDomain(parts, read)).toMatch(/^Der Domain blog\.example fehlt .*DKIM.*, DMARC/)
  records['_dmarc.blog.example'] = ['v=DMARC1; p=none']
  records['s1._domainkey.blog.example'] = ['v=DKIM1; k=rsa; p=MIIB']
  expect(await missingInDomain(parts, read)).toBeNull()
  const away = async () => Promise.reject(Object.assign(new Error('queryTxt'), { code: 'ECONNREFUSED' }))
  expect(await missingInDomain(parts, away)).toContain('kein Netz oder kein Namensdienst (ECONNREFUSED)')
})

test('[NEWS-13] a CSV of many columns and many rows is read in linear time', () => {
  const csv = (size: number) => `email;${'x;'.repeat(size)}\n${'ada@leser.example\n'.repeat(size)}`
  expect(growsTooFast(6000, (size) => readRows(csv(size)))).toBeNull()
  expect(readRows(csv(2))).toEqual([2, 3].map((line) => ({ line, values: { email: 'ada@leser.example' } })))
})

test('[NEWS-13] a skipped row has the number that a spreadsheet shows, also behind an empty one', async () => {
  const { body } = await bring('email\n\n"a"\n;;\nohne@leser.example')
  expect(body.skipped.map(({ line }: { line: number }) => line)).toEqual([3, 5])
})

test('[NEWS-13] a quote without an end is refused with its row, and nothing is imported', async () => {
  const csv = 'email;confirmed_words\nerste@leser.example;Ja\nzweite@leser.example;"Ja\ndritte@leser.example;Ja\n'
  const { status, body } = await bring(csv, true)
  expect([status, body.fields]).toEqual([
    400,
    [{ field: 'csv', reason: 'Zeile 3: Ein Anführungszeichen hat kein Ende.' }],
  ])
  expect((await owner.call('GET', '/api/subscribers?q=leser.example')).body.items).not.toContainEqual(
    expect.objectContaining({ email: 'erste@leser.example' }),
  )
})

test('[NEWS-13] files of other programs subscribe nobody who has left there', async () => {
  const files = [
    'id,email,subscribed_to_emails\n1,an@ghost.example,true\n2,aus@ghost.example,false',
    '"uuid","email","attributes","status"\n"x","an@listmonk.example","{""a"":1}","enabled"\n"y","aus@listmonk.example","{}","blocklisted"',
    'Email Address\tStatus\nan@chimp.example\tSubscribed\naus@chimp.example\tunsubscribed',
    'E-Mail;state\nan@eigen.example;active\naus@eigen.example;abgemeldet',
  ]
  for (const file of files) {
    const { body } = await bring(file, true)
    expect(body, file).toMatchObject({
      added: 1,
      skipped: [{ line: 3, reason: expect.stringMatching(/^Nicht abonniert: „/) }],
    })
  }
  expect((await bring('email\tstate\nweg@eigen.example\tleft', true)).body).toMatchObject({ added: 1 })
  expect((await stateOf('weg@eigen.example')).state).toBe('left')
})

test('[NEWS-14] digests of the weeks in which the clocks change go out at seven by the new clock', async () => {
  await bring('email;rhythm\nuhr@leser.example;weekly', true)
  const plan = (at: string) => planDigests({ db: app.db, config, clock: () => new Date(at) })
  const due = async () =>
    (await owner.call('GET', '/api/issues?limit=100')).body.items.map((issue: { due_at: string }) => issue.due_at)
  for (const [news, early, sunday] of [
    ['2026-10-25T00:30:00Z', '2026-10-25T05:59:00Z', '2026-10-25T06:00:00.000Z'],
    ['2026-11-01T05:30:00Z', '2026-11-01T05:59:00Z', '2026-11-01T06:00:00.000Z'],
    ['2027-03-28T00:59:00Z', '2027-03-28T04:59:00Z', '2027-03-28T05:00:00.000Z'],
  ] as const) {
    const { id } = (await owner.call('POST', '/api/articles', { title: news, status: 'published' })).body
    await app.db.updateTable('articles').set({ first_published_at: news }).where('id', '=', id).execute()
    const before = await due()
    await plan(early)
    expect(await due(), early).toEqual(before)
    for (let again = 0; again < 2; again += 1) await plan(sunday)
    expect((await due()).filter((at: string) => !before.includes(at))).toEqual([sunday])
  }
})

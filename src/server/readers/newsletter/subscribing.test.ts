import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSmtpPeer, type ReceivedMail, type SmtpPeer } from '../../../../tests/support/smtp-peer.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { orderMail } from '../../people/mail/mail-orders.service.ts'
import { requestSubscription, sweepSubscribers } from './subscribing.service.ts'

let peer: SmtpPeer
let app: TestApp
let owner: TestAccount

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const OFF = { AUTH_RATE_LIMIT_NEWSLETTER: 'off', AUTH_RATE_LIMIT_NEWSLETTER_ALL: 'off' }
const post = (path: string, fields: Record<string, string> = {}) =>
  app.call<string>('POST', path, new URLSearchParams(fields).toString(), FORM)
const subscribe = (email: string, more: Record<string, string> = {}) =>
  post('/newsletter', { email, rhythm: 'weekly', form: 'artikel', page: '/article/moor', ...more })
const pathOf = (mail: ReceivedMail) => new URL(mail.link).pathname
const orders = () => app.db.selectFrom('auth_mail_orders').select('email').execute()
/** Every order has been processed. */
const settled = async () => {
  await expect.poll(orders).toEqual([])
}
const address = () => `${crypto.randomUUID()}@leser.example`
const stored = (email: string) =>
  app.db.selectFrom('newsletter_subscribers').selectAll().where('email', '=', email).executeTakeFirst()
/** Everything about subscribers that a link could change. */
const everything = async () => {
  const subscribers = await app.db.selectFrom('newsletter_subscribers').selectAll().orderBy('id').execute()
  const consents = await app.db.selectFrom('newsletter_consents').selectAll().orderBy('id').execute()
  const requests = await app.db.selectFrom('newsletter_requests').selectAll().orderBy('token_hash').execute()
  return JSON.stringify([subscribers, consents, requests])
}
/** A confirmed subscriber, with the path of its settings. */
async function confirmed(email = address()): Promise<{ email: string; token: string }> {
  await subscribe(email)
  const { body } = await post(pathOf(await peer.next(email)))
  return { email, token: /einstellungen\/([\w-]+)/.exec(body)?.[1] ?? '' }
}

beforeAll(async () => {
  peer = await startSmtpPeer()
  app = await startTestApp({
    env: { SMTP_URL: peer.url, SMTP_FROM: 'post@blog.example', AUTH_MAIL_CONFIRM: 'false', ...OFF },
  })
  owner = await app.register()
  await owner.call('PATCH', '/api/settings', { site_title: 'Moorblatt', base_url: 'https://moor.example' })
  const saved = await owner.call('PATCH', '/api/newsletter', {
    enabled: true,
    address: 'Ada Moor, Weg 1, 04229 Leipzig',
  })
  expect(saved.body).toMatchObject({ enabled: true, available: true, sender: 'post@blog.example', pace: 20 })
  await owner.call('POST', '/api/articles', { title: 'Moor', status: 'published' })
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})
beforeEach(() => app.setClock())

test('[NEWS-1] [RUL-77] subscribing takes one mail and one button, without script and cookie', async () => {
  const email = address()
  const form = await app.call<string>('GET', '/newsletter')
  expect(form.body).toContain('<form class="form" action="/newsletter" method="post">')
  expect((await app.call<string>('GET', '/article/moor')).body).toContain('name="page" value="/article/moor"')
  const sent = await subscribe(email)
  expect([sent.status, sent.headers.get('location'), sent.headers.get('set-cookie')]).toEqual([
    303,
    '/newsletter/danke',
    null,
  ])
  const mail = await peer.next(email)
  expect(mail).toMatchObject({
    from: 'post@blog.example',
    fromName: 'Moorblatt',
    subject: expect.stringContaining('Moorblatt'),
  })
  expect(mail.link).toMatch(/^https:\/\/moor\.example\/newsletter\/bestaetigen\/[\w-]{43}$/)
  expect(mail.html).not.toMatch(/<img|Unterwegs|Moor\b.*article/)
  expect((await stored(email))?.state).toBe('pending')
  const before = await app.call<string>('GET', pathOf(mail))
  expect(before.body).toContain('Ja, ich möchte den Newsletter')
  const after = await post(pathOf(mail))
  expect(after.body).toContain('Sie sind dabei')
  expect(await stored(email)).toMatchObject({ state: 'active', rhythm: 'weekly' })
  // Repeated, at once or later, nothing more happens.
  const again = await Promise.all([post(pathOf(mail)), post(pathOf(mail)), post(pathOf(mail))])
  expect(again.map(({ body }) => body)).toEqual([after.body, after.body, after.body])
  expect(peer.mails.filter(({ to }) => to === email)).toHaveLength(1)
})

test('[NEWS-5] [RUL-79] the proof holds request, words, page, time, mail and confirmation; the network address for 30 days', async () => {
  const { email } = await confirmed()
  const { id } = (await owner.call('GET', `/api/subscribers?q=${email}`)).body.items[0]
  const proof = (await owner.call('GET', `/api/subscribers/${id}`)).body
  expect(proof).toMatchObject({ email, state: 'active', is_unproven: false })
  expect(proof.consents).toMatchObject([
    {
      kind: 'asked',
      page: '/article/moor',
      rhythm: 'weekly',
      ip: '127.0.0.1',
      words: expect.stringContaining('[Abonnieren]'),
    },
    { kind: 'confirmed', words: expect.stringContaining('[Ja, ich möchte den Newsletter]') },
  ])
  expect(proof.consents[0].words).toContain('Erst nach Ihrer Bestätigung.')
  const mail = peer.mails.find(({ to }) => to === email)
  expect(mail?.headers.find(({ key }) => key === 'message-id')?.value).toBe(proof.consents[0].mail_id)
  await sweepSubscribers({ db: app.db, clock: () => new Date(Date.now() + 31 * 86_400_000) })
  const later = (await owner.call('GET', `/api/subscribers/${id}`)).body
  expect(later.consents.map(({ ip }: { ip: string | null }) => ip)).toEqual([null, null])
})

test('[NEWS-3] [RUL-77] fetching any link by GET or HEAD changes nothing', async () => {
  const { token } = await confirmed()
  const email = address()
  await subscribe(email)
  const links = [
    pathOf(await peer.next(email)),
    ...['abmelden', 'einstellungen', 'loeschen', 'daten'].map((page) => `/newsletter/${page}/${token}`),
    '/newsletter',
    '/newsletter/danke',
  ]
  await settled()
  const before = await everything()
  for (const link of links)
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await app.call(method, link)
      expect([method, link, status]).toEqual([method, link, 200])
      expect(headers.get('set-cookie')).toBeNull()
      if (/\/[\w-]{43}$/.test(link)) expect(headers.get('cache-control')).toBe('private, no-store')
    }
  expect(await everything()).toBe(before)
})

test('[NEWS-2] [RUL-77] every address gets the same response and the same work, known or not', async () => {
  const known = await confirmed()
  const left = await confirmed()
  await post(`/newsletter/abmelden/${left.token}`)
  const gone = await confirmed()
  await post(`/newsletter/loeschen/${gone.token}`, { nie: 'ja' })
  const pending = address()
  await subscribe(pending)
  await peer.next(pending)
  await settled()
  const before = await everything()
  const seen = new Set<string>()
  for (const email of [known.email, left.email, gone.email, pending, address()]) {
    const { status, headers, body } = await subscribe(email)
    const own = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
    seen.add(JSON.stringify([status, own, body]))
    await settled()
  }
  expect(seen.size).toBe(1)
  // Those within ten minutes of the last mail, and the blocked one, got none.
  expect(peer.mails.filter(({ to }) => [known.email, left.email, gone.email, pending].includes(to))).toHaveLength(4)
  expect((await everything()).length).toBeGreaterThan(before.length)
  expect(await stored(gone.email)).toBeUndefined()
})

test('[NEWS-2] one address gets one mail in ten minutes and three a day, however many ask at once', async () => {
  const email = address()
  const start = Date.now() - 3 * 86_400_000
  const count = () => peer.mails.filter(({ to }) => to === email).length
  const at = async (minutes: number) => {
    app.setClock(new Date(start + minutes * 60_000))
    await Promise.all([1, 2, 3].map(() => subscribe(email)))
    await settled()
    return count()
  }
  const counts = []
  for (const minutes of [0, 9, 11, 25, 60, 24 * 60 - 1, 24 * 60 + 1]) counts.push(await at(minutes))
  expect(counts).toEqual([1, 1, 2, 3, 3, 3, 4])
})

test('[NEWS-4] [RUL-78] one POST unsubscribes, by the header or by the button; both are idempotent', async () => {
  const { email, token } = await confirmed()
  const path = `/newsletter/abmelden/${token}`
  expect((await app.call<string>('GET', path)).body).toContain('Abmelden?')
  const answers = await Promise.all([1, 2, 3].map(() => post(path, { 'List-Unsubscribe': 'One-Click' })))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await stored(email)).toMatchObject({ state: 'left' })
  const left = await app.db.selectFrom('newsletter_consents').selectAll().where('kind', '=', 'left').execute()
  expect(left.filter(({ subscriber_id }) => subscriber_id === left.at(-1)?.subscriber_id)).toHaveLength(1)
  // An unknown link gets the same response.
  expect((await post('/newsletter/abmelden/gibt-es-nicht')).status).toBe(200)
  // The link of the confirmation does not subscribe again.
  const mail = peer.mails.find(({ to }) => to === email)!
  expect((await post(pathOf(mail))).status).toBe(404)
  expect(await stored(email)).toMatchObject({ state: 'left' })
  expect(peer.mails.filter(({ to }) => to === email)).toHaveLength(1)
})

describe('settings of a reader', () => {
  test('change the rhythm, pause, hand out the data, and move to a confirmed address', async () => {
    const { email, token } = await confirmed()
    const path = `/newsletter/einstellungen/${token}`
    expect((await post(path, { was: 'rhythmus', rhythm: 'monthly' })).body).toContain('Gespeichert.')
    expect(await stored(email)).toMatchObject({ state: 'active', rhythm: 'monthly' })
    await post(path, { was: 'rhythmus', rhythm: 'pause' })
    expect(await stored(email)).toMatchObject({ state: 'paused', rhythm: 'monthly' })
    await post(path, { was: 'rhythmus', rhythm: 'each' })
    const data = await app.call('GET', `/newsletter/daten/${token}`)
    expect(data.body.consents.map(({ kind }: { kind: string }) => kind)).toEqual([
      'asked',
      'confirmed',
      'changed',
      'changed',
      'changed',
    ])
    const other = address()
    expect((await post(path, { was: 'adresse', email: 'unsinn' })).status).toBe(400)
    expect((await post(path, { was: 'adresse', email: other })).headers.get('location')).toBe('/newsletter/danke')
    const mail = await peer.next(other)
    expect([(await stored(email))?.state, (await stored(other))?.state]).toEqual(['active', 'pending'])
    await post(pathOf(mail))
    expect([(await stored(email))?.state, (await stored(other))?.state]).toEqual(['left', 'active'])
    expect((await stored(other))?.rhythm).toBe('each')
  })

  test('[RUL-79] deleting keeps nothing but a keyed hash, where wanted', async () => {
    const one = await confirmed()
    await post(`/newsletter/loeschen/${one.token}`)
    expect(await stored(one.email)).toBeUndefined()
    expect((await app.call('GET', `/newsletter/einstellungen/${one.token}`)).status).toBe(404)
    const two = await confirmed()
    await post(`/newsletter/loeschen/${two.token}`, { nie: 'ja' })
    const blocked = await app.db.selectFrom('newsletter_blocked').selectAll().execute()
    expect(JSON.stringify(blocked)).not.toContain(two.email.split('@')[0])
    expect(blocked.at(-1)?.hash).toMatch(/^[\w-]{43}$/)
  })
})

test('[NEWS-11] unconfirmed addresses go after 30 days, former ones after three years with all their proof', async () => {
  const pending = address()
  await subscribe(pending)
  const link = pathOf(await peer.next(pending))
  const { email, token } = await confirmed()
  const active = await confirmed()
  await post(`/newsletter/abmelden/${token}`)
  const sweep = (days: number) => {
    app.setClock(new Date(Date.now() + days * 86_400_000))
    return sweepSubscribers({ db: app.db, clock: () => new Date(Date.now() + days * 86_400_000) })
  }
  await sweep(29)
  expect((await app.call('GET', link)).status).toBe(200)
  await sweep(31)
  expect(await stored(pending)).toBeUndefined()
  expect((await app.call('GET', link)).status).toBe(404)
  await sweep(3 * 365 - 1)
  expect((await stored(email))?.state).toBe('left')
  const { id } = (await stored(email))!
  await sweep(3 * 366 + 1)
  expect(await stored(email)).toBeUndefined()
  const proof = app.db.selectFrom('newsletter_consents').select('id').where('subscriber_id', '=', id)
  expect(await proof.execute()).toEqual([])
  expect((await stored(active.email))?.state).toBe('active')
})

describe('attacks by strangers', () => {
  test('no field writes a header, redirects elsewhere, or is shown unescaped', async () => {
    await owner.call('PATCH', '/api/newsletter', { name: 'Moor "> <b>' })
    await owner.call('PATCH', '/api/settings', { site_title: 'Moor\r\nBcc: opfer@leser.example' })
    const count = peer.mails.length
    for (const email of [
      'a@leser.example\r\nBcc: opfer@leser.example',
      'a@leser.example%0d%0aBcc:opfer@leser.example',
      'a@leser.example, opfer@leser.example',
      '"><script>alert(1)</script>@leser.example',
      '<opfer@leser.example>',
    ]) {
      const { status, body } = await subscribe(email)
      expect([email, status]).toEqual([email, 400])
      expect(body).not.toContain('<script>alert')
    }
    const email = address()
    const more = { page: '//boese.example/', next: 'https://boese.example', redirect: 'https://boese.example' }
    expect((await subscribe(email, more)).headers.get('location')).toBe('/newsletter/danke')
    const mail = await peer.next(email)
    expect(mail.headers.filter(({ key }) => key === 'bcc' || key === 'cc')).toEqual([])
    expect(mail.html).toContain('Moor &quot;&gt; &lt;b&gt;')
    expect(peer.mails).toHaveLength(count + 1)
    for (const path of ['/newsletter/danke?next=https://boese.example', '/newsletter/danke//boese.example']) {
      const answer = await app.call<string>('GET', path)
      expect(answer.headers.get('location') ?? '/').toMatch(/^\/(?!\/)/)
      expect(answer.body).not.toContain('boese.example"')
    }
    await owner.call('PATCH', '/api/newsletter', { name: '' })
    await owner.call('PATCH', '/api/settings', { site_title: 'Moorblatt' })
  })

  test('bodies that are too large or no form are refused, and tokens are stored as hashes', async () => {
    expect((await post('/newsletter', { email: address(), page: 'x'.repeat(5000) })).status).toBe(400)
    expect((await app.call('POST', '/newsletter', { email: address() })).status).toBe(400)
    const { token } = await confirmed()
    expect(await everything()).not.toContain(token)
  })

  test('a network is limited whatever the address, and the whole installation, too', async () => {
    const env = { SMTP_URL: peer.url, AUTH_RATE_LIMIT_NEWSLETTER: '3/600', AUTH_RATE_LIMIT_NEWSLETTER_ALL: '4/600' }
    const limited = await startTestApp({ env: { ...env, TRUST_PROXY: '127.0.0.0/8' } })
    try {
      const own = await limited.register()
      await own.call('PATCH', '/api/newsletter', { enabled: true, address: 'Weg 1' })
      const ask = (email: string, from: string) =>
        limited.call('POST', '/newsletter', `email=${email}`, { ...FORM, 'x-forwarded-for': from })
      const statuses = []
      for (const email of ['a', 'a', 'b', 'c']) statuses.push((await ask(`${email}@leser.example`, '192.0.2.1')).status)
      statuses.push((await ask('d@leser.example', '192.0.2.2')).status)
      statuses.push((await ask('e@leser.example', '192.0.2.3')).status)
      expect(statuses).toEqual([303, 303, 303, 429, 303, 429])
      // The page keeps what was typed.
      const { body, headers } = await ask('f@leser.example&rhythm=monthly', '192.0.2.3')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body).toMatch(/class="fault"[^>]*>Gerade gibt es viele Anmeldungen/)
      expect(body).toContain('value="f@leser.example"')
      expect(body).toMatch(/checked="" value="monthly"/)
    } finally {
      await limited.stop()
    }
  })
})

test('[NEWS-12] without a mail server nothing of it is offered', async () => {
  const plain = await startTestApp()
  try {
    const own = await plain.register()
    const refused = await own.call('PATCH', '/api/newsletter', { enabled: true, address: 'Weg 1' })
    expect([refused.status, refused.body.fields[0].field]).toEqual([400, 'enabled'])
    expect((await own.call('GET', '/api/newsletter')).body).toMatchObject({ available: false, enabled: false })
    expect((await plain.call('GET', '/newsletter')).status).toBe(404)
    expect((await plain.call('POST', '/newsletter', 'email=a@leser.example', FORM)).status).toBe(404)
  } finally {
    await plain.stop()
  }
})

test('a new address is asked to confirm, also where the former one is deleted before its mail is written', async () => {
  const { email, token } = await confirmed()
  const next = address()
  const { id } = (await stored(email))!
  // The order alone: its mail is written after the deletion.
  await requestSubscription(
    { db: app.db, clock: () => new Date() } as Parameters<typeof requestSubscription>[0],
    { email: next, rhythm: 'each', page: '/newsletter/einstellungen', form: 'seite', ip: '::1', replacesId: id },
    orderMail,
  )
  await post(`/newsletter/loeschen/${token}`)
  await subscribe(address())
  await post(pathOf(await peer.next(next)))
  expect((await stored(next))?.state).toBe('active')
})

test('a new address takes the place of the former one, also where another mail has confirmed it meanwhile', async () => {
  const { email, token } = await confirmed()
  const next = address()
  await subscribe(next)
  const first = await peer.next(next)
  app.setClock(new Date(Date.now() + 11 * 60_000))
  await post(`/newsletter/einstellungen/${token}`, { was: 'adresse', email: next })
  await expect.poll(() => peer.mails.filter(({ to }) => to === next)).toHaveLength(2)
  const second = peer.mails.findLast(({ to }) => to === next)!
  await post(pathOf(first))
  expect([(await stored(email))?.state, (await stored(next))?.state]).toEqual(['active', 'active'])
  expect((await post(pathOf(second))).body).toContain('Sie sind dabei')
  expect([(await stored(email))?.state, (await stored(next))?.state]).toEqual(['left', 'active'])
})

test('[NEWS-11] a link that was asked for again is valid for 30 days of its own', async () => {
  const email = address()
  await subscribe(email)
  await peer.next(email)
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  app.setClock(days(29))
  await subscribe(email)
  await expect.poll(() => peer.mails.filter(({ to }) => to === email)).toHaveLength(2)
  const link = pathOf(peer.mails.findLast(({ to }) => to === email)!)
  const sweep = (count: number) => {
    app.setClock(days(count))
    return sweepSubscribers({ db: app.db, clock: () => days(count) })
  }
  await sweep(31)
  expect((await app.call('GET', link)).status).toBe(200)
  await sweep(60)
  expect(await stored(email)).toBeUndefined()
})

test('the team reads the list, ends a subscription, and only owners delete', async () => {
  const { email } = await confirmed()
  const editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  const page = (await editor.call('GET', `/api/subscribers?q=${email.slice(0, 8)}&state=active`)).body
  expect(page.items).toMatchObject([{ email, rhythm: 'weekly' }])
  expect(page.counts.active).toBeGreaterThan(0)
  const { id } = page.items[0]
  expect((await editor.call('POST', `/api/subscribers/${id}/leave`)).body).toMatchObject({ state: 'left' })
  expect((await editor.call('DELETE', `/api/subscribers/${id}`)).status).toBe(403)
  expect((await owner.call('DELETE', `/api/subscribers/${id}`, { block: 'false' })).body.fields[0].field).toBe('block')
  expect((await owner.call('DELETE', `/api/subscribers/${id}`, { block: true })).status).toBe(204)
  expect((await owner.call('GET', `/api/subscribers/${id}`)).status).toBe(404)
  const added = await owner.call('POST', '/api/subscribers/import', { csv: `email\n${email}`, without_proof: true })
  expect(added.body).toMatchObject({ added: 0, blocked: 1 })
})

test.runIf(DIALECT === 'postgres')(
  '[RUL-79] a request beside the deletion of an address that is never to get mail again does not bring it back',
  async () => {
    const { email } = await confirmed()
    const { id, email_hash } = (await stored(email))!
    const client = new pg.Client({ connectionString: app.databaseUrl })
    await client.connect()
    await client.query('begin')
    await client.query('insert into newsletter_blocked (hash, created_at) values ($1, now())', [email_hash])
    await client.query('delete from newsletter_subscribers where id = $1', [id])
    app.setClock(new Date(Date.now() + 11 * 60_000))
    await subscribe(email)
    const waiting = `select 1 from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`
    await expect
      .poll(async () => {
        await client.query('select pg_stat_clear_snapshot()')
        return (await client.query(waiting)).rowCount
      })
      .toBe(1)
    await client.query('commit')
    await client.end()
    await settled()
    expect(await stored(email)).toBeUndefined()
    expect(peer.mails.filter(({ to }) => to === email)).toHaveLength(1)
  },
)

test('[NEWS-13] an import beside the deletion of an address that is never to get mail again does not bring it back', async () => {
  for (let round = 0; round < 8; round += 1) {
    const csv = `email\n${address()}`
    const add = () => owner.call('POST', '/api/subscribers/import', { csv, without_proof: true })
    await add()
    const email = csv.slice(6)
    const { id } = (await stored(email))!
    await Promise.all([owner.call('DELETE', `/api/subscribers/${id}`, { block: true }), add(), add(), add()])
    expect(await stored(email)).toBeUndefined()
  }
})

import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hold } from '../../../../tests/support/held-rows.ts'
import { startSmtpPeer, type ReceivedMail, type SmtpPeer } from '../../../../tests/support/smtp-peer.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig, type Config } from '../../config.ts'
import { sqliteFile } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createLog } from '../../platform/log.ts'
import { newId } from '../../platform/ids.ts'
import { mailContent } from '../site/machine-readable/mail-content.ts'
import { claimNext, finishIssue, releaseStale } from './issues.queries.ts'
import { hashOfToken, newsletterKeys } from './keys.ts'
import { hasIssues, sendIssues } from './sending.service.ts'

let peer: SmtpPeer
let app: TestApp
let owner: TestAccount
let config: Config
/** Seconds by which the clock is ahead. */
let ahead = 0
const SECRET_KEY = 'a secret of forty characters, for tests.'
const clock = () => new Date(Date.now() + ahead * 1000)

beforeAll(async () => {
  peer = await startSmtpPeer()
  const env = { SMTP_URL: peer.url, SMTP_FROM: 'post@blog.example', MAIL_BOUNCE_ADDRESS: 'zurueck@blog.example' }
  app = await startTestApp({ env: { ...env, AUTH_MAIL_CONFIRM: 'false' } })
  config = readConfig({
    ...env,
    DATA_DIR: app.dataDir,
    SECRET_KEY,
    ...(app.databaseUrl && { DATABASE_URL: app.databaseUrl }),
  })
  owner = await app.register()
  await owner.call('PATCH', '/api/settings', { site_title: 'Moorblatt', base_url: 'https://moor.example' })
  await owner.call('PATCH', '/api/newsletter', { enabled: true, address: 'Ada Moor\nWeg 1, 04229 Leipzig', pace: 6000 })
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})
afterEach(async () => {
  peer.treat(() => 'accept')
  await app.db.deleteFrom('newsletter_subscribers').execute()
})

/** Active subscribers with these addresses, or that number of them. */
async function subscribers(emails: readonly string[] | number, rhythm = 'each'): Promise<string[]> {
  const list =
    typeof emails === 'number'
      ? Array.from({ length: emails }, (_, i) => `leser-${newId()}-${i}@leser.example`)
      : emails
  const keys = await newsletterKeys({ db: app.db, config })
  const at = '2026-01-04T08:12:00.000Z'
  for (const email of list) {
    const id = newId()
    const own = { id, email, email_hash: keys.hashOf(email), token_hash: hashOfToken(keys.tokenOf(id)) }
    const rest = { state: 'active', rhythm, reply: null, confirmed_at: at, state_since: at, created_at: at }
    await app.db
      .insertInto('newsletter_subscribers')
      .values({ ...own, ...rest })
      .execute()
  }
  return [...list]
}
const article = async (input: object = {}) =>
  (
    await owner.call('POST', '/api/articles', {
      title: `Moor ${newId()}`,
      status: 'published',
      content_markdown: 'Text',
      ...input,
    })
  ).body
const issueOf = async (input: object) => (await owner.call('POST', '/api/issues', input)).body
const read = async (id: string) => (await owner.call('GET', `/api/issues/${id}`)).body
/** A run of the job on one instance, some seconds later. */
const run = (seconds = 0) => {
  ahead += seconds
  return sendIssues({ db: app.db, config, clock, log: createLog('silent') }, mailContent({ db: app.db, config }))
}
const until = async (id: string, done: (issue: any) => boolean, step = 61) => {
  for (let i = 0; i < 40; i += 1) {
    await run(step)
    const issue = await read(id)
    if (done(issue)) return issue
  }
  throw new Error(`no end: ${JSON.stringify(await read(id))}`)
}
const stateOf = async (email: string) =>
  app.db
    .selectFrom('newsletter_subscribers')
    .select(['state', 'reply', 'soft_bounces'])
    .where('email', '=', email)
    .executeTakeFirst()
const header = (mail: ReceivedMail, name: string) => mail.headers.find(({ key }) => key === name)?.value
const mailsTo = (emails: readonly string[]) => peer.mails.filter(({ to }) => emails.includes(to))

test('[NEWS-6] [RUL-80] an issue goes to each active subscriber once, half a minute after going live, and says how many have it', async () => {
  const emails = await subscribers(5)
  const others = await subscribers(1, 'weekly')
  const { id } = await article()
  const issue = await issueOf({ article_id: id })
  expect(issue).toMatchObject({ state: 'planned', kind: 'article', counts: { waiting: 0, sent: 0 } })
  expect((await owner.call('POST', '/api/issues', { article_id: id })).body.code).toBe('issue_exists')
  await run(25)
  expect(await read(issue.id)).toMatchObject({ state: 'planned' })
  ahead += 10
  expect(await hasIssues({ db: app.db, clock })).toBe(true)
  // Several instances at once send each mail once.
  await Promise.all([run(), run(), run()])
  expect(await until(issue.id, ({ state }) => state === 'sent')).toMatchObject({
    counts: { waiting: 0, sent: 5, refused: 0, uncertain: 0 },
  })
  expect(
    mailsTo(emails)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(emails.toSorted())
  expect(mailsTo(others)).toEqual([])
  expect(await hasIssues({ db: app.db, clock })).toBe(false)
})

test('[NEWS-9] [NEWS-10] [NEWS-4] a mail has its headers, text part and imprint, and nothing of another host', async () => {
  const [email = ''] = await subscribers(1)
  const content_markdown = `Ein **Absatz** mit [Verweis](https://fremd.example/a?b=c).\n\n![Foto](https://fremd.example/zaehler.png)\n\n## Kapitel\n\n- eins\n- zwei\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n<script>alert(1)</script>\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ`
  const { id, slug } = await article({ title: 'Moor & „Torf“ <b>', content_markdown, excerpt: 'Der Anfang.' })
  const issue = await issueOf({ article_id: id })
  await until(issue.id, ({ state }) => state === 'sent')
  const mail = await peer.next(email)
  expect(mail).toMatchObject({ from: 'post@blog.example', fromName: 'Moorblatt', subject: 'Moor & „Torf“ <b>' })
  expect(mail.returnTo).toMatch(/^zurueck\+[\da-f]{32}@blog\.example$/)
  const link = header(mail, 'list-unsubscribe')?.slice(1, -1) ?? ''
  expect(link).toMatch(/^https:\/\/moor\.example\/newsletter\/abmelden\/[\w-]{43}$/)
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header(mail, 'list-id')).toBe('Moorblatt <newsletter.moor.example>')
  expect(header(mail, 'message-id')).toMatch(/^<[\da-f]{32}@blog\.example>$/)
  const { html, text } = mail
  expect(Buffer.byteLength(html)).toBeLessThan(100 * 1024)
  // Links are those of the author; pictures come from the blog alone.
  expect(html).toContain('href="https://fremd.example/a?b=c"')
  expect([...html.matchAll(/<img[^>]*src="([^"]*)"/g)].map(([, src]) => src)).toEqual([])
  expect(html).not.toMatch(/<script|<iframe|<link|@import|url\(|javascript:|class="button/i)
  expect(html).toMatch(/prefers-color-scheme: dark/)
  expect(html.match(/<table/g)).toHaveLength(1)
  for (const words of [link, `https://moor.example/article/${slug}`, 'Ada Moor', '4. Januar 2026', 'jede Ausgabe']) {
    expect(html).toContain(words)
    expect(text).toContain(words)
  }
  expect(text).toContain('Ein Absatz mit Verweis [1].')
  expect(text).toContain('[1] https://fremd.example/a?b=c')
  expect(text.split('\n').filter((line) => line.length > 72 && !line.includes('https://'))).toEqual([])
  expect(`${html}${text}`).not.toMatch(/[\ue000-\ue00f]|undefined|\[object/)
  // The link of the header unsubscribes in one request without cookies.
  const gone = await app.call('POST', new URL(link).pathname, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect([gone.status, (await stateOf(email))?.state]).toEqual([200, 'left'])
  expect((await read(issue.id)).counts.left).toBe(1)
})

test('[NEWS-10] notes, tasks, formulas, addresses and wide tables of a mail can be read in each of its parts', async () => {
  const [email = ''] = await subscribers(1)
  const long = 'Grundstücksverkehrsgenehmigungszuständigkeit'
  const content_markdown = `Ein Satz.[^1] https://lang.example/pfad und $e^2$.\n\n- [x] fertig\n- [ ] offen\n\n| A | ${long} |\n|---|---|\n| 1 | 2 |\n\n[^1]: Die Note.`
  await owner.call('PATCH', '/api/settings', { formulas: true })
  const { id } = await article({ content_markdown, byline: 'Jana Moor, Ali Kaya, Eva Torf' })
  await until((await issueOf({ article_id: id })).id, ({ state }) => state === 'sent')
  const { html, text } = await peer.next(email)
  // Only the way to the blog at the end of the mail leads there.
  expect(html).not.toMatch(/#fn-1|#zu-1|↩|>Im Blog ansehen</)
  expect(html).toContain('Ein Satz.<sup>1</sup>')
  expect(html).toMatch(/<code style="[^"]*">e\^2<\/code>/)
  expect(html).toMatch(/<li style="[^"]*;list-style:none"[^>]*>\s*☑ fertig\s*<\/li>/)
  expect(html).toMatch(/<th [^>]*overflow-wrap:anywhere/)
  expect(html).toContain('Von Jana Moor, Ali Kaya und Eva Torf')
  expect(text).toContain('Ein Satz.¹ https://lang.example/pfad und e^2.')
  expect(text).not.toContain('[1]')
  expect(text).toContain('– ☑ fertig\n– ☐ offen')
  expect(text).toContain('1. Die Note.')
})

test('[NEWS-10] a long article is cut after a whole block and leads to the blog', async () => {
  const [email = ''] = await subscribers(1)
  const { id } = await article({ content_markdown: `${'Wort '.repeat(200)}\n\n`.repeat(300) })
  await until((await issueOf({ article_id: id })).id, ({ state }) => state === 'sent')
  const { html, text } = await peer.next(email)
  expect(Buffer.byteLength(html)).toBeLessThan(100 * 1024)
  expect(html.match(/<p/g)?.length).toBe(html.match(/<\/p>/g)?.length)
  expect(text).toContain('Im Blog weiterlesen')
})

test('[NEWS-7] what is taken back within half a minute is not sent, and a correction is never sent by itself', async () => {
  const emails = await subscribers(2)
  const taken = await article()
  const issue = await issueOf({ article_id: taken.id })
  await owner.call('POST', `/api/articles/${taken.id}/undo`, { version: taken.version })
  expect(await read(issue.id)).toMatchObject({ state: 'withdrawn' })
  await run(120)
  expect(mailsTo(emails)).toEqual([])
  const kept = await article()
  const sent = await issueOf({ article_id: kept.id })
  await until(sent.id, ({ state }) => state === 'sent')
  await owner.call('PATCH', `/api/articles/${kept.id}`, {
    version: kept.version,
    title: 'Berichtigt',
    correction: 'Es war anders.',
  })
  await run(120)
  expect(mailsTo(emails)).toHaveLength(2)
})

test('[NEWS-6] an issue of a scheduled article waits for it; a planned one for its time; a withdrawn article stops it', async () => {
  const emails = await subscribers(3)
  const at = new Date(clock().getTime() + 3600_000).toISOString()
  const scheduled = await article({ status: 'scheduled', published_at: at })
  const waiting = await issueOf({ article_id: scheduled.id })
  expect(waiting).toMatchObject({ state: 'planned', due_at: null })
  await run(120)
  expect(await read(waiting.id)).toMatchObject({ state: 'planned', due_at: null })
  app.setClock(clock())
  const live = (
    await owner.call('PATCH', `/api/articles/${scheduled.id}`, { version: scheduled.version, status: 'published' })
  ).body
  expect(Date.parse((await read(waiting.id)).due_at) - clock().getTime()).toBeGreaterThan(20_000)
  await owner.call('PATCH', '/api/newsletter', { pace: 12 })
  await run(40)
  expect(await read(waiting.id)).toMatchObject({ state: 'sending', counts: { sent: 1, waiting: 2 } })
  await owner.call('PATCH', `/api/articles/${scheduled.id}`, { version: live.version, status: 'draft' })
  await run(120)
  expect(await read(waiting.id)).toMatchObject({ state: 'stopped', counts: { sent: 1, waiting: 2 } })
  expect((await owner.call('POST', `/api/issues/${waiting.id}/resume`)).status).toBe(409)
  await owner.call('PATCH', '/api/newsletter', { pace: 6000 })
  app.setClock()
  expect(mailsTo(emails)).toHaveLength(1)
})

test('[NEWS-6] the subject of a planned issue follows the title of its article, unless an editor has written it', async () => {
  const [email = ''] = await subscribers(1)
  const at = new Date(clock().getTime() + 3600_000).toISOString()
  const [usual, own] = await Promise.all(
    ['', 'Eigene Worte'].map(async (subject) => {
      const made = await article({ title: 'Arbeitstitel', status: 'scheduled', published_at: at })
      const issue = await issueOf({ article_id: made.id, subject })
      const title = 'Der Zeitungsleser'
      await owner.call('PATCH', `/api/articles/${made.id}`, { version: made.version, title })
      return read(issue.id)
    }),
  )
  expect([usual.subject, own.subject]).toEqual(['Der Zeitungsleser', 'Eigene Worte'])
  const live = await article({ title: 'Arbeitstitel' })
  const planned = await issueOf({ article_id: live.id, planned_at: at })
  await owner.call('PATCH', `/api/articles/${live.id}`, { version: live.version, title: 'Der Leser' })
  expect((await read(planned.id)).subject).toBe('Der Leser')
  await until(planned.id, ({ state }) => state === 'sent', 3700)
  expect((await peer.next(email)).subject).toBe('Der Leser')
  await Promise.all([usual, own].map(({ id }) => owner.call('POST', `/api/issues/${id}/stop`)))
})

test('[NEWS-6] stopping holds the rest back, going on sends it, and the pace is kept over all instances', async () => {
  const emails = await subscribers(6)
  await owner.call('PATCH', '/api/newsletter', { pace: 2 })
  const issue = await issueOf({ article_id: (await article()).id })
  await run(31)
  await Promise.all([run(), run(), run(5), run()])
  // Two a minute, over all instances.
  expect(mailsTo(emails)).toHaveLength(2)
  expect((await owner.call('POST', `/api/issues/${issue.id}/stop`)).body).toMatchObject({ state: 'stopped' })
  await run(61)
  expect(mailsTo(emails)).toHaveLength(2)
  // Who has left meanwhile gets nothing more.
  const rest = emails.filter((email) => mailsTo([email]).length === 0)
  const { items } = (await owner.call('GET', `/api/subscribers?q=${rest[0]}`)).body
  await owner.call('POST', `/api/subscribers/${items[0].id}/leave`)
  await owner.call('PATCH', '/api/newsletter', { pace: 6000 })
  expect((await owner.call('POST', `/api/issues/${issue.id}/resume`)).body).toMatchObject({ state: 'sending' })
  expect(await until(issue.id, ({ state }) => state === 'sent')).toMatchObject({ counts: { sent: 5 } })
  expect(mailsTo(emails)).toHaveLength(5)
  expect((await owner.call('POST', `/api/issues/${issue.id}/stop`)).status).toBe(409)
  const lines = (await owner.call('GET', `/api/activity?noun=issues&record=${issue.id}`)).body.items
  expect(lines.map(({ verb }: { verb: string }) => verb)).toEqual(['started', 'withdrawn', 'scheduled'])
})

test('[NEWS-4] [NEWS-6] a reader who unsubscribes while an issue goes out gets no mail that was not begun', async () => {
  const emails = await subscribers(6)
  const keys = await newsletterKeys({ db: app.db, config })
  const rows = await app.db.selectFrom('newsletter_subscribers').select('id').execute()
  const issue = await issueOf({ article_id: (await article()).id })
  let leaving: Promise<unknown> | undefined
  peer.treat(() => {
    leaving ??= Promise.all(
      rows.map(({ id }) => app.call('POST', `/newsletter/abmelden/${keys.tokenOf(id)}`, 'List-Unsubscribe=One-Click')),
    )
    return 'accept'
  })
  await run(31)
  await leaving
  const sent = mailsTo(emails).length
  expect(sent).toBeLessThan(emails.length)
  expect(await until(issue.id, ({ state }) => state === 'sent')).toMatchObject({ counts: { sent, waiting: 0 } })
  expect(mailsTo(emails)).toHaveLength(sent)
})

test('[NEWS-6] [RUL-2] while the blog is closed an issue waits with the rest of its mails', async () => {
  const emails = await subscribers(3)
  await owner.call('PATCH', '/api/newsletter', { pace: 1 })
  const issue = await issueOf({ article_id: (await article()).id })
  await run(31)
  expect(mailsTo(emails)).toHaveLength(1)
  await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
  await owner.call('PATCH', '/api/newsletter', { pace: 6000 })
  await run(61)
  expect(mailsTo(emails)).toHaveLength(1)
  expect(await read(issue.id)).toMatchObject({ state: 'sending', counts: { waiting: 2 } })
  await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
  await until(issue.id, ({ state }) => state === 'sent')
  expect(mailsTo(emails)).toHaveLength(3)
})

test('[NEWS-7] what is uncertain is not sent again while the article is withdrawn', async () => {
  const [email = ''] = await subscribers(1)
  const { id, version } = await article()
  const issue = await issueOf({ article_id: id })
  peer.treat(() => 'lost')
  const [lost] = (await until(issue.id, ({ counts }) => counts.uncertain === 1)).problems
  peer.treat(() => 'accept')
  const draft = (await owner.call('PATCH', `/api/articles/${id}`, { version, status: 'draft' })).body
  const resend = () => owner.call('POST', `/api/issues/${issue.id}/resend`, { subscriber_ids: [lost.subscriber_id] })
  expect(await resend()).toMatchObject({ status: 409, body: { code: 'issue_state' } })
  await run(61)
  expect(mailsTo([email])).toHaveLength(1)
  await owner.call('PATCH', `/api/articles/${id}`, { version: draft.version, status: 'published' })
  expect((await resend()).status).toBe(200)
})

/** A digest of these new articles for weekly subscribers. */
const digestOf = async (titles: readonly string[]) => {
  const from = new Date().toISOString()
  const articles = await Promise.all(titles.map((title) => article({ title })))
  const issue = await issueOf({ digest: { rhythm: 'weekly', from } })
  const change = (index: number, body: object) =>
    owner.call('PATCH', `/api/articles/${articles[index].id}`, { version: articles[index].version, ...body })
  return { issue, withdraw: (index: number) => change(index, { status: 'draft' }), articles }
}
const namesIn = (mail: ReceivedMail | undefined, titles: readonly string[]) =>
  titles.filter((title) => `${mail?.html} ${mail?.text}`.includes(title))

test('[NEWS-14] [RUL-80] a digest on its way names no article that was withdrawn meanwhile, in no mail begun after it', async () => {
  const emails = await subscribers(3, 'weekly')
  const titles = ['Uferschnepfe', 'Sonnentau']
  const { issue, withdraw, articles } = await digestOf(titles)
  let withdrawn: Promise<unknown> | undefined
  peer.treat(() => {
    withdrawn ??= withdraw(0)
    return 'accept'
  })
  await run(31)
  await withdrawn
  const begun = mailsTo(emails).length
  expect(begun).toBeLessThan(emails.length)
  await until(issue.id, ({ state }) => state === 'sent')
  const mails = mailsTo(emails)
  expect(mails).toHaveLength(3)
  expect(mails.slice(begun).map((mail) => namesIn(mail, titles))).toEqual(mails.slice(begun).map(() => ['Sonnentau']))
  // A correction of another article writes nothing again, and nothing is sent twice.
  await owner.call('PATCH', `/api/articles/${articles[1].id}`, { version: articles[1].version, title: 'Wollgras' })
  await run(61)
  expect(mailsTo(emails)).toHaveLength(3)
})

test('[NEWS-14] [RUL-80] a digest stops when all its articles are withdrawn, and goes on when one is public again', async () => {
  const emails = await subscribers(2, 'weekly')
  await owner.call('PATCH', '/api/newsletter', { pace: 1 })
  const { issue, articles } = await digestOf(['Torfmoos'])
  await run(31)
  await owner.call('DELETE', `/api/articles/${articles[0].id}`)
  await run(61)
  expect(await read(issue.id)).toMatchObject({ state: 'stopped', counts: { sent: 1, waiting: 1 } })
  const resume = () => owner.call('POST', `/api/issues/${issue.id}/resume`)
  expect(await resume()).toMatchObject({ status: 409, body: { code: 'issue_state' } })
  await owner.call('PATCH', '/api/newsletter', { pace: 6000 })
  const back = (await owner.call('POST', `/api/trash/articles/${articles[0].id}/restore`)).body
  await owner.call('PATCH', `/api/articles/${back.id}`, { version: back.version, status: 'published' })
  expect(await resume()).toMatchObject({ status: 200, body: { state: 'sending' } })
  await until(issue.id, ({ state }) => state === 'sent')
  expect(mailsTo(emails)).toHaveLength(2)
})

test('[NEWS-14] a digest that is resumed, and one that is sent again, names what is public then', async () => {
  const titles = ['Kreuzotter', 'Moorfrosch', 'Birkhuhn']
  const emails = await subscribers(2, 'weekly')
  await owner.call('PATCH', '/api/newsletter', { pace: 1 })
  const { issue, withdraw } = await digestOf(titles)
  await run(31)
  await owner.call('POST', `/api/issues/${issue.id}/stop`)
  await withdraw(0)
  await owner.call('POST', `/api/issues/${issue.id}/resume`)
  peer.treat(() => 'lost')
  const [lost] = (await until(issue.id, ({ counts }) => counts.uncertain === 1)).problems
  peer.treat(() => 'accept')
  await owner.call('PATCH', '/api/newsletter', { pace: 6000 })
  await withdraw(1)
  await owner.call('POST', `/api/issues/${issue.id}/resend`, { subscriber_ids: [lost.subscriber_id] })
  await until(issue.id, ({ state }) => state === 'sent')
  expect(mailsTo(emails).map((mail) => namesIn(mail, titles))).toEqual([
    titles,
    ['Moorfrosch', 'Birkhuhn'],
    ['Birkhuhn'],
  ])
})

// Read, then written: the rows of articles are locked in between.
test.runIf(DIALECT === 'postgres')(
  '[NEWS-6] [NEWS-7] an issue that is planned, resumed or sent again waits for a publication or withdrawal under way',
  async () => {
    const scheduled = await article({ status: 'scheduled', published_at: '2099-01-01T10:00:00.000Z' })
    const change = ({ id, version }: { id: string; version: number }, status: string) =>
      owner.call('PATCH', `/api/articles/${id}`, { version, status })
    const beside = async (one: { id: string; version: number }, status: string, call: () => Promise<any>) => {
      const held = await hold(app, { table: 'articles', id: one.id })
      const changing = change(one, status)
      await held.untilWaited(1)
      const called = call()
      await held.untilWaited(2)
      await held.release()
      expect((await changing).status).toBe(200)
      return called
    }
    const made = await beside(scheduled, 'published', () =>
      owner.call('POST', '/api/issues', { article_id: scheduled.id }),
    )
    expect(made).toMatchObject({ status: 201, body: { due_at: expect.any(String) } })
    await owner.call('POST', `/api/issues/${made.body.id}/stop`)
    for (const verb of ['resume', 'resend']) {
      const one = await article()
      const { id } = await issueOf({ article_id: one.id })
      await owner.call('POST', `/api/issues/${id}/stop`)
      await app.db.updateTable('newsletter_issues').set({ state: 'stopped' }).where('id', '=', id).execute()
      const body = verb === 'resend' ? { subscriber_ids: [newId()] } : undefined
      const refused = await beside(one, 'draft', () => owner.call('POST', `/api/issues/${id}/${verb}`, body))
      expect(refused).toMatchObject({ status: 409, body: { code: 'issue_state' } })
      expect(await read(id)).toMatchObject({ state: 'stopped' })
    }
  },
)

test.runIf(DIALECT === 'postgres')('[NEWS-6] an issue does not end beside a resend of what is uncertain', async () => {
  const [email = ''] = await subscribers(1)
  const issue = await issueOf({ article_id: (await article()).id })
  peer.treat(() => 'lost')
  const [lost] = (await until(issue.id, ({ counts }) => counts.uncertain === 1)).problems
  peer.treat(() => 'accept')
  await app.db.updateTable('newsletter_issues').set({ state: 'sending' }).where('id', '=', issue.id).execute()
  const held = await hold(app, { table: 'newsletter_issues', id: issue.id })
  const resent = owner.call('POST', `/api/issues/${issue.id}/resend`, { subscriber_ids: [lost.subscriber_id] })
  await held.untilWaited(1)
  const now = clock().toISOString()
  const ended = inTransaction(app.db, (tx) => finishIssue(tx, issue.id, now))
  await held.untilWaited(2)
  await held.release()
  expect([(await resent).status, await ended]).toEqual([200, false])
  await until(issue.id, ({ state }) => state === 'sent')
  expect(mailsTo([email])).toHaveLength(2)
})

test('[NEWS-8] [RUL-80] a refused address ends, temporary failures pause after five, a lost response is uncertain and named', async () => {
  const [hard, soft, lost, dropped, spam, fine] = (await subscribers(
    ['hart', 'weich', 'verloren', 'gefallen', 'spam', 'gut'].map((name) => `${name}@leser.example`),
  )) as [string, string, string, string, string, string]
  peer.treat((to) => {
    if (to === hard) return { recipient: 550 }
    if (to === soft) return { recipient: 451 }
    if (to === lost) return 'lost'
    if (to === spam) return { text: 554 }
    return to === dropped ? 'dropped' : 'accept'
  })
  const issue = await issueOf({ article_id: (await article()).id })
  await run(31)
  const begun = await read(issue.id)
  expect(begun.counts).toMatchObject({ waiting: 1, delayed: 1, sent: 1, refused: 2, uncertain: 2 })
  expect(begun.problems.map(({ email, state }: any) => [email, state])).toEqual([
    [dropped, 'uncertain'],
    [lost, 'uncertain'],
    [hard, 'refused'],
    [spam, 'refused'],
    [soft, 'delayed'],
  ])
  const { reply, next_at } = begun.problems.at(-1)
  expect(reply).toContain('mailbox unavailable')
  expect(Date.parse(next_at) - clock().getTime()).toBeGreaterThan(240_000)
  const over = await until(issue.id, ({ state }) => state === 'sent', 6000)
  expect(over.counts).toEqual({ waiting: 0, delayed: 0, sent: 1, refused: 3, uncertain: 2, left: 0 })
  expect(over.problems.filter(({ state }: any) => state === 'uncertain').map(({ email }: any) => email)).toEqual([
    dropped,
    lost,
  ])
  expect(await stateOf(hard)).toMatchObject({ state: 'bounced', reply: expect.stringContaining('mailbox unavailable') })
  expect(await stateOf(soft)).toMatchObject({ state: 'active', soft_bounces: 1 })
  expect(await stateOf(spam)).toMatchObject({ state: 'active', soft_bounces: 1 })
  expect([lost, dropped, fine].map((email) => mailsTo([email]).length)).toEqual([1, 0, 1])
  // Nothing is sent again by itself; the team may.
  await run(86_400)
  expect(mailsTo([lost, dropped])).toHaveLength(1)
  peer.treat(() => 'accept')
  const { subscriber_id } = over.problems.find(({ email }: any) => email === dropped)
  await owner.call('POST', `/api/issues/${issue.id}/resend`, { subscriber_ids: [subscriber_id] })
  await until(issue.id, ({ state }) => state === 'sent')
  expect(mailsTo([dropped])).toHaveLength(1)
  // The fifth failure in a row pauses, a success in between starts again.
  await app.db
    .updateTable('newsletter_subscribers')
    .set({ soft_bounces: 4 })
    .where('email', 'in', [soft, spam])
    .execute()
  peer.treat((to) => (to === soft ? { text: 554 } : 'accept'))
  await until((await issueOf({ article_id: (await article()).id })).id, ({ state }) => state === 'sent')
  expect(await stateOf(soft)).toMatchObject({ state: 'paused' })
  expect(await stateOf(spam)).toMatchObject({ state: 'active', soft_bounces: 0, reply: null })
})

test('[NEWS-6] a mail server that is away delays an issue, and ends no subscription', async () => {
  const [email = ''] = await subscribers(1)
  peer.refuse(421)
  const issue = await issueOf({ article_id: (await article()).id })
  await run(31)
  await run(301)
  expect(await read(issue.id)).toMatchObject({ state: 'sending', counts: { waiting: 1 } })
  peer.refuse(0)
  await until(issue.id, ({ state }) => state === 'sent', 3000)
  expect(await stateOf(email)).toMatchObject({ state: 'active', soft_bounces: 0 })
})

test('a preview shows the mail and the number of recipients, a test mail goes to one address, and neither sends an issue', async () => {
  await subscribers(3)
  const { id } = await article({ title: 'Vorschau' })
  const preview = (
    await owner.call('POST', '/api/issues/preview', { article_id: id, subject: 'Anders', lead: 'Vorweg.' })
  ).body
  expect(preview).toMatchObject({ subject: 'Anders', recipients: 3, html: expect.stringContaining('Vorweg.') })
  expect(preview.text).toContain('VORSCHAU')
  const to = `probe-${newId()}@leser.example`
  expect((await owner.call('POST', '/api/issues/test', { article_id: id, to })).status).toBe(204)
  expect(await peer.next(to)).toMatchObject({ subject: '[Test] Vorschau' })
  expect(
    (await owner.call('POST', '/api/issues/test', { article_id: id, to: 'a@b.example\r\nBcc: c@d.example' })).status,
  ).toBe(400)
  const draft = await article({ status: 'draft' })
  const refused = await owner.call('POST', '/api/issues', { article_id: draft.id })
  expect([refused.status, refused.body.fields[0].field]).toEqual([400, 'article_id'])
  expect((await owner.call('POST', '/api/issues', { article_id: id, planned_at: '2020-01-01T00:00:00Z' })).status).toBe(
    400,
  )
  await run(120)
  expect(
    (await owner.call('GET', '/api/issues')).body.items.filter(({ article_id }: any) => article_id === id),
  ).toEqual([])
})

// SQLite uses a partial index only where its condition stands in the statement.
test.runIf(DIALECT === 'sqlite')('[NEWS-6] the next mail is found without reading the others', async () => {
  const statements = new Set<string>()
  const plain = await startTestApp({ onStatement: (statement) => statements.add(statement) })
  try {
    const now = new Date().toISOString()
    statements.clear()
    await inTransaction(plain.db, async (tx) => {
      await claimNext(tx, 'none', { now, returnKey: 'key' })
      await releaseStale(tx, { before: now, now, reply: '' })
      await finishIssue(tx, 'none', now)
    })
    const database = new DatabaseSync(sqliteFile(plain.dataDir), { readOnly: true })
    const plans = [...statements]
      .filter((statement) => statement.includes('newsletter_deliveries'))
      .map((statement) => database.prepare(`explain query plan ${statement}`).all())
      .map((rows) => rows.map(({ detail }) => String(detail)).join('\n'))
    database.close()
    expect(plans).toHaveLength(4)
    for (const plan of plans) {
      expect(plan).toMatch(/INDEX newsletter_deliveries_(?:open|held)/)
      expect(plan).not.toContain('TEMP B-TREE')
    }
  } finally {
    await plain.stop()
  }
})

test('[NEWS-6] [RUL-40] an issue that starts drops the page of the newsletter and no other, which names its article as it is now', async () => {
  const [email = ''] = await subscribers(1)
  const { id, version, slug } = await article({ title: 'Vorher', advert: 'anzeige', lang: 'en' })
  const see = async (path: string) => {
    const { body, headers } = await app.call<string>('GET', path)
    return { body, cached: headers.get('server-timing') === 'cache;desc=hit' }
  }
  for (const path of ['/', '/newsletter', '/', '/newsletter']) await see(path)
  const issue = await issueOf({ article_id: id })
  await until(issue.id, ({ state }) => state === 'sent')
  expect((await peer.next(email)).subject).toBe('Anzeige: Vorher')
  const previewed = async (subject: string) =>
    (await owner.call('POST', '/api/issues/preview', { article_id: id, subject })).body.subject
  expect([await previewed(''), await previewed('Da!'), await previewed('Da! (Anzeige)')]).toEqual([
    'Anzeige: Vorher',
    'Anzeige: Da!',
    'Da! (Anzeige)',
  ])
  expect((await see('/')).cached).toBe(true)
  expect((await see('/newsletter')).body).toContain(`<a href="/article/${slug}" lang="en">Anzeige: Vorher</a>`)
  expect((await see('/newsletter')).cached).toBe(true)
  await owner.call('PATCH', `/api/articles/${id}`, { version, title: 'Nachher' })
  expect((await see('/newsletter')).body).toContain('>Anzeige: Nachher</a>')
})

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authClient } from '../../../../tests/support/auth-client.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { newId } from '../../platform/ids.ts'

let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

async function editor(): Promise<TestAccount> {
  const account = await app.register()
  await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
  return account
}
const rename = (account: TestAccount, display_name: unknown) => account.call('PATCH', '/api/account', { display_name })
const shownAs = async ({ id }: TestAccount): Promise<string> =>
  (await owner.call('GET', '/api/users/people')).body.items.find((person: { id: string }) => person.id === id)?.name
const localPart = ({ email }: TestAccount) => email.split('@')[0]

describe('[WEEK-9] the display name of a person is the name they set (RUL-69)', () => {
  test('the default is the part of the address before the @; names need not be unique', async () => {
    const [one, other] = [await editor(), await editor()]
    expect((await one.call('GET', '/api/account')).body).toMatchObject({ name: localPart(one), display_name: null })
    expect(await shownAs(one)).toBe(localPart(one))
    const { status, body } = await rename(one, '  Åsa   Berg ')
    expect([status, body.name, body.display_name, body.email]).toEqual([200, 'Åsa Berg', 'Åsa Berg', one.email])
    expect((await rename(other, 'Åsa Berg')).status).toBe(200)
    expect([await shownAs(one), await shownAs(other)]).toEqual(['Åsa Berg', 'Åsa Berg'])
    expect((await rename(one, null)).body).toMatchObject({ name: localPart(one), display_name: null })
    expect(await shownAs(one)).toBe(localPart(one))
    expect(await shownAs(other)).toBe('Åsa Berg')
  })

  test.each(['', '  ', '\u200b', 'Mira\nÖ', 'Mira \u202eniH', 'mira@blog.example', 'x'.repeat(81), 7, {}])(
    'but not %j, and nothing is written',
    async (name) => {
      const { status, body } = await rename(owner, name)
      expect([status, body.code, body.fields?.[0]?.field]).toEqual([400, 'validation_failed', 'display_name'])
      expect((await owner.call('GET', '/api/account')).body.display_name).toBeNull()
    },
  )

  test('waiting accounts may set one; only one’s own can be set; the audit log records it', async () => {
    const waiting = await app.register()
    expect((await rename(waiting, 'Jonas Weidenhöfer')).status).toBe(200)
    expect((await owner.call('GET', '/api/dashboard')).body.waiting).toContainEqual({
      id: waiting.id,
      name: 'Jonas Weidenhöfer',
      created_at: expect.any(String),
    })
    await owner.call('PATCH', `/api/users/${waiting.id}`, { display_name: 'Fremd', approval: 'approved' })
    expect(await shownAs(waiting)).toBe('Jonas Weidenhöfer')
    await rename(waiting, 'Jonas Weidenhöfer')
    const { items } = (await owner.call('GET', `/api/audit?event=name_changed&q=${localPart(waiting)}`)).body
    expect(items).toMatchObject([{ email: waiting.email, details: { from: null, to: 'Jonas Weidenhöfer' } }])
  })

  test('the official client sends and reads it as user metadata; invalid ones set no name', async () => {
    const account = await app.register()
    const client = authClient(app.url)
    await client.signInWithPassword(account)
    await owner.call('PATCH', `/api/users/${account.id}`, { approval: 'approved' })
    const set = async (data: object) => (await client.updateUser({ data })).error
    expect(await set({ full_name: 'Ruth Adler' })).toBeNull()
    expect(await shownAs(account)).toBe('Ruth Adler')
    await rename(account, 'Ruth A.')
    expect((await client.getUser()).data.user?.user_metadata).toEqual({
      full_name: 'Ruth Adler',
      display_name: 'Ruth A.',
    })
    // Other metadata do not change the name, nor does an invalid name.
    expect(await set({ farbe: 'blau' })).toBeNull()
    expect(await shownAs(account)).toBe('Ruth A.')
    expect(await set({ display_name: 'Ruth \u202eA', full_name: 7 })).toBeNull()
    expect(await shownAs(account)).toBe('Ruth A.')
    expect(await set({ display_name: 'R. Adler' })).toBeNull()
    expect(await shownAs(account)).toBe('R. Adler')
    expect(await set({ display_name: null, full_name: null })).toBeNull()
    expect(await shownAs(account)).toBe(localPart(account))
    const { data } = await client.refreshSession()
    expect(data.user?.user_metadata).toEqual({ farbe: 'blau' })
    await client.signUp({ email: `${newId()}@x.example`, password: 'geheim-genug', options: { data: { name: 'Neu' } } })
    expect((await client.getUser()).data.user?.user_metadata).toEqual({ name: 'Neu' })
  })

  test('the own export contains it, and versions keep it until the account is deleted', async () => {
    const writer = await editor()
    await rename(writer, 'Mira Öztürk')
    const { id } = (await writer.call('POST', '/api/articles', { title: 'Von Mira' })).body
    const authorOf = async () => (await owner.call('GET', `/api/articles/${id}/revisions`)).body.items[0].author
    expect(await authorOf()).toEqual({ id: writer.id, name: 'Mira Öztürk' })
    await rename(writer, 'Mira Ö.')
    expect(await authorOf()).toEqual({ id: writer.id, name: 'Mira Ö.' })
    expect((await writer.call('GET', '/api/account/export')).body.account).toMatchObject({
      display_name: 'Mira Ö.',
      user_metadata: { display_name: 'Mira Ö.' },
    })
    await owner.call('DELETE', `/api/users/${writer.id}?articles_to=`, { articles_to: null })
    expect(await shownAs(writer)).toBeUndefined()
    expect(await authorOf()).toBeNull()
  })
})

test('[WEEK-9] no response available to an editor contains another account’s address', async () => {
  const [reader, writer] = [await editor(), await editor()]
  await app.register()
  for (const author of [reader, owner]) await fillEverything(author)
  // Requests records that another account has made.
  const records = await fillEverything(writer)
  const [from, to] = [new Date(Date.now() - 86_400_000).toISOString(), new Date(Date.now() + 86_400_000).toISOString()]
  for (const { method, path, access } of app.access) {
    if (method !== 'GET' || access === 'owner' || path.startsWith('/api/rpc/')) continue
    const noun = path.split('/')[2] ?? ''
    const address = path
      .replace(':revision_id', records.revisions[noun] ?? newId())
      .replace(/:id|:media_id/, records.byNoun[noun] ?? newId())
      .replace(':slug', records.slugs[noun] ?? '')
      .replace(/:name\{\.\+\}/, records.picture)
    // Reader statistics use calendar days, all others instants.
    const span = noun === 'stats' ? [from.slice(0, 10), to.slice(0, 10)] : [from, to]
    const log = address.endsWith('/steps') ? (await reader.call('POST', `${address}/join`, {})).body.epoch : ''
    const query = `q=Alles&from=${span[0]}&to=${span[1]}&epoch=${log}&after=0`
    const answer = await reader.call('GET', `${address}?${query}`)
    // Every address of the product is requested for an existing record; a backup is not available without a link.
    const status = path === '/api/backups/:name/file' ? 404 : 200
    if (path.startsWith('/api/')) expect([answer.status, path]).toEqual([status, path])
    const said = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    // All test addresses end alike: no other account's may appear.
    expect(said.replaceAll(reader.email, '').includes('@redaktion.example'), path).toBe(false)
  }
})

const PICTURE = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })

/** Makes a record of every noun, as this account. */
async function fillEverything(account: TestAccount) {
  const made = async (path: string, body: object) => {
    const answer = await account.call('POST', path, body)
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return String(answer.body.id)
  }
  const title = `Alles ${newId()}`
  const at = new Date().toISOString()
  const article = await account.call('POST', '/api/articles', { title, status: 'published', content_markdown: 'Text' })
  const { id, slug, version } = article.body
  await account.call('PUT', `/api/articles/${id}/presence/${newId()}`, {})
  await account.call('PATCH', `/api/articles/${id}`, { version, title: `${title} neu` })
  const upload = await fetch(`${app.url}/api/media?filename=da.png`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'image/png' },
    body: new Uint8Array(await PICTURE.png().toBuffer()),
  })
  const media = (await upload.json()) as { id: string; url: string }
  const feed = {
    id: newId(),
    url: `https://feed.example/${newId()}`,
    title: null,
    author_id: account.id,
    last_fetched: null,
    etag: null,
    last_modified: null,
    last_error: null,
    hint: null,
    created_at: at,
    deleted_at: null,
  }
  await app.db.insertInto('rss_feeds').values(feed).execute()
  const subscriber = {
    id: newId(),
    email: `${newId()}@leser.example`,
    email_hash: newId(),
    token_hash: newId(),
    state: 'active',
    rhythm: 'each',
    reply: null,
    confirmed_at: at,
    state_since: at,
    created_at: at,
  }
  await app.db.insertInto('newsletter_subscribers').values(subscriber).execute()
  const nothing = {
    html: null,
    text: null,
    period: null,
    planned_at: null,
    due_at: null,
    from_at: null,
    until_at: null,
  }
  const issue = { id: newId(), kind: 'article', article_id: String(id), state: 'planned', subject: title, lead: '' }
  await app.db
    .insertInto('newsletter_issues')
    .values({ ...issue, ...nothing, started_at: null, finished_at: null, author_id: account.id, created_at: at })
    .execute()
  const byNoun: Record<string, string> = {
    articles: String(id),
    media: media.id,
    feeds: feed.id,
    subscribers: subscriber.id,
    issues: issue.id,
    events: await made('/api/events', { title, starts_at: at, type: 'deadline' }),
    tasks: await made('/api/tasks', { title, due_at: at, article_id: id }),
    research: await made('/api/research', { title, source_type: 'note' }),
    inbox: await made('/api/inbox', { title }),
    links: await made('/api/links', { title, url: `https://example.org/${newId()}` }),
    prompts: await made('/api/prompts', { title, content: 'Text' }),
    authors: await made('/api/authors', { name: title }),
    pages: await made('/api/pages', { title, content_markdown: 'Text', status: 'published' }),
  }
  await account.call('DELETE', `/api/tasks/${await made('/api/tasks', { title: `${title} weg` })}`)
  const revisionOf = async (noun: string) =>
    String((await account.call('GET', `/api/${noun}/${byNoun[noun]}/revisions`)).body.items[0].id)
  const revisions: Record<string, string> = { articles: await revisionOf('articles'), pages: await revisionOf('pages') }
  const page = await account.call('GET', `/api/pages/${byNoun.pages}`)
  const slugs: Record<string, string> = { articles: String(slug), pages: String(page.body.slug) }
  byNoun.activity = (await account.call('GET', '/api/activity')).body.items[0].id
  return { byNoun, revisions, picture: media.url.split('/').at(-1) ?? '', slugs }
}

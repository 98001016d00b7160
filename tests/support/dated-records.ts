import { sql } from 'kysely'
import type { Db } from '../../src/server/platform/db/db.ts'
import { newId } from '../../src/server/platform/ids.ts'
import { plausibleFor, type Endpoint, type Schema } from './described-endpoints.ts'
import type { TestAccount, TestApp } from './test-app.ts'
import { uploadPicture } from './upload-picture.ts'
import { fillWholeBlog, type PublicExample } from './whole-blog.ts'

/** Tables of the sign-in and of the server itself, whose rows no list shows. */
const INNER =
  /session|token|key|reader|factor|lease|job|catch|kysely|flow|sign_up|mail|purge|ping|limit|challenge|^meta$/
const DATE = /(?:^|_)(?:at|since|until|on|day)$|^last_fetched$/

export type DatedTable = { name: string; instants: string[]; days: string[] }

/** Every table with records that have dates, and its columns of instants and of days. */
export async function datedTables(db: Db): Promise<DatedTable[]> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !INNER.test(name))
  return tables
    .map(({ name, columns }) => {
      const dates = columns
        .map((column) => column.name)
        .filter((column) => DATE.test(column) && column !== 'deleted_at')
      const isDay = (column: string) => /(?:^|_)(?:on|day)$/.test(column)
      return { name, instants: dates.filter((one) => !isDay(one)), days: dates.filter(isDay) }
    })
    .filter(({ instants, days }) => instants.length + days.length > 0)
}

/** Dated tables without a row. */
export async function emptyTables(db: Db): Promise<string[]> {
  const empty: string[] = []
  for (const { name } of await datedTables(db)) {
    const { rows } = await sql<{ one: number }>`select 1 as one from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length === 0) empty.push(name)
  }
  return empty
}

type Filling = {
  app: TestApp
  owner: TestAccount
  endpoints: readonly Endpoint[]
  plausible: (schema: Schema | undefined) => unknown
}

/** A request that has to succeed. */
const sending = (owner: TestAccount) => async (method: string, path: string, body?: unknown) => {
  const answer = await owner.call(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Fills a blog with records of every noun. Returns its public pages, and the id of a draft. */
export async function fillEveryNoun({
  app,
  owner,
  endpoints,
}: Omit<Filling, 'plausible'>): Promise<{ pages: PublicExample[]; someId: string }> {
  const send = sending(owner)
  const pages = await fillWholeBlog(send, 'Rand')
  const draft = await send('POST', '/api/articles', { title: 'Entwurf' })
  await send('PUT', `/api/planning/articles/${draft.id}`, { planned_on: '2026-05-03' })
  await send('POST', '/api/articles', { title: 'Geplant', status: 'scheduled', published_at: '2099-01-01T00:00:00Z' })
  await uploadPicture(app, owner)
  for (let round = 0; round < 2; round += 1) {
    await send('POST', '/api/tasks', { title: 'Aufgabe', due_at: '2026-05-03T10:00:00Z' })
    await send('POST', '/api/events', { title: 'Termin', starts_at: '2026-05-03T10:00:00Z' })
    const research = await send('POST', '/api/research', { title: 'Recherche', source_type: 'note', note: 'Notiz' })
    const caught = await send('POST', '/api/inbox', { title: 'Einfall', type: 'idea' })
    const link = await send('POST', '/api/links', { title: 'Link', url: `https://a.example/${round}` })
    const prompt = await send('POST', '/api/prompts', { title: 'Prompt', content: 'Schreibe.' })
    await send('POST', '/api/redirects', { from: `/weg-${round}`, status: 410 })
    if (round > 0) continue
    const thrown = await send('POST', '/api/articles', { title: 'Weg' })
    for (const [noun, { id }] of Object.entries({
      articles: thrown,
      research,
      inbox: caught,
      links: link,
      prompts: prompt,
    }))
      await send('DELETE', `/api/${noun}/${id}`)
  }
  await send('POST', '/api/planning/pauses', { name: 'Umzug', from_day: '2026-05-01', to_day: '2026-05-09' })
  await send('POST', '/api/feeds', { url: 'https://feed.example/rss' })
  await app.db.updateTable('rss_feeds').set({ last_fetched: '2026-05-03T10:00:00.000Z' }).execute()
  await send('POST', '/api/events', {
    title: 'Immer wieder',
    starts_at: '2026-05-03T10:00:00Z',
    recurrence: { every: 'week', weekdays: [0, 6] },
  })
  await fillDatedRecords({ app, owner, endpoints, plausible: plausibleFor(draft.id) })
  return { pages, someId: draft.id }
}

/** Records of every noun that has dates: what endpoints make of plausible input, and what needs a sequence of requests. */
async function fillDatedRecords({ app, owner, endpoints, plausible }: Filling): Promise<void> {
  const send = sending(owner)
  for (const { method, path, operation } of endpoints) {
    if (method !== 'POST' || /^\/api\/(?:account|users|backups|imports)/.test(path)) continue
    const id = path.includes('/{') ? await firstOf(owner, path) : ''
    const body = operation.requestBody?.content['application/json']?.schema
    if (id !== null) await owner.call(method, path.replaceAll(/\{\w+\}/g, id), body && plausible(body))
  }
  const other = await app.register()
  await send('PATCH', `/api/users/${other.id}`, { approval: 'approved' })
  await send('POST', '/api/users/invites', {})
  const article = await send('POST', '/api/articles', {
    title: 'Mit Daten',
    content_markdown: 'Ein Satz.',
    status: 'published',
  })
  const moved = await send('PATCH', `/api/articles/${article.id}`, { version: article.version, slug: 'mit-daten-neu' })
  const text = {
    title: 'Anders',
    excerpt: '',
    content_markdown: 'Zwei Sätze.',
    cover_image_url: null,
    category_id: null,
  }
  const written = await send('PUT', `/api/articles/${article.id}/working-copy`, {
    ...text,
    version: moved.version,
    slug: moved.slug,
  })
  await send('PUT', `/api/articles/${article.id}/working-copy/date`, {
    version: written.version,
    goes_live_at: '2099-05-05T10:00:00Z',
  })
  await send('PUT', `/api/articles/${article.id}/assignee`, { assignee_id: other.id })
  const { version } = await send('GET', `/api/articles/${article.id}`)
  await send('POST', `/api/articles/${article.id}/remarks`, {
    body: 'Stimmt das?',
    passage: { from: 0, to: 4, quote: 'Zwei', version },
  })
  const suggestion = { id: crypto.randomUUID(), n: 1, parts: [[0, 4, 'Drei']] }
  await send('POST', `/api/articles/${article.id}/suggestions`, { version, items: [suggestion] })
  const refused = { decision: 'refuse', items: [{ id: suggestion.id, n: 1 }] }
  await send('POST', `/api/articles/${article.id}/suggestions/decisions`, refused)
  const page = await send('POST', '/api/pages', { title: 'Seite mit Daten', status: 'published' })
  const renamed = await send('PATCH', `/api/pages/${page.id}`, { version: page.version, slug: 'seite-neu' })
  await send('PUT', `/api/pages/${page.id}/working-copy`, {
    version: renamed.version,
    title: 'Seite',
    slug: renamed.slug,
    content_markdown: 'Neu.',
  })
  const { version: changed } = await send('GET', `/api/pages/${page.id}`)
  await send('POST', `/api/pages/${page.id}/review`, { version: changed, reviewer_id: null })
  const task = await send('POST', '/api/tasks', { title: 'Aufgabe', assignee_id: owner.id })
  await other.call('PATCH', `/api/tasks/${task.id}`, { assignee_id: owner.id, notes: 'Bitte.' })
  const forOther = await other.call('POST', '/api/tasks', { title: 'Für die Inhaberin', assignee_id: owner.id })
  await send('POST', '/api/task-templates', { name: 'Muster', task_id: task.id })
  await send('POST', '/api/tasks/bulk', { ids: [forOther.body.id], action: { do: 'priority', priority: 'high' } })
  await send('PUT', `/api/planning/articles/${(await send('POST', '/api/articles', { title: 'Zug' })).id}`, {
    planned_on: '2026-05-04',
  })
  for (const noun of ['categories', 'tags', 'authors']) {
    const { id } = await send('POST', `/api/${noun}`, { name: `Früher ${noun}` })
    await owner.call('PATCH', `/api/${noun}/${id}`, { name: `Später ${noun}`, slug: `spaeter-${noun}` })
  }
  const source = await send('POST', '/api/research', {
    title: 'Quelle',
    source_type: 'link',
    url: 'https://q.example/',
  })
  await send('PUT', `/api/research/${source.id}/uses/${article.id}`)
  await insertRows(app.db, { article: article.id, user: owner.id })
}

/** The tables that ids in columns refer to. */
const REFERRED: Record<string, string> = {
  subscriber_id: 'newsletter_subscribers',
  issue_id: 'newsletter_issues',
  comment_id: 'comments',
  page_id: 'pages',
  feed_id: 'rss_feeds',
  media_id: 'media_assets',
  asset_id: 'media_assets',
  research_item_id: 'research_items',
}
const isReferred = (table: string) => Object.values(REFERRED).includes(table)

/** Values that a column is restricted to. */
const VALUES: Record<string, string | number> = {
  'newsletter_subscribers.state': 'active',
  'newsletter_subscribers.rhythm': 'each',
  'newsletter_issues.kind': 'article',
  'newsletter_issues.state': 'sent',
  'newsletter_consents.kind': 'confirmed',
  'newsletter_deliveries.state': 'sent',
  'imports.state': 'finished',
  'comments.state': 'shown',
  'comment_reports.state': 'open',
  'comment_reports.reason': 'advert',
  'newsletter_consent_texts.hash': 'hash',
  'newsletter_requests.words_hash': 'hash',
}

async function firstOf(owner: TestAccount, path: string): Promise<string | null> {
  const { status, body } = await owner.call('GET', path.slice(0, path.indexOf('/{')))
  return status === 200 ? (body?.items?.[0]?.id ?? null) : null
}

/** Rows for tables that no request fills here, such as what readers send or other servers answer. */
async function insertRows(db: Db, { article, user }: { article: string; user: string }): Promise<void> {
  const at = '2026-05-03T10:00:00.000Z'
  const tables = await db.introspection.getTables()
  const found: Record<string, string> = {}
  const empty = await emptyTables(db)
  // Those that others refer to come first.
  for (const name of empty.toSorted((a, b) => Number(isReferred(b)) - Number(isReferred(a)))) {
    for (const table of new Set(Object.values(REFERRED))) {
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} limit 1`.execute(db)
      if (rows[0]) found[table] = rows[0].id
    }
    const columns = tables.find((table) => table.name === name)?.columns ?? []
    const valueOf = ({ name: column, dataType }: (typeof columns)[number]) => {
      const known = VALUES[`${name}.${column}`] ?? VALUES[column]
      if (known !== undefined) return known
      if (column === 'article_id') return article
      if (/^(?:user|author|person|account)_id$|_by$/.test(column)) return user
      const of = found[REFERRED[column] ?? '']
      if (of !== undefined) return of
      if (column === 'id' || column.endsWith('_id')) return newId()
      if (/(?:^|_)(?:on|day)$/.test(column)) return '2026-05-03'
      if (DATE.test(column)) return at
      if (/int|numeric|real|double|bool/i.test(dataType)) return 1
      return '{}'
    }
    // Keys of SQLite count as nullable.
    const isNeeded = (column: string) =>
      column === 'id' || column === 'editor_id' || column === 'hash' || (DATE.test(column) && column !== 'deleted_at')
    const needed = columns.filter(
      ({ isNullable, hasDefaultValue, name: column }) => isNeeded(column) || (!isNullable && !hasDefaultValue),
    )
    await sql`insert into ${sql.table(name)} (${sql.join(needed.map((column) => sql.ref(column.name)))})
      values (${sql.join(needed.map((column) => sql`${valueOf(column)}`))})`
      .execute(db)
      // Tables that stay empty are named by the test.
      .catch(() => {})
  }
}

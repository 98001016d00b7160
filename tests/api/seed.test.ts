import { beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../../src/server/migrations/migrations.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { articleRow } from '../../src/demo/builders/articles.ts'
import { inboxRow } from '../../src/demo/builders/collecting.ts'
import { insertRows } from '../../src/demo/builders/insert.ts'
import { createKit } from '../../src/demo/builders/kit.ts'
import { emptyTarget, MINUTES, runSeed, withApp, withDatabase, type Run, type Target } from '../support/seeding.ts'
import type { TestApp } from '../support/test-app.ts'

/** Everything a seed could change, as text. */
const snapshot = (target: Target) =>
  withDatabase(target, async (db) => {
    const rows = await Promise.all([
      db.selectFrom('users').selectAll().orderBy('id').execute(),
      db.selectFrom('articles').selectAll().orderBy('id').execute(),
      db.selectFrom('settings').selectAll().execute(),
      db.selectFrom('meta').selectAll().orderBy('key').execute(),
      db.selectFrom('media_assets').selectAll().orderBy('id').execute(),
      db.selectFrom('inbox_items').selectAll().orderBy('id').execute(),
      db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    ])
    return JSON.stringify(rows)
  })

async function signIn(app: TestApp, { email, password }: { email: string; password: string }) {
  return app.call('POST', '/auth/v1/token?grant_type=password', { email, password })
}

describe('an empty database', () => {
  let target: Target
  let first: Run
  beforeAll(async () => {
    target = await emptyTarget()
    first = await runSeed(target)
  }, MINUTES)

  test('becomes a blog with articles in every state', { timeout: MINUTES }, async () => {
    expect(first.said).toContain('49 Artikel')
    expect(first.code).toBe(0)
    await withDatabase(target, async (db) => {
      const rows = await db.selectFrom('articles').selectAll().where('deleted_at', 'is', null).execute()
      const having = (status: string) => rows.filter((row) => row.status === status)
      expect([having('published').length, having('scheduled').length, having('draft').length]).toEqual([33, 6, 9])
      expect(having('scheduled').filter(({ published_at }) => published_at === null)).toHaveLength(2)
      expect(
        having('scheduled').every(({ published_at }) => !published_at || Date.parse(published_at) > Date.now()),
      ).toBe(true)
      const ages = having('published').map(({ published_at }) => Date.now() - Date.parse(published_at!))
      expect(Math.min(...ages)).toBeGreaterThan(0)
      expect(Math.max(...ages) / 86_400_000).toBeGreaterThan(390)
      expect(having('published').filter(({ cover_image_url }) => cover_image_url).length).toBeGreaterThanOrEqual(16)
      const counts: Record<string, number> = {}
      for (const table of [
        'article_working_copies',
        'slug_history',
        'calendar_events',
        'inbox_items',
        'research_links',
        'research_files',
        'rss_feeds',
      ] as const) {
        const { count } = await db
          .selectFrom(table)
          .select((e) => e.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        counts[table] = Number(count)
      }
      expect(counts).toEqual({
        article_working_copies: 4,
        slug_history: 3,
        calendar_events: 19,
        inbox_items: 15,
        research_links: 5,
        research_files: 2,
        rss_feeds: 4,
      })
      const tasks = await db.selectFrom('editorial_tasks').select(['status', 'due_at']).execute()
      expect(new Set(tasks.map(({ status }) => status)).size).toBe(6)
      expect(tasks.some(({ due_at }) => due_at && Date.parse(due_at) < Date.now() - 43_200_000)).toBe(true)
      const linked = await db.selectFrom('link_library').select('category').distinct().execute()
      const prompted = await db.selectFrom('prompt_library').select('category').distinct().execute()
      expect([linked.length, prompted.length]).toEqual([6, 2])
      const types = await db.selectFrom('inbox_items').select('type').distinct().execute()
      expect(types.map(({ type }) => type).sort()).toEqual(['idea', 'link', 'note'])
    })
  })

  test(
    '[RUL-42] the printed random passwords sign in to the accounts, each with its status',
    { timeout: MINUTES },
    async () => {
      expect(first.people).toHaveLength(4)
      expect(new Set(first.people.map(({ password }) => password)).size).toBe(4)
      await withApp(target, async (app) => {
        const seen = []
        for (const person of first.people) {
          const { status, body } = await signIn(app, person)
          expect(status, person.email).toBe(200)
          const list = await app.call('GET', '/api/articles?q=donaudampfschiff', undefined, {
            authorization: `Bearer ${body.access_token}`,
          })
          const account = await app.call('GET', '/api/account', undefined, {
            authorization: `Bearer ${body.access_token}`,
          })
          seen.push([account.body.role, list.status, list.body.items?.length ?? list.body.code])
        }
        expect(seen).toEqual([
          ['owner', 200, 1],
          ['editor', 200, 1],
          ['editor', 200, 1],
          ['editor', 403, 'approval_pending'],
        ])
      })
    },
  )

  test(
    'readers get the site with its topics and authors, its newest article and the pictures',
    { timeout: MINUTES },
    async () => {
      await withApp(target, async (app) => {
        const home = await app.call<string>('GET', '/')
        expect(home.status).toBe(200)
        expect(home.body).toContain('Zwischenspeicher')
        expect(home.body).toContain('href="/themen"')
        for (const [path, words] of [
          ['/kategorie/spiele', 'Was sich noch einmal zu spielen lohnt.'],
          ['/autor/ruth-adler', 'Sammelt Handbücher.'],
        ] as const)
          expect((await app.call<string>('GET', path)).body).toContain(words)
        const lead = await app.call(
          'GET',
          '/api/articles/by-slug/nachtzug-noch-einmal-wie-man-ein-meisterwerk-zweimal-spielt',
        )
        expect(lead.status).toBe(200)
        const cover = await app.call('GET', lead.body.cover_image_url)
        expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/webp'])
        // A German site needs these two pages; they say that they are fictitious.
        for (const path of ['/impressum', '/datenschutz']) {
          expect(home.body).toContain(`href="${path}"`)
          expect((await app.call<string>('GET', path)).body).toContain('Beispieltext: Zwischenspeicher')
          expect((await app.call<string>('GET', path)).body).not.toContain('class="blank"')
        }
        const pages = await Promise.all(
          (await app.db.selectFrom('articles').select('slug').where('status', '=', 'published').execute()).map(
            async ({ slug }) => (await app.call<string>('GET', `/article/${slug}`)).body,
          ),
        )
        const showing = (mark: string | RegExp) => pages.filter((page) => page.search(mark) >= 0).length
        expect(showing('Sie lesen diesen Teil')).toBe(6)
        expect(showing('id="korrektur"')).toBe(1)
        expect(showing('<figure class="code">')).toBeGreaterThan(0)
        expect(showing(/<h3>.*<\/h3>/)).toBeGreaterThan(25)
      })
    },
  )

  test('[RUL-42] a second run is refused and changes nothing', { timeout: MINUTES }, async () => {
    const before = await snapshot(target)
    const again = await runSeed(target)
    expect(again).toMatchObject({ code: 0, people: [] })
    expect(again.said).toContain('schon da')
    expect(await snapshot(target)).toBe(before)
  })

  test('[RUL-42] --reset creates its own data again and keeps those of others', { timeout: MINUTES }, async () => {
    const kit = createKit({ seed: 'jemand' })
    const item = inboxRow(kit, { title: 'Von Hand' })
    const before = await withDatabase(target, async (db) => {
      await insertRows(db, 'inbox_items', [item])
      return db.selectFrom('articles').select('id').execute()
    })
    const again = await runSeed(target, ['--reset', '--articles', '400'])
    expect(again.said).toContain('400 Artikel')
    expect(again.code).toBe(0)
    await withDatabase(target, async (db) => {
      const after = await db.selectFrom('articles').select(['id', 'slug']).execute()
      expect(after).toHaveLength(400)
      expect(new Set(after.flatMap(({ slug }) => slug ?? [])).size).toBe(399)
      const kept = new Set(before.map(({ id }) => id))
      expect(after.some(({ id }) => kept.has(id))).toBe(false)
      const inbox = await db.selectFrom('inbox_items').select('title').execute()
      expect(inbox).toHaveLength(16)
      expect(inbox.map(({ title }) => title)).toContain('Von Hand')
      expect(await db.selectFrom('media_assets').select('id').execute()).toHaveLength(24)
    })
    await withApp(target, async (app) => {
      expect((await signIn(app, first.people[0]!)).status).toBe(400)
      expect((await signIn(app, again.people[0]!)).status).toBe(200)
    })
  })

  test('[RUL-42] once another account is registered, even --reset is refused', { timeout: MINUTES }, async () => {
    await withApp(target, (app) => app.register())
    const before = await snapshot(target)
    const refused = await runSeed(target, ['--reset'])
    expect(refused.code).toBe(1)
    expect(refused.said).toContain('1 Konto und 0 Artikel')
    expect(await snapshot(target)).toBe(before)
  })
})

describe('[RUL-42] a database with other data', () => {
  test('is refused because of a single account, and unchanged', { timeout: MINUTES }, async () => {
    const target = await emptyTarget()
    await withApp(target, (app) => app.register())
    const before = await snapshot(target)
    for (const args of [[], ['--reset'], ['--articles', '100']]) {
      const refused = await runSeed(target, args)
      expect(refused.code).toBe(1)
      expect(refused.said).toContain('1 Konto und 0 Artikel, die nicht vom Seed stammen. Es wurde nichts geändert.')
    }
    expect(await snapshot(target)).toBe(before)
  })

  test('is refused because of a single article, also in the trash', { timeout: MINUTES }, async () => {
    const target = await emptyTarget()
    await withDatabase(target, async (db) => {
      await migrate(db, migrations, target.dataDir)
      await insertRows(db, 'articles', [articleRow(createKit(), { deleted_at: new Date().toISOString() })])
    })
    const before = await snapshot(target)
    const refused = await runSeed(target)
    expect(refused.code).toBe(1)
    expect(refused.said).toContain('0 Konten und 1 Artikel')
    expect(await snapshot(target)).toBe(before)
  })
})

test('a killed seed is detected, and --reset repairs it', { timeout: MINUTES }, async () => {
  const target = await emptyTarget()
  await runSeed(target, [], { killAt: 'Artikel und Redaktionstisch' })
  const next = await runSeed(target)
  expect(next.code).toBe(1)
  expect(next.said).toContain('nicht fertig')
  const mended = await runSeed(target, ['--reset'])
  expect(mended).toMatchObject({ code: 0, people: expect.arrayContaining([expect.anything()]) })
  await withDatabase(target, async (db) => {
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(4)
    expect(await db.selectFrom('media_assets').select('id').execute()).toHaveLength(24)
  })
})

// Checked before a database is opened.
test('invalid options are refused with a list of the valid ones', { timeout: MINUTES }, async () => {
  const target = await emptyTarget()
  for (const args of [['--articles', 'viele'], ['--articles', '0'], ['--articles', '1.5'], ['--reste']]) {
    const { code, said } = await runSeed(target, args)
    expect([code, said]).toEqual([1, expect.stringContaining('Aufruf: npm run seed')])
  }
})

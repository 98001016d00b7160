import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refuseChangesOf } from '../../../../../tests/support/broken-article.ts'
import { creating } from '../../../../../tests/support/creating.ts'
import { callAs, type TestApp } from '../../../../../tests/support/test-app.ts'
import { startTwoInstances, type TwoInstances } from '../../../../../tests/support/two-instances.ts'
import type { Article } from '../../../../contract/articles.ts'
import { instantOfWallTime, wallTimeOfInstant } from '../../../../rules/wall-time.ts'
import { runIfDue } from '../../../platform/job.ts'
import { createLog } from '../../../platform/log.ts'
import { changesOf, type Change } from '../../../platform/db/transaction.ts'
import { Metrics } from '../../../platform/metrics.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { turnDueArticles } from '../../../schedule.ts'

let { app, beside, owner, stop } = {} as TwoInstances
let now = new Date('2027-01-01T00:00:00.000Z')
/** Every change of an instance, recorded inside its transaction. */
const changes: Change[] = []

beforeAll(async () => {
  ;({ app, beside, owner, stop } = await startTwoInstances())
  for (const { db } of new Set([app, beside])) changesOf(db).onChange(async (_tx, change) => void changes.push(change))
})
afterAll(() => stop())
beforeEach(() => void (changes.length = 0))

const at = (instant: string) => (now = new Date(instant))
const runtimeOf = (instance: TestApp, moment = now) =>
  ({ db: instance.db, log: createLog('silent'), metrics: new Metrics(), clock: () => moment }) as Runtime
const turn = (instance = app) => runIfDue(runtimeOf(instance), turnDueArticles)
const create = creating<Article>('/api/articles', () => owner)
const schedule = (title: string, publishedAt: string | null, more: Record<string, unknown> = {}) =>
  create({ title, status: 'scheduled', published_at: publishedAt, ...more })
const get = async (id: string): Promise<Article> => (await owner.call('GET', `/api/articles/${id}`)).body
const patch = (id: string, input: Record<string, unknown>) => owner.call('PATCH', `/api/articles/${id}`, input)
const publicStatus = async (slug: string, instance = app) => (await fetch(`${instance.url}/article/${slug}`)).status
const revisionsOf = async (id: string) =>
  (
    await app.db.selectFrom('article_revisions').selectAll().where('article_id', '=', id).orderBy('version').execute()
  ).map(({ version, author_id }) => [version, author_id])
const told = (id: string) => changes.filter((change) => change.id === id).map(({ verb, hidden }) => [verb, hidden])

describe('[RUL-3] due articles are published', () => {
  test('at their planned instant, not before, with all effects, and once', async () => {
    const { id, slug } = await schedule('Pünktlich', '2027-02-01T08:00:00Z', { content_markdown: 'Da.' })
    const waiting = await schedule('Ohne Termin', null)
    await fetch(app.url)
    at('2027-02-01T07:59:59.999Z')
    expect(await turn()).toBe(false)
    expect([(await get(id)).status, await publicStatus(slug)]).toEqual(['scheduled', 404])

    changes.length = 0
    at('2027-02-01T08:00:01.500Z')
    expect(await turn()).toBe(true)
    expect(await get(id)).toMatchObject({
      status: 'published',
      published_at: '2027-02-01T08:00:00.000Z',
      version: 2,
      content_markdown: 'Da.',
    })
    expect(told(id)).toEqual([['updated', false]])
    expect(await revisionsOf(id)).toEqual([
      [1, owner.id],
      [2, null],
    ])
    expect(await publicStatus(slug)).toBe(200)
    expect(await (await fetch(app.url)).text()).toContain('Pünktlich')

    at('2027-02-01T08:00:04.000Z')
    expect(await turn()).toBe(false)
    expect((await get(id)).version).toBe(2)
    expect((await get(waiting.id)).status).toBe('scheduled')
  })

  test('at most five seconds late, even if the instance that claimed the run died before', async () => {
    for (const died of [0, 400, 999]) {
      const due = Date.UTC(2027, 1, 1, 12, died)
      const { id } = await schedule(`Nach einem Absturz ${died}`, new Date(due).toISOString())
      const claim = { name: turnDueArticles.name, last_finished_at: null, last_error: null }
      const last_started_at = new Date(due - 1).toISOString()
      await app.db
        .insertInto('job_runs')
        .values({ ...claim, last_started_at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_started_at }))
        .execute()
      // The remaining instance checks at its own interval.
      let late = died
      for (; (await get(id)).status !== 'published' && late < 60_000; late += turnDueArticles.everySeconds * 1000)
        await runIfDue(runtimeOf(beside, new Date(due + late)), turnDueArticles)
      // Its interval is added once, since the loop checks after it; the run itself takes far less than the rest.
      expect(late - turnDueArticles.everySeconds * 1000).toBeLessThan(4000)
    }
    at('2027-02-02T07:00:00.000Z')
  })

  test('once, whatever the number of concurrent instances', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, number) => schedule(`Zugleich ${number}`, '2027-02-02T08:00:00Z')),
    )
    changes.length = 0
    at('2027-02-02T08:00:01.000Z')
    // The claim excludes a second instance; without it the row lock has to.
    await Promise.all([
      ...[app, beside, app, beside].map((instance) => turnDueArticles.run(runtimeOf(instance))),
      turn(app),
    ])
    await turn(beside)
    for (const { id } of made) {
      expect(told(id)).toEqual([['updated', false]])
      expect(await revisionsOf(id)).toHaveLength(2)
      expect(await get(id)).toMatchObject({ status: 'published', version: 2, published_at: '2027-02-02T08:00:00.000Z' })
    }
  })

  test('after downtime everything that fell due, with its planned date', async () => {
    const missed = await Promise.all(
      Array.from({ length: 105 }, (_, minute) =>
        schedule(`Verpasst ${minute}`, new Date(Date.UTC(2027, 1, 3, 8, minute)).toISOString()),
      ),
    )
    at('2027-02-05T09:00:00.000Z')
    expect(await turn(beside)).toBe(true)
    for (const { id, published_at } of missed)
      expect(await get(id)).toMatchObject({ status: 'published', version: 2, published_at })
  })

  test('[RUL-20] never from the trash; one restored after its date has no date', async () => {
    const gone = await schedule('Weggeworfen', '2026-02-06T08:00:00Z')
    const back = await schedule('Zurückgeholt', '2026-02-06T08:00:00Z')
    for (const { id } of [gone, back]) await owner.call('DELETE', `/api/articles/${id}`)
    at('2027-02-07T08:00:00.000Z')
    expect(await turn()).toBe(false)
    app.setClock('2026-02-07T08:00:00.000Z')
    await owner.call('POST', `/api/trash/articles/${back.id}/restore`)
    app.setClock()
    expect(await turn()).toBe(false)
    expect(await get(back.id)).toMatchObject({ status: 'scheduled', published_at: null })
  })

  test('a failing one is named in the system check and stops no other; repaired, it is published', async () => {
    const broken = await schedule('Kaputt', '2027-02-08T08:00:00Z')
    const whole = await schedule('Heil', '2027-02-08T08:00:01Z')
    const lift = await refuseChangesOf(app.db, broken.id)
    at('2027-02-08T08:00:02.000Z')
    expect(await turn()).toBe(true)
    expect([(await get(broken.id)).status, (await get(whole.id)).status]).toEqual(['scheduled', 'published'])
    // Checked at the job's time: a run in the future would be a fault itself, and sessions have expired by then.
    const jobs = async () => {
      app.setClock(now)
      const { email, password } = owner
      const { access_token } = (await app.call('POST', '/auth/v1/token?grant_type=password', { email, password })).body
      const answer = await callAs(app.url, access_token)('GET', '/api/system/checks')
      app.setClock()
      return answer.body.checks.find(({ key }: { key: string }) => key === 'jobs')
    }
    expect(await jobs()).toMatchObject({
      ok: false,
      message: expect.stringMatching(/„Kaputt“ nicht veröffentlicht: .*gesperrt/),
    })
    await lift()
    at('2027-02-08T08:00:04.000Z')
    expect(await turn()).toBe(true)
    expect((await get(broken.id)).status).toBe('published')
    expect(await jobs()).toMatchObject({ ok: true })
    at('2027-02-08T08:00:06.000Z')
    expect(await turn()).toBe(false)
  })
})

describe('[RUL-3] changes of daylight saving time', () => {
  const cases: [wall: string, instant: string, shown: string][] = [
    // In spring 02:30 does not exist: one hour later.
    ['2027-03-28T01:30', '2027-03-28T00:30:00.000Z', '2027-03-28T01:30'],
    ['2027-03-28T02:30', '2027-03-28T01:30:00.000Z', '2027-03-28T03:30'],
    ['2027-03-28T03:30', '2027-03-28T01:30:00.000Z', '2027-03-28T03:30'],
    // In autumn it exists twice: the first one.
    ['2027-10-31T01:30', '2027-10-30T23:30:00.000Z', '2027-10-31T01:30'],
    ['2027-10-31T02:30', '2027-10-31T00:30:00.000Z', '2027-10-31T02:30'],
    ['2027-10-31T03:30', '2027-10-31T02:30:00.000Z', '2027-10-31T03:30'],
  ]
  const home = process.env.TZ
  const zones: [zone: string, minutesInWinter: number][] = [
    ['America/Los_Angeles', 480],
    ['Pacific/Auckland', -780],
  ]
  test.each(zones)('on a server with its clock in %s', async (zone, minutes) => {
    process.env.TZ = zone
    try {
      expect(new Date('2027-01-15T12:00:00Z').getTimezoneOffset()).toBe(minutes)
      for (const [wall, instant, shown] of cases) {
        const planned = instantOfWallTime(wall, 'Europe/Berlin')?.instant ?? ''
        expect(planned, wall).toBe(instant)
        const { id, slug } = await schedule(`Umstellung ${wall}`, planned)
        // A second zone goes back in time, so the run is not claimed here.
        await turnDueArticles.run(runtimeOf(app, new Date(Date.parse(instant) - 1)))
        expect((await get(id)).status, wall).toBe('scheduled')
        await turnDueArticles.run(runtimeOf(app, new Date(Date.parse(instant) + 2000)))
        const article = await get(id)
        expect(article, wall).toMatchObject({ status: 'published', published_at: instant })
        expect(wallTimeOfInstant(article.published_at ?? '', 'Europe/Berlin')).toBe(shown)
        expect(await (await fetch(`${app.url}/article/${slug}`)).text()).toContain(
          `<time dateTime="${shown.slice(0, 10)}">`,
        )
      }
    } finally {
      if (home === undefined) delete process.env.TZ
      else process.env.TZ = home
    }
  })

  test('another zone of the site does not move planned instants', async () => {
    const { id } = await schedule('Bleibt', '2030-11-01T08:00:00Z')
    await owner.call('PATCH', '/api/settings', { timezone: 'Asia/Tokyo' })
    expect(await get(id)).toMatchObject({ published_at: '2030-11-01T08:00:00.000Z', version: 1 })
    await owner.call('PATCH', '/api/settings', { timezone: 'Europe/Berlin' })
  })
})

describe('[RUL-3] the take-down date', () => {
  test('sets back to draft; readers get 404 at once, on every instance', async () => {
    const { id, slug } = await create({
      title: 'Nur kurz',
      status: 'published',
      published_at: '2027-12-01T08:00:00Z',
      unpublish_at: '2027-12-02T08:00:00Z',
    })
    expect([await publicStatus(slug), await publicStatus(slug, beside)]).toEqual([200, 200])
    expect((await (await fetch(`${app.url}/api/articles/by-slug/${slug}`)).json()).unpublish_at).toBeUndefined()
    at('2027-12-02T07:59:59.000Z')
    expect(await turn()).toBe(false)
    at('2027-12-02T08:00:01.000Z')
    expect(await turn()).toBe(true)
    expect(await get(id)).toMatchObject({ status: 'draft', published_at: null, unpublish_at: null, version: 2, slug })
    expect(await publicStatus(slug)).toBe(410)
    // SQLite has one process; other instances notify its page cache only on PostgreSQL.
    if (beside !== app) await expect.poll(() => publicStatus(slug, beside)).toBe(410)
    at('2027-12-02T08:00:05.000Z')
    expect(await turn()).toBe(false)
  })

  test('keeps unpublished changes, even when their slug is taken by now', async () => {
    const { id, slug } = await create({ title: 'Geht', status: 'published', unpublish_at: '2028-01-01T00:00:00Z' })
    await owner.call('PUT', `/api/articles/${id}/working-copy`, {
      version: 1,
      title: 'Geht, überarbeitet',
      slug: 'begehrt',
      excerpt: '',
      content_markdown: 'Neuer Absatz.',
      cover_image_url: null,
      category_id: null,
    })
    await create({ title: 'Andere', slug: 'begehrt' })
    at('2028-01-01T00:00:01.000Z')
    await turn()
    expect(await get(id)).toMatchObject({
      status: 'draft',
      title: 'Geht, überarbeitet',
      content_markdown: 'Neuer Absatz.',
      slug,
      working_copy: null,
    })
  })

  test('must be after the publication date: refusals name the sent field', async () => {
    const { id } = await schedule('Kurz', '2028-02-01T08:00:00Z')
    const refused = async (input: Record<string, unknown>) => {
      const { status, body } = await patch(id, input)
      return [status, body.fields?.[0].field]
    }
    expect(await refused({ version: 1, unpublish_at: '2028-02-01T08:00:00Z' })).toEqual([400, 'unpublish_at'])
    expect((await patch(id, { version: 1, unpublish_at: '2028-02-02T08:00:00Z' })).body).toMatchObject({
      unpublish_at: '2028-02-02T08:00:00.000Z',
      published_at: '2028-02-01T08:00:00.000Z',
    })
    // The request of the calendar for a card dropped after its take-down date.
    expect(await refused({ version: 2, published_at: '2028-02-03T08:00:00Z' })).toEqual([400, 'published_at'])
    expect((await patch(id, { version: 2, published_at: null })).body.unpublish_at).toBe('2028-02-02T08:00:00.000Z')
    expect((await patch(id, { version: 3, unpublish_at: null })).body.unpublish_at).toBeNull()
  })

  test('[EDIT-10] survives a change of the status, unless it has passed', async () => {
    app.setClock('2026-03-01T08:00:00.000Z')
    const { id } = await create({ title: 'Wechselnd', unpublish_at: '2026-03-02T08:00:00Z' })
    const until = async (version: number, status: string) =>
      (await patch(id, { version, status })).body.unpublish_at as string | null
    expect(await until(1, 'published')).toBe('2026-03-02T08:00:00.000Z')
    expect(await until(2, 'draft')).toBe('2026-03-02T08:00:00.000Z')
    app.setClock('2026-03-03T08:00:00.000Z')
    expect(await until(3, 'published')).toBeNull()
    app.setClock()
  })

  test('an article due for both during downtime has been published and taken down', async () => {
    const { id } = await schedule('Verschlafen', '2028-04-01T08:00:00Z', { unpublish_at: '2028-04-01T09:00:00Z' })
    changes.length = 0
    at('2028-04-02T08:00:00.000Z')
    await turn()
    expect(await get(id)).toMatchObject({ status: 'draft', published_at: null, version: 3 })
    expect(told(id)).toHaveLength(2)
  })
})

describe('[WEEK-24] a working text goes live by itself', () => {
  const plan = async (id: string, goes_live_at: string | null, version?: number) =>
    owner.call('PUT', `/api/articles/${id}/working-copy/date`, {
      version: version ?? (await get(id)).version,
      goes_live_at,
    })
  const written = async (title: string, more: Record<string, unknown> = {}): Promise<Article> => {
    const made = await create({ title, content_markdown: 'Alt.', status: 'published', ...more })
    const { id, slug, excerpt, cover_image_url, category_id, version } = made
    const copy = { version, title, slug, excerpt, cover_image_url, category_id, content_markdown: 'Neu.' }
    expect((await owner.call('PUT', `/api/articles/${id}/working-copy`, copy)).status).toBe(200)
    return get(id)
  }

  test('at its date, not before, once, with the date of the article as it was', async () => {
    at('2027-03-01T00:00:00Z')
    const { id, published_at, version } = await written('Später live')
    const planned = await plan(id, '2027-03-02T09:00:00+01:00')
    expect([planned.status, planned.body.working_copy.goes_live_at]).toEqual([200, '2027-03-02T08:00:00.000Z'])
    expect(planned.body.version).toBe(version + 1)
    at('2027-03-02T07:59:59.999Z')
    expect(await turn()).toBe(false)
    expect((await get(id)).content_markdown).toBe('Alt.')
    at('2027-03-02T08:00:01Z')
    expect((await Promise.allSettled([turn(), turn(beside)])).map(({ status }) => status)).not.toContain('rejected')
    expect(await get(id)).toMatchObject({
      content_markdown: 'Neu.',
      published_at,
      working_copy: null,
      version: version + 2,
    })
    expect(await turn()).toBe(false)
  })

  test('what is written on goes with it; discarding, going live and taking it back end the plan', async () => {
    at('2027-03-01T00:00:00Z')
    const on = await written('Weitergeschrieben')
    await plan(on.id, '2027-03-05T08:00:00Z')
    const { slug, excerpt, cover_image_url, category_id, title } = on
    const { version } = await get(on.id)
    const copy = { version, title, slug, excerpt, cover_image_url, category_id, content_markdown: 'Noch neuer.' }
    const saved = await owner.call('PUT', `/api/articles/${on.id}/working-copy`, copy)
    expect(saved.body.working_copy.goes_live_at).toBe('2027-03-05T08:00:00.000Z')
    const others = [
      await written('Verworfen'),
      await written('Gleich live'),
      await written('Abgesagt'),
      await written('Zurück'),
    ]
    for (const { id } of others) await plan(id, '2027-03-05T08:00:00Z')
    const [dropped, live, called, withdrawn] = others as [Article, Article, Article, Article]
    await owner.call('DELETE', `/api/articles/${dropped.id}/working-copy`, { version: (await get(dropped.id)).version })
    await patch(live.id, { version: (await get(live.id)).version, status: 'published' })
    expect((await plan(called.id, null)).body.working_copy.goes_live_at).toBeNull()
    await patch(withdrawn.id, { version: (await get(withdrawn.id)).version, status: 'draft' })
    const before = await Promise.all(others.map(async ({ id }) => (await get(id)).version))
    at('2027-03-05T08:00:01Z')
    await turn()
    expect((await get(on.id)).content_markdown).toBe('Noch neuer.')
    expect(await Promise.all(others.map(async ({ id }) => (await get(id)).version))).toEqual(before)
    expect((await get(called.id)).content_markdown).toBe('Alt.')
  })

  test('it is refused where nothing waits, from an old version, and beyond the end of the article', async () => {
    const nothing = await create({ title: 'Nichts wartet', status: 'published' })
    const refused = await plan(nothing.id, '2027-04-01T08:00:00Z')
    expect([refused.status, refused.body.fields[0].reason]).toEqual([
      400,
      'Es gibt keine Änderungen, die noch nicht öffentlich sind',
    ])
    const ends = await written('Endet', { unpublish_at: '2027-04-01T08:00:00Z' })
    const late = await plan(ends.id, '2027-04-01T08:00:00Z')
    expect([late.status, late.body.fields[0].reason]).toEqual([
      400,
      'Zu diesem Zeitpunkt ist der Artikel schon wieder zurückgezogen',
    ])
    expect((await plan(ends.id, '2027-03-01T08:00:00Z', 1)).status).toBe(409)
    expect((await plan(ends.id, 'morgen')).status).toBe(400)
    expect((await get(ends.id)).working_copy?.goes_live_at).toBeNull()
  })

  test('a date that passed in the trash is forgotten', async () => {
    at('2027-05-01T00:00:00Z')
    const { id } = await written('Im Papierkorb')
    await plan(id, new Date(Date.now() - 1000).toISOString())
    await owner.call('DELETE', `/api/articles/${id}`)
    await owner.call('POST', `/api/trash/articles/${id}/restore`)
    expect((await get(id)).working_copy).toMatchObject({ content_markdown: 'Neu.', goes_live_at: null })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { icalJs, nodeIcs } from '../../../../tests/support/ics.ts'
import { hold } from '../../../../tests/support/held-rows.ts'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import type { PlanMove } from '../../../contract/planning.ts'
import { weekdayOf } from '../../../rules/days.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'

let app: TestApp
let owner: TestAccount

const ZONE = 'Europe/Berlin'

beforeAll(async () => {
  app = await startTestApp()
  app.setClock('2026-01-05T08:00:00Z')
  owner = await app.register()
  await owner.call('PATCH', '/api/planning', { land: 'BE' })
  await owner.call('POST', '/api/planning/pauses', { name: 'Umzug', from_day: '2026-04-13', to_day: '2026-04-17' })
})
afterAll(() => app.stop())

const post = async (path: string, body: object) => (await owner.call('POST', path, body)).body
const scheduled = (title: string, published_at: string) =>
  post('/api/articles', { title, status: 'scheduled', published_at })
const planned = async (title: string, planned_on: string) => {
  const article = await post('/api/articles', { title })
  await owner.call('PUT', `/api/planning/articles/${article.id}`, { planned_on })
  return article
}
const ref = (noun: string, id: string, at: string | null) => ({ noun, id, at })
const month = async (from: string, to: string) =>
  (await owner.call('GET', `/api/events/calendar?from=${from}T00:00:00Z&to=${to}T00:00:00Z`)).body
const published = async (id: string) => (await owner.call('GET', `/api/articles/${id}`)).body

describe('[RUL-64] planning', () => {
  test('[DESK-4] a span shows planned drafts, due tasks, overdue ones, holidays of the Land and pauses', async () => {
    const draft = await planned('Geplanter Entwurf', '2027-04-07')
    const task = await post('/api/tasks', { title: 'Fällig', due_at: '2027-04-08T10:00:00Z' })
    await post('/api/tasks', { title: 'Getan', due_at: '2027-04-08T10:00:00Z', status: 'published' })
    const late = await post('/api/tasks', { title: 'Zu spät', due_at: '2027-03-01T10:00:00Z' })
    const found = await month('2027-03-26', '2027-04-30')
    expect(found.planned).toMatchObject([{ id: draft.id, status: 'draft', planned_on: '2027-04-07' }])
    expect([found.tasks, found.overdue].map((tasks) => tasks.map(({ id }: { id: string }) => id))).toEqual([
      [task.id],
      [late.id],
    ])
    expect(found.holidays).toEqual([
      { day: '2027-03-26', name: 'Karfreitag' },
      { day: '2027-03-29', name: 'Ostermontag' },
    ])
    expect((await month('2026-04-01', '2026-04-30')).pauses).toMatchObject([{ name: 'Umzug' }])
    expect((await published(draft.id)).published_at).toBeNull()
    for (const { id, noun } of [
      { noun: 'articles', id: draft.id },
      { noun: 'tasks', id: task.id },
      { noun: 'tasks', id: late.id },
    ])
      await owner.call('DELETE', `/api/${noun}/${id}`)
    expect((await month('2027-03-26', '2027-04-30')).planned).toEqual([])
  })

  test('[DESK-5] a move is taken back within a day', async () => {
    const event = await post('/api/events', { title: 'Abgabe', starts_at: '2026-03-27T16:00:00.000Z' })
    const moved = await post('/api/planning/moves', { items: [ref('events', event.id, event.starts_at)], days: 1 })
    const undo = `/api/planning/moves/${moved.id}/undo`
    const madeAt = (created_at: string) =>
      app.db.updateTable('planning_moves').set({ created_at }).where('id', '=', moved.id).execute()
    await madeAt('2020-01-01T00:00:00.000Z')
    expect((await owner.call('POST', undo)).status).toBe(404)
    await madeAt('2026-01-05T07:00:00.000Z')
    expect((await owner.call('POST', undo)).status).toBe(201)
    await owner.call('DELETE', `/api/events/${event.id}`)
  })

  test('[DESK-5] several records move together on publishing days; one undo restores them', async () => {
    const one = await scheduled('Strom sparen', '2026-03-30T06:00:00.000Z')
    const two = await scheduled('Barrierefreiheit', '2026-04-02T06:00:00.000Z')
    const draft = await planned('Entwurf', '2026-04-01')
    const event = await post('/api/events', { title: 'Abgabe', starts_at: '2026-03-27T16:00:00.000Z' })
    const items = [
      ref('articles', one.id, one.published_at),
      ref('articles', two.id, two.published_at),
      ref('articles', draft.id, '2026-04-01'),
      ref('events', event.id, event.starts_at),
    ]
    const input = { items, days: 2, publishing_days: true }
    const tried = await owner.call('POST', '/api/planning/moves', { ...input, dry_run: true })
    expect(tried.body.id).toBeNull()
    expect((await published(one.id)).published_at).toBe(one.published_at)
    const moved = await owner.call('POST', '/api/planning/moves', input)
    expect(moved.status).toBe(201)
    expect(moved.body.moves).toEqual(tried.body.moves)
    // Friday's event skips the weekend and the change of clocks and keeps its wall time.
    expect(moved.body.moves.map((each: PlanMove) => [each.title, each.to, each.passed])).toEqual([
      ['Abgabe', '2026-03-30T15:00:00.000Z', ['Sonntag']],
      ['Strom sparen', '2026-04-01T06:00:00.000Z', []],
      ['Entwurf', '2026-04-07', ['Karfreitag', 'Samstag', 'Sonntag', 'Ostermontag']],
      ['Barrierefreiheit', '2026-04-08T06:00:00.000Z', ['Samstag', 'Sonntag', 'Ostermontag']],
    ])
    // The caller's state is outdated: nothing moves.
    const stale = await owner.call('POST', '/api/planning/moves', input)
    expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])

    const undo = `/api/planning/moves/${moved.body.id}/undo`
    const editor = await app.register()
    await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
    expect((await editor.call('POST', undo)).status).toBe(404)
    expect((await owner.call('POST', undo)).status).toBe(201)
    expect((await owner.call('POST', undo)).status).toBe(404)
    expect((await published(two.id)).published_at).toBe(two.published_at)
    expect((await owner.call('GET', `/api/events/${event.id}`)).body.starts_at).toBe(event.starts_at)
    expect((await month('2026-03-30', '2026-04-02')).planned).toMatchObject([{ planned_on: '2026-04-01' }])

    // `Ohne Termin` and its undo, and an undo after a concurrent change.
    const away = await post('/api/planning/moves', { items: [items[0]], days: null })
    expect((await published(one.id)).published_at).toBeNull()
    await post(`/api/planning/moves/${away.id}/undo`, {})
    expect((await published(one.id)).published_at).toBe(one.published_at)
    const again = await post('/api/planning/moves', { items: items.slice(0, 2), days: 7 })
    const { version } = await published(two.id)
    await owner.call('PATCH', `/api/articles/${two.id}`, { version, published_at: '2026-05-05T06:00:00Z' })
    expect((await owner.call('POST', `/api/planning/moves/${again.id}/undo`)).status).toBe(409)
    expect((await published(one.id)).published_at).toBe('2026-04-06T06:00:00.000Z')
    for (const { noun, id } of items) await owner.call('DELETE', `/api/${noun}/${id}`)
  })

  test('[DESK-5] planning publishes nothing, and a refused move gives the reason', async () => {
    const soon = await scheduled('Morgen', '2026-01-06T08:00:00.000Z')
    const move = (item: object, more: object = {}) =>
      owner.call('POST', '/api/planning/moves', { items: [item], days: -7, ...more })
    const past = await move(ref('articles', soon.id, soon.published_at))
    expect([past.status, past.body.fields]).toEqual([
      400,
      [
        {
          field: 'days',
          reason: '„Morgen“ käme auf einen Zeitpunkt, der vorbei ist. Verschieben veröffentlicht nichts.',
        },
      ],
    ])
    const weekly = await post('/api/events', {
      title: 'Kolumne',
      starts_at: '2026-01-06T08:00:00Z',
      recurrence: { every: 'week', weekdays: [1] },
    })
    expect((await move(ref('events', weekly.id, weekly.starts_at))).body.fields[0].reason).toContain('wiederholt sich')
    const live = await post('/api/articles', { title: 'Da', status: 'published' })
    expect((await move(ref('articles', live.id, live.published_at))).body.fields[0].reason).toContain(
      'schon veröffentlicht',
    )
    expect((await move(ref('tasks', live.id, null))).status).toBe(404)
    expect((await move(ref('articles', soon.id, null), { days: 99_999 })).body.fields[0].field).toBe('days')
    expect((await owner.call('PATCH', '/api/planning', { land: 'XX' })).body.fields[0].field).toBe('land')
    expect((await owner.call('PATCH', '/api/planning', { weekdays: [] })).body.fields[0].field).toBe('weekdays')
    const pause = { name: 'x', from_day: '2026-02-02', to_day: '2026-02-01' }
    expect((await owner.call('POST', '/api/planning/pauses', pause)).body.fields[0].field).toBe('to_day')
    for (const [noun, id] of [
      ['articles', soon.id],
      ['articles', live.id],
      ['events', weekly.id],
    ])
      await owner.call('DELETE', `/api/${noun}/${id}`)
  })

  test('[DESK-5] concurrent pushes: each continues from the result of the other, or gets a conflict', async () => {
    const first = await scheduled('Eins', '2026-06-01T06:00:00.000Z')
    await scheduled('Zwei', '2026-06-02T06:00:00.000Z')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        owner.call('POST', '/api/planning/pushes', { item: ref('articles', first.id, first.published_at) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      201, 409, 409, 409, 409, 409,
    ])
    const { articles } = await month('2026-06-01', '2026-06-10')
    expect(articles.map(({ published_at }: { published_at: string }) => published_at)).toEqual([
      '2026-06-02T06:00:00.000Z',
      '2026-06-03T06:00:00.000Z',
    ])
    for (const { id } of articles) await owner.call('DELETE', `/api/articles/${id}`)
  })

  test('[DESK-5] [DESK-7] 200 random moves, pushes and undos across both changes of clocks: times kept, undo exact, no duplicate, and subscribed calendars follow', async () => {
    const random = seeded(20_261_123)
    const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T
    const nouns = new Map<string, string>()
    const uids = new Map<string, string>()
    const add = (noun: string, id: string, uid: string) => {
      nouns.set(id, noun)
      uids.set(id, `${uid}@blog-cms`)
    }
    for (let number = 0; number < 4; number += 1) {
      const time = ['06:30', '12:00', '22:45', '01:15'][number % 4]
      const day = ['2026-03-2', '2026-10-2'][number % 2] + String(number + 4)
      const { id } = await scheduled(`Artikel ${number}`, `${day}T${time}:00.000Z`)
      add('articles', id, id)
    }
    for (const day of ['2026-03-27', '2026-10-23']) {
      const { id } = await planned(`Entwurf ${day}`, day)
      add('articles', id, `draft-${id}`)
    }
    // Half past two at night is skipped by one change of clocks and occurs twice at the other.
    for (const starts_at of ['2026-03-27T01:30:00.000Z', '2026-10-24T00:30:00.000Z']) {
      const { id } = await post('/api/events', { title: `Ereignis ${starts_at}`, starts_at })
      add('events', id, `event-${id}`)
    }
    for (const due_at of ['2026-03-26T22:30:00.000Z', '2026-10-26T22:30:00.000Z']) {
      const { id } = await post('/api/tasks', { title: `Aufgabe ${due_at}`, due_at })
      add('tasks', id, `task-${id}`)
    }
    const ids = [...nouns.keys()]
    type State = Record<string, string>
    const read = async (): Promise<State> => {
      const found = await month('2026-01-06', '2027-01-31')
      const all = [
        ...found.articles.map(({ id, published_at }: State) => [id, published_at]),
        ...found.planned.map(({ id, planned_on }: State) => [id, planned_on]),
        ...found.events.map(({ id, starts_at }: State) => [id, starts_at]),
        ...found.tasks.map(({ id, due_at }: State) => [id, due_at]),
      ]
      // None lost, none duplicated.
      expect(all.map(([id]) => id as string).sort()).toEqual(ids.toSorted())
      return Object.fromEntries(all) as State
    }
    const clockOf = (at: string) => (at.length === 10 ? 'Tag' : wallTimeOfInstant(at, ZONE).slice(11))
    const dayOf = (at: string) => (at.length === 10 ? at : wallTimeOfInstant(at, ZONE).slice(0, 10))
    const { path } = await post('/api/planning/link', {})
    const numbers = new Map<string, number>()
    let seconds = 0
    /** The sequence of a task is the second of its last change. */
    const later = () => app.setClock(new Date(Date.parse('2026-01-05T08:00:00Z') + (seconds += 1) * 1000))
    /** Subscribers see every entry once, under its name, at its present time; moved ones have a higher number. */
    const expectFollowed = async (state: State, moved: string[]) => {
      const { body } = await app.call('GET', path)
      expect(
        body
          .match(/^DT(?:START|END)[^\r]*/gm)
          ?.filter((line: string) => !/:\d{8}T\d{6}Z$|VALUE=DATE:\d{8}$/.test(line)),
      ).toEqual([])
      const entries = icalJs(body)
      expect(nodeIcs(body)).toEqual(entries)
      const wanted = ids.map(
        (id) => `${uids.get(id)} ${nouns.get(id) === 'tasks' ? dayOf(state[id] ?? '') : state[id]}`,
      )
      expect(entries.map(([uid, _summary, start]) => `${uid} ${start}`).toSorted()).toEqual(wanted.toSorted())
      for (const id of ids) {
        const number = entries.find(([uid]) => uid === uids.get(id))?.[3] ?? -1
        const former = numbers.get(id)
        if (former === undefined) expect(number).toBeGreaterThanOrEqual(0)
        else if (moved.includes(id)) expect(number).toBeGreaterThan(former)
        else expect(number).toBe(former)
        numbers.set(id, number)
      }
    }
    const done: { id: string; before: State; after: State }[] = []
    const kinds = { moves: 0, pushes: 0, undos: 0, refused: 0, skipped: 0 }
    /** A time skipped by a change of clocks is an hour later from then on, as the move reported. */
    const clocks: State = {}
    let before = await read()
    for (const id of ids) clocks[id] = clockOf(before[id] ?? '')
    await expectFollowed(before, [])
    const differing = (one: State, other: State) => ids.filter((id) => one[id] !== other[id])
    for (let turn = 0; turn < 200; turn += 1) {
      later()
      const last = done.at(-1)
      if (last && random() < 0.45) {
        const answer = await owner.call('POST', `/api/planning/moves/${last.id}/undo`)
        expect([answer.status, before]).toEqual([201, last.after])
        const back = await read()
        expect(back).toEqual(last.before)
        await expectFollowed(back, differing(before, back))
        before = back
        for (const id of ids) clocks[id] = clockOf(before[id] ?? '')
        done.pop()
        kinds.undos += 1
        continue
      }
      const pushing = random() < 0.3
      const chosen = ids.filter(() => random() < 0.25)
      if (chosen.length === 0) chosen.push(pick(ids))
      const publishing_days = random() < 0.5
      const days = Math.round(random() * 40 - 20)
      const pushed = chosen.find((id) => nouns.get(id) === 'articles') ?? ids[0] ?? ''
      const answer = pushing
        ? await owner.call('POST', '/api/planning/pushes', { item: ref('articles', pushed, before[pushed] ?? null) })
        : await owner.call('POST', '/api/planning/moves', {
            items: chosen.map((id) => ref(nouns.get(id) ?? '', id, before[id] ?? null)),
            days,
            publishing_days,
          })
      const after = await read()
      if (answer.status !== 201) {
        kinds.refused += 1
        expect([answer.status, after]).toEqual([400, before])
        continue
      }
      kinds[pushing ? 'pushes' : 'moves'] += 1
      const moved = differing(before, after)
      expect(moved.toSorted()).toEqual(answer.body.moves.map(({ id }: PlanMove) => id).sort())
      await expectFollowed(after, moved)
      for (const { id, skipped } of answer.body.moves as PlanMove[]) {
        if (!skipped) continue
        kinds.skipped += 1
        const [hour = '', minute = ''] = (clocks[id] ?? '').split(':')
        clocks[id] = `0${Number(hour) + 1}:${minute}`
      }
      expect(Object.fromEntries(ids.map((id) => [id, clockOf(after[id] ?? '')]))).toEqual(clocks)
      for (const id of moved)
        if (pushing || publishing_days) expect(weekdayOf(dayOf(after[id] ?? ''))).toBeLessThan(5)
        else expect(Date.parse(dayOf(after[id] ?? '')) - Date.parse(dayOf(before[id] ?? ''))).toBe(days * 86_400_000)
      if (answer.body.id) done.push({ id: answer.body.id, before, after })
      before = after
    }
    expect(kinds.refused).toBeLessThan(60)
    expect(Math.min(kinds.moves, kinds.pushes, kinds.undos)).toBeGreaterThan(10)
    while (done.length > 0) {
      const last = done.pop()
      await owner.call('POST', `/api/planning/moves/${last?.id}/undo`)
      expect(await read()).toEqual(last?.before)
    }
    for (const [id, noun] of nouns) if (noun === 'articles') expect((await published(id)).status).not.toBe('published')
  })
})

describe('recurring events', () => {
  test('[DESK-6] every Tuesday at the same wall time; one cancelled, one moved, both restored', async () => {
    const column = await post('/api/events', {
      title: 'Kolumne',
      starts_at: '2026-03-17T08:00:00Z',
      type: 'publish',
      recurrence: { every: 'week', weekdays: [1], count: 5 },
    })
    const times = async () =>
      (await month('2026-03-01', '2026-06-01')).events
        .filter(({ id }: { id: string }) => id === column.id)
        .map((event: { day: string; starts_at: string }) => [event.day, event.starts_at.slice(0, 16)])
    const regular = [
      ['2026-03-17', '2026-03-17T08:00'],
      ['2026-03-24', '2026-03-24T08:00'],
      ['2026-03-31', '2026-03-31T07:00'],
      ['2026-04-07', '2026-04-07T07:00'],
      ['2026-04-14', '2026-04-14T07:00'],
    ]
    expect(await times()).toEqual(regular)
    const on = (day: string) => `/api/events/${column.id}/occurrences/${day}`
    expect((await owner.call('PUT', on('2026-03-24'), { starts_at: null })).status).toBe(200)
    await owner.call('PUT', on('2026-03-31'), { starts_at: '2026-05-05T10:00:00Z' })
    expect(await times()).toEqual([regular[0], regular[3], regular[4], ['2026-03-31', '2026-05-05T10:00']])
    expect((await owner.call('PUT', on('2026-03-25'), { starts_at: null })).status).toBe(404)
    expect((await owner.call('PUT', on('gestern'), { starts_at: null })).body.fields[0].field).toBe('day')
    await owner.call('DELETE', on('2026-03-24'))
    await owner.call('DELETE', on('2026-03-31'))
    expect(await times()).toEqual(regular)
    const both = { recurrence: { every: 'week', weekdays: [1], count: 5, until: '2026-04-01' } }
    expect((await owner.call('PATCH', `/api/events/${column.id}`, both)).body.fields[0].field).toBe('recurrence')
    await owner.call('PATCH', `/api/events/${column.id}`, { recurrence: null })
    expect(await times()).toEqual([[null, '2026-03-17T08:00']])
  })
})

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

test.runIf(DIALECT === 'postgres').each([
  ['events', 'calendar_events', 'starts_at', { title: 'Regatta', type: 'deadline' }],
  ['tasks', 'editorial_tasks', 'due_at', { title: 'Tau' }],
] as const)(
  '[RUL-64] a date of %s that is saved while a move waits for it stays',
  async (noun, table, field, input) => {
    const [at, saved] = ['2026-06-01T10:00:00.000Z', '2026-06-20T10:00:00.000Z']
    const { id } = await post(`/api/${noun}`, { ...input, [field]: at })
    const holder = await hold(app, { table, id })
    const save = owner.call('PATCH', `/api/${noun}/${id}`, { [field]: saved })
    await holder.untilWaited(1)
    const move = owner.call('POST', '/api/planning/moves', {
      items: [ref(noun, id, at)],
      days: 1,
      publishing_days: false,
    })
    await holder.untilWaited(2)
    await holder.release()
    expect([(await save).status, (await move).status]).toEqual([200, 409])
    expect((await owner.call('GET', `/api/${noun}/${id}`)).body[field]).toBe(saved)
  },
)

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTwoInstances, type TwoInstances } from '../../../../tests/support/two-instances.ts'
import { uploadPicture } from '../../../../tests/support/upload-picture.ts'

let both: TwoInstances
type Item = { id: string; filename: string; alt: string; credit: string }
const pictures: Record<string, { id: string; url: string }> = {}

beforeAll(async () => {
  both = await startTwoInstances()
  const { app, owner } = both
  for (const [name, width] of [
    ['b-text.png', 8],
    ['A-titelbild.png', 900],
    ['c-seite.png', 300],
    ['arbeitsfassung.png', 16],
    ['papierkorb.png', 24],
    ['unbenutzt.png', 32],
    ['autorin.png', 40],
  ] as const)
    pictures[name] = await uploadPicture(app, owner, { name, width })
  const url = (name: string) => pictures[name]?.url ?? ''
  const add = async (fields: object) => (await owner.call('POST', '/api/articles', fields)).body
  await add({ title: 'Text', content_markdown: `![](${url('b-text.png')} "Titel")` })
  const live = await add({ title: 'Live', status: 'published', cover_image_url: url('A-titelbild.png') })
  const { title, slug, excerpt, category_id, cover_image_url } = live
  const working = { title, slug, excerpt, category_id, cover_image_url }
  const copy = await owner.call('PUT', `/api/articles/${live.id}/working-copy`, {
    version: live.version,
    ...working,
    content_markdown: `![](${url('arbeitsfassung.png')})`,
  })
  expect(copy.status, JSON.stringify(copy.body)).toBe(200)
  await owner.call('POST', '/api/pages', { title: 'Seite', content_markdown: `![](${url('c-seite.png')})` })
  const author = await owner.call('POST', '/api/authors', { name: 'Mira', picture: url('autorin.png') })
  expect(author.status, JSON.stringify(author.body)).toBe(201)
  const gone = await add({ title: 'Weg', content_markdown: `![](${url('papierkorb.png')})` })
  await owner.call('DELETE', `/api/articles/${gone.id}`)
})
afterAll(() => both.stop())

const list = async (query = ''): Promise<Item[]> => (await both.owner.call('GET', `/api/media${query}`)).body.items
const names = async (query = '') => (await list(query)).map(({ filename }) => filename)
const idOf = (name: string) => pictures[name]?.id ?? ''
const write = async (account: typeof both.owner, items: object[]) => account.call('POST', '/api/media/words', { items })

describe('the library', () => {
  test('[WEEK-28] filters find pictures without alternative text, without credit, and those nothing shows', async () => {
    await write(both.owner, [
      { id: idOf('b-text.png'), alt: 'Zaun', credit: 'Foto: Adler' },
      { id: idOf('c-seite.png'), alt: '   ', credit: 'Foto: Adler' },
    ])
    const counts = (await both.owner.call('GET', '/api/media/counts')).body
    expect(counts).toEqual({ all: 7, no_alt: 6, no_credit: 5, unused: 2 })
    for (const [filter, count] of Object.entries({ no_alt: 6, no_credit: 5, unused: 2 }))
      expect(await list(`?filter=${filter}`), filter).toHaveLength(count)
    expect(await names('?filter=unused')).toEqual(['unbenutzt.png', 'papierkorb.png'])
    expect((await both.owner.call('GET', '/api/media/counts?q=adler')).body).toEqual({
      all: 2,
      no_alt: 1,
      no_credit: 0,
      unused: 0,
    })
    expect(await names('?filter=no_alt&q=adler')).toEqual(['c-seite.png'])
    const invalid = await both.owner.call('GET', '/api/media?filter=alles')
    expect([invalid.status, invalid.body.fields[0].field]).toEqual([400, 'filter'])
  })

  test('[WEEK-28] each order goes through all pages once', async () => {
    const newest = [
      'autorin.png',
      'unbenutzt.png',
      'papierkorb.png',
      'arbeitsfassung.png',
      'c-seite.png',
      'A-titelbild.png',
      'b-text.png',
    ]
    const orders: Record<string, string[]> = {
      newest,
      oldest: newest.toReversed(),
      name: [
        'A-titelbild.png',
        'arbeitsfassung.png',
        'autorin.png',
        'b-text.png',
        'c-seite.png',
        'papierkorb.png',
        'unbenutzt.png',
      ],
    }
    for (const [sort, expected] of Object.entries(orders)) expect(await names(`?sort=${sort}`), sort).toEqual(expected)
    const sizes = (await list('?sort=largest')).map((item) => (item as unknown as { size_bytes: number }).size_bytes)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    for (const sort of ['newest', 'oldest', 'name', 'largest']) {
      const found: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body }: { body: { items: Item[]; next_cursor: string | null } } = await both.owner.call(
          'GET',
          `/api/media?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`,
        )
        found.push(...body.items.map(({ id }) => id))
        cursor = body.next_cursor
      }
      expect([found.length, new Set(found).size], sort).toEqual([7, 7])
    }
    const { body } = await both.owner.call('GET', '/api/media?sort=name&limit=1')
    const other = await both.owner.call('GET', `/api/media?sort=largest&cursor=${body.next_cursor}`)
    expect([other.status, other.body.fields[0].field]).toEqual([400, 'cursor'])
  })
})

describe('several pictures at once', () => {
  test('[WEEK-28] credits and texts are written together, and taken back unless changed since', async () => {
    const [one, two] = [idOf('papierkorb.png'), idOf('unbenutzt.png')]
    const { status, body } = await write(both.editor, [
      { id: two, credit: 'Foto: Ruth Adler' },
      { id: one, credit: 'Foto: Ruth Adler', alt: 'Ein Korb' },
    ])
    expect(status).toBe(200)
    expect(body.items).toMatchObject([
      { id: two, outcome: 'changed', former: { alt: '', credit: '' } },
      { id: one, outcome: 'changed', former: { alt: '', credit: '' } },
    ])
    expect(await names('?q=ruth')).toEqual(['unbenutzt.png', 'papierkorb.png'])
    await both.owner.call('PATCH', `/api/media/${two}`, { credit: 'Foto: Jana' })
    const undone = await write(both.editor, [
      { id: two, credit: '', from: { credit: 'Foto: Ruth Adler' } },
      { id: one, credit: '', alt: '', from: { credit: 'Foto: Ruth Adler', alt: 'Ein Korb' } },
    ])
    expect(undone.body.items).toMatchObject([
      { id: two, outcome: 'failed', reason: 'Das Bild wurde inzwischen geändert.' },
      { id: one, outcome: 'changed' },
    ])
    expect((await list('?q=jana')).map(({ credit }) => credit)).toEqual(['Foto: Jana'])
  })

  test('[WEEK-28] a picture that is gone is named, and the others are written', async () => {
    const gone = '01919191-9191-7191-9191-919191919191'
    const { body } = await write(both.owner, [
      { id: gone, alt: 'x' },
      { id: idOf('b-text.png'), alt: 'Latten' },
    ])
    expect(body.items).toMatchObject([
      { id: gone, filename: null, outcome: 'failed', reason: 'Das Bild gibt es nicht mehr.' },
      { outcome: 'changed' },
    ])
    for (const items of [[], [{ id: 'x' }], [{ id: gone, credit: 'x'.repeat(301) }]])
      expect((await write(both.owner, items)).status).toBe(400)
  })

  test('[WEEK-28] many who write the same pictures in any order leave one of their texts, whole', async () => {
    const ids = Object.values(pictures).map(({ id }) => id)
    const writes = Array.from({ length: 12 }, (_, n) => {
      const order = n % 2 === 0 ? ids : ids.toReversed()
      return (n % 3 === 0 ? both.beside : both.app).call(
        'POST',
        '/api/media/words',
        { items: order.map((id) => ({ id, alt: `Text ${n}`, credit: `Foto ${n}` })) },
        { authorization: `Bearer ${both.owner.accessToken}` },
      )
    })
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(12).fill(200))
    const written = new Set((await list()).map(({ alt, credit }) => `${alt}/${credit}`))
    expect(written.size).toBe(1)
  })
})

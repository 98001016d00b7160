import { type Growing, type Probe, repeated } from './probe.ts'
import { call, send, type Answer, type World } from './world.ts'

const TEXTS: Growing[] = [
  repeated('words', 'Wort und ', '', 'Fundstelle'),
  repeated('umlauts', 'ä', '', 'Fundstelle'),
  repeated('signs that fold to many', 'ﷺ', '', 'Fundstelle'),
  repeated('marks', '\u0301', 'a', 'Fundstelle'),
  repeated('sharp s', 'ß', '', 'Fundstelle'),
  repeated('letters of search patterns', '%_*?[', '', 'Fundstelle'),
  repeated('almost what is looked for', 'Fundstell', '', 'Fundstelle'),
]

/** Long texts of an editor that are searched: articles, notes and prompts. */
export function textProbes(): Probe[] {
  return [
    ...TEXTS.map(({ kind, input, of }) => ({
      kind: `search: ${kind}`,
      from: 8192,
      to: 2 ** 19,
      input,
      send: (world: World, size: number) => searched(world, of(size)),
    })),
    ...TEXTS.map(({ kind, input, of }) => ({
      kind: `notes: ${kind}`,
      from: 2048,
      to: 2 ** 16,
      input,
      send: (world: World, size: number) => noted(world, of(size)),
    })),
  ]
}

const WORDS = ['Fundstelle', 'Fundstellen', 'ä', '%_*', 'ﷺﷺ', 'Fundstell'.repeat(20)]

/** Five articles of this text, and a search in all of them. */
async function searched(world: World, text: string): Promise<Answer[]> {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    const { id } = await call(world, 'POST', '/api/articles', { title: `Lang ${world.next()}`, content_markdown: text })
    ids.push(id)
  }
  const answers: Answer[] = []
  for (const words of WORDS) {
    const q = encodeURIComponent(words)
    answers.push(await send(world, { path: `/api/articles/text-hits?q=${q}`, token: world.token }))
    answers.push(await send(world, { path: `/api/articles?q=${q}`, token: world.token }))
  }
  for (const id of ids)
    answers.push(await send(world, { method: 'DELETE', path: `/api/articles/${id}`, token: world.token }))
  return answers
}

async function noted(world: World, text: string): Promise<Answer[]> {
  const title = `Notiz ${world.next()}`
  const bodies = {
    inbox: { title, note: text },
    research: { title, note: text },
    prompts: { title, content: text },
    tasks: { title },
  }
  const answers: Answer[] = []
  for (const [noun, body] of Object.entries(bodies)) {
    const created = await send(world, {
      method: 'POST',
      path: `/api/${noun}`,
      token: world.token,
      body: JSON.stringify(body),
    })
    answers.push(created)
    for (const words of WORDS)
      answers.push(await send(world, { path: `/api/${noun}?q=${encodeURIComponent(words)}`, token: world.token }))
    if (created.status !== 201) continue
    const { id } = JSON.parse(created.body)
    answers.push(await send(world, { method: 'DELETE', path: `/api/${noun}/${id}`, token: world.token }))
  }
  return answers
}

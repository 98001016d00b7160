import { setTimeout as sleep } from 'node:timers/promises'
import type { ListBlog } from './lists.ts'
import { quantiles } from './search.ts'

/** The cost of the first view of an article. */
export type UncachedFigure = {
  name: string
  /** Characters of the text. */
  letters: number
  /** CPU milliseconds of the whole process per page, on the large blog and on the small one. */
  cpu: number
  small: number
}

/**
 * Number of pages read before each measured one, as on a server that has run for an hour: new code is compiled again
 * and again.
 */
const WARM = { short: 40, long: 4 }
/** A server is idle if it uses less than `cpu` milliseconds of CPU within `look` milliseconds. */
const IDLE = { cpu: 15, look: 250 }

const paragraph = (n: number) =>
  `Im ${n}. Absatz steht ein **Satz** mit einem [Verweis](https://example.org/${n}) und etwas \`Code\`, damit er so lang wird wie ein gewöhnlicher Absatz eines Blogs, der von Gärten und Rechnern erzählt.\n\n`
const listing = (n: number) =>
  `\`\`\`js\nexport function summe${n}(zahlen) {\n  let summe = ${n} // Anfang\n  for (const zahl of zahlen) summe += zahl * 2\n  return { summe, text: 'Ergebnis: ' + summe }\n}\n\`\`\`\n\n`
const element = (n: number) => `Taste <kbd>F${n}</kbd> und H<sub>2</sub>O im <mark>${n}.</mark> Satz.\n\n`

function filled(letters: number, part: (n: number) => string): string {
  let text = ''
  for (let n = 1; text.length < letters; n++) text += n % 6 === 1 ? `## Kapitel ${n}\n\n${part(n)}` : part(n)
  return text
}

const LONG = 100_000
/** Texts by the features they use. */
const TEXTS = {
  'Article of 4 KB': filled(4000, paragraph),
  'Article of 4 KB, 60 elements of HTML':
    Array.from({ length: 20 }, (_, n) => element(n)).join('') + filled(2600, paragraph),
  'Article of 100 KB, 50 listings': Array.from(
    { length: 50 },
    (_, n) => filled(LONG / 50 - 200, paragraph) + listing(n),
  ).join(''),
}

/**
 * Each text as unread articles, on a small and on a large blog alternately, by fresh processes. The median counts,
 * since the speed of the machine varies from minute to minute.
 */
export async function measureUncached(
  small: ListBlog,
  large: ListBlog,
  { pages, turns }: { pages: number; turns: number },
): Promise<UncachedFigure[]> {
  const figures: UncachedFigure[] = []
  for (const blog of new Set([small, large])) await blog.restart({ watched: true })
  for (const [name, text] of Object.entries(TEXTS)) {
    const times: Record<'small' | 'cpu', number[]> = { small: [], cpu: [] }
    for (let turn = 0; turn < turns; turn++) {
      const warm = turn > 0 ? 1 : text.length < LONG / 2 ? WARM.short : WARM.long
      times.small.push(await readNew(small, text, { pages, warm: warm * pages }))
      times.cpu.push(await readNew(large, text, { pages, warm: warm * pages }))
    }
    figures.push({ name, letters: text.length, small: quantiles(times.small).p50, cpu: quantiles(times.cpu).p50 })
  }
  return figures
}

/** CPU milliseconds of a page's first view: articles are published, then read one after the other. */
async function readNew(
  { server, rest }: ListBlog,
  text: string,
  { pages, warm }: { pages: number; warm: number },
): Promise<number> {
  const slugs: string[] = []
  for (let n = 0; n < warm + pages; n++) {
    const { slug } = await rest.createArticle({ title: `Ungelesen ${n}`, content_markdown: text, status: 'published' })
    slugs.push(slug)
  }
  const read = async (some: string[]) => {
    for (const slug of some) {
      const answer = await fetch(`${server.url}/article/${slug}`)
      if (!answer.ok) throw new Error(`/article/${slug}: ${answer.status}`)
      await answer.arrayBuffer()
    }
  }
  await read(slugs.slice(0, warm))
  do {
    await server.look()
    await sleep(IDLE.look)
  } while ((await server.look()).cpu.process > IDLE.cpu)
  await read(slugs.slice(warm))
  return (await server.look()).cpu.process / pages
}

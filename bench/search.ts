import type { ListBlog } from './lists.ts'

export type SearchFigure = { name: string; hits: string; p50: number; p95: number; worst: number }

/** Queries: words in few, many and all texts, and queries chosen to be expensive. */
const SEARCHES: Record<string, string> = {
  'a word in 60 titles': 'Messlatte',
  'a word in 30 texts': 'Prüfstein',
  'another form of it': 'Pruefsteinen',
  'a word in many': 'Schreibtisch',
  'the beginning of very many': 'ver',
  'a word in nearly all': 'und',
  'two words in many': 'Garten und',
  'a word in all and one in 30': 'und Prüfstein',
  'three words in many': 'neue ein Stadt',
  'a word in none': 'Nachtigallengesang',
  'twelve words in nearly all': 'ein der die und mit von auf den für ist das nicht',
  'twelve of them and one in none': 'ein der die und mit von auf den für ist Nachtigallengesang',
  'long beginnings': 'Verantwortung Gesellschaft Entwicklung Veröffentlichung',
  'two hundred characters': 'sch ver ein auf aus vor nach und der die das mit bei von zum zur den dem des ist '.repeat(
    3,
  ),
}

/** The readers' search page, from request to complete response. */
export async function measureSearch({ server }: ListBlog, rounds: number): Promise<SearchFigure[]> {
  const figures: SearchFigure[] = []
  for (const [name, words] of Object.entries(SEARCHES)) {
    const times: number[] = []
    let hits = ''
    for (let round = -3; round < rounds; round += 1) {
      const started = performance.now()
      const answer = await fetch(`${server.url}/suche?q=${encodeURIComponent(words.slice(0, 200))}`)
      const page = await answer.text()
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      if (round >= 0) times.push(performance.now() - started)
      hits = /<b>Suche<\/b> <output>([^<]*)</.exec(page)?.[1] ?? ''
    }
    figures.push({ name, hits, ...quantiles(times) })
  }
  return figures
}

/** Quantiles of times in any order. */
export function quantiles(times: readonly number[]): { p50: number; p95: number; worst: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), worst: at(1) }
}

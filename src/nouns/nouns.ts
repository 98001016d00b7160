import { articles } from './articles.ts'
import { authors } from './authors.ts'
import { events } from './events.ts'
import { feeds } from './feeds.ts'
import { inbox } from './inbox.ts'
import { links } from './links.ts'
import { media } from './media.ts'
import type { NounCard } from './noun-card.ts'
import { pages } from './pages.ts'
import { prompts } from './prompts.ts'
import { research, researchFiles } from './research.ts'
import { tasks } from './tasks.ts'
import { categories, tags } from './taxonomy.ts'

/**
 * The cards by the name of the noun in the API. Their order is that of the navigation, and of other lists by default.
 * Feeds come first: an import takes their lock before others (ADR 16).
 */
export const NOUNS = {
  feeds,
  articles,
  pages,
  events,
  tasks,
  research,
  'research-files': researchFiles,
  inbox,
  media,
  links,
  prompts,
  categories,
  tags,
  authors,
} as const

export type Noun = keyof typeof NOUNS

/** Nouns whose card has this part, or has this value for it. */
export type NounWith<Part extends keyof NounCard, Value = NonNullable<NounCard[Part]>> = {
  [N in Noun]: (typeof NOUNS)[N][Part] extends Value ? N : never
}[Noun]

/** The card of a noun with that part. */
export function cardWith<Part extends keyof NounCard>(
  noun: NounWith<Part>,
  _part: Part,
): NounCard & { [P in Part]: NonNullable<NounCard[P]> } {
  return NOUNS[noun] as NounCard & { [P in Part]: NonNullable<NounCard[P]> }
}

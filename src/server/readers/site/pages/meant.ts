import { foundIn } from '../../../../rules/public-search.ts'
import { titleWithAdvert } from '../../../../rules/labels.ts'
import type { TitleLine } from '../../../../site/page-props.ts'
import { Overloaded, Slots } from '../../../platform/slots.ts'
import type { Db } from '../../../platform/db/db.ts'
import { getPublishedEntries } from '../../../writing/articles/articles.public.ts'
import { getPublishedTitles } from '../../../writing/pages/pages.public.ts'
import { searchPublicTexts } from '../../../writing/reader-index/reader-index.service.ts'
import { softHyphens } from '../text/soft-hyphens.ts'

/** Maximum titles, and hits of a search among which titles are looked for. */
const MOST_MEANT = 3
const MOST_LOOKED_AT = 10
/** Characters of an address that are read, from its end. */
const MOST_READ = 120
const SHORTEST_WORD = 3
/** Characters of the longest word that are searched for where the words as they are find nothing: a typing error. */
const BEGINNING = 5

/** A client that requests hundreds of unknown addresses must not keep readers from their search. */
const GUESSES = new Slots({ atOnce: 1, mostWaiting: 1 })

/**
 * What was perhaps meant by an address without a page: at most three texts whose titles have its words, by the readers' search.
 * Four searches at most; none while two addresses are looked for.
 */
export async function meantBy(db: Db, path: string): Promise<TitleLine[]> {
  const words = wordsOf(path)
  const [longest, second] = words.toSorted((a, b) => b.length - a.length)
  if (longest === undefined) return []
  const tries = [words.join(' '), longest, longest.slice(0, BEGINNING), second]
  try {
    return await GUESSES.take(async () => {
      for (const asked of new Set(tries.filter((one) => one !== undefined))) {
        const found = await titledLike(db, asked)
        if (found.length > 0) return found
      }
      return []
    })
  } catch (error) {
    if (!(error instanceof Overloaded)) throw error
    return []
  }
}

/** The words of the last two parts of a path, without its ending and without numbers. */
function wordsOf(path: string): string[] {
  const parts = decoded(path.slice(-MOST_READ).replace(/\.\w{1,5}$/, '')).split('/')
  const words =
    parts
      .slice(-2)
      .join(' ')
      .match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  return [...new Set(words.filter((word) => word.length >= SHORTEST_WORD && word !== 'article'))]
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

async function titledLike(db: Db, asked: string): Promise<TitleLine[]> {
  const { terms, found } = await searchPublicTexts(db, asked, { from: 0, count: MOST_LOOKED_AT, patient: false })
  const idsOf = (noun: string) => found.filter((text) => text.noun === noun).map(({ id }) => id)
  const articles = new Map((await getPublishedEntries(db, idsOf('articles'))).map((one) => [one.id, one]))
  const pages = new Map((await getPublishedTitles(db, idsOf('pages'))).map((one) => [one.id, one]))
  const lines: TitleLine[] = []
  for (const { id } of found) {
    const article = articles.get(id)
    const text = article ?? pages.get(id)
    if (!text || lines.length === MOST_MEANT || foundIn(text.title, terms).next().done) continue
    lines.push({
      address: article ? `/article/${article.slug}` : `/${text.slug}`,
      headline: await softHyphens(titleWithAdvert(text.title, article?.advert ?? null), text.lang),
      lang: text.lang,
      category: article ? article.category && (await softHyphens(article.category.name)) : 'Seite',
    })
  }
  return lines
}

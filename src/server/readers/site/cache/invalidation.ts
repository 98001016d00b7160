import { moveIn } from '../../../writing/articles/addresses/place.public.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Change, ChangeBus } from '../../../platform/db/transaction.ts'
import { authorSlug } from '../../../../rules/slug.ts'
import { articleOfComment } from '../../comments/comments.service.ts'
import { getAuthor } from '../../../writing/authors/authors.public.ts'
import { tellsApartAnew } from '../../redirects/redirects.public.ts'
import { concernedByMove } from './concerned-by-move.ts'
import type { KnownLists } from './known-lists.ts'
import { menusNameLists } from './menus.ts'
import type { PageCache } from './page-cache.ts'
import { readTags, tags } from './tags.ts'

/**
 * Invalidates the page cache (RUL-40). The affected tags are computed inside the transaction of a change, before and
 * after it, so that every instance and every cache in front gets the same ones; pages are dropped right after the
 * commit and before the writer gets its response. Changes invisible to readers drop nothing.
 */
export function invalidateOnChange(cache: PageCache, lists: KnownLists, bus: ChangeBus): void {
  bus.onChange(async (tx, change) => {
    // Its writer may know better.
    change.tags ??= tagsOf(await concernedBy(tx, change))
  })
  bus.onCommitted((change) => {
    // Written by a process without a public side, or too long for a message: everything of the noun is dropped.
    const dropped = change.tags ?? (change.hidden || !PUBLIC_NOUNS.includes(change.noun) ? [] : [tags.everything])
    if (dropped.length === 0) return
    if (dropped.includes(tags.everything)) {
      cache.dropAll()
      lists.dropAll()
      return
    }
    const { tags: named, since } = readTags(dropped)
    // The former length of the list is only known before it is dropped.
    cache.drop(named, since === null ? null : { since, pages: lists.steadyPages }, change.verb === 'created')
    lists.drop(named)
  })
  bus.onLoss(() => {
    if (bus.deaf) cache.suspend()
    else cache.dropAll()
    lists.dropAll()
  })
}

/** Nouns with a public part. */
const PUBLIC_NOUNS = [
  'articles',
  'article-pins',
  'comments',
  'settings',
  'appearance',
  'newsletter',
  'categories',
  'tags',
  'authors',
  'media',
  'media-sizes',
  'pages',
  'embeds',
  'redirects',
]

function tagsOf(concerned: readonly string[] | 'all'): readonly string[] {
  return concerned === 'all' ? [tags.everything] : [...new Set(concerned)]
}

/**
 * A person who is shown becomes a record without a change to be seen, unless it says something at once; one who goes is on lists,
 * in menus and in lines of others.
 */
async function concernedByAuthor(tx: Tx, { id, verb, everywhere }: Change): Promise<readonly string[] | 'all'> {
  if (everywhere || verb === 'removed') return 'all'
  const author = await getAuthor(tx, id)
  if (!author) return []
  const { name, slug, text, picture, links } = author
  const own = authorSlug(name) ?? slug
  if (verb === 'updated') return [tags.name(id), tags.name(own)]
  const isBlank = text === '' && picture === null && links.length === 0 && slug === own
  return isBlank ? [] : [tags.name(own), tags.author(own), tags.author(slug)]
}

async function concernedBy(tx: Tx, change: Change): Promise<readonly string[] | 'all'> {
  const { noun, id, verb, hidden, everywhere } = change
  if (hidden) return []
  switch (noun) {
    case 'articles': {
      const move = moveIn(change)
      return move ? concernedByMove(tx, id, move) : 'all'
    }
    case 'article-pins':
      return [tags.pins]
    case 'comments': {
      const articleId = articleOfComment(change)
      return articleId === null ? 'all' : [tags.comments(articleId)]
    }
    case 'settings':
    case 'appearance':
    case 'newsletter':
      return 'all'
    case 'categories':
    case 'tags':
      // A new category is on no page yet.
      if (verb === 'created') return []
      if (await menusNameLists(tx)) return 'all'
      return [tags.name(id), noun === 'categories' ? tags.category(id) : tags.tag(id), tags.sitemap, tags.topics]
    case 'authors':
      return concernedByAuthor(tx, change)
    case 'pages':
      return everywhere ? 'all' : [tags.page(id), tags.pages, tags.sitemap]
    case 'media':
      return verb === 'created' ? [tags.unsizedPictures] : [tags.picture(id), tags.pictures]
    case 'media-sizes':
      return [tags.picture(id), tags.pictures]
    case 'embeds':
      return [tags.embed(id)]
    case 'redirects':
      // Responses of an old address are not cached, but the page at its path is, and was for any query.
      return tellsApartAnew(change) ? 'all' : []
    default:
      return []
  }
}

import type { SiteLink } from '../../../../contract/appearance.ts'
import { type Appearance, readAppearance } from '../../appearance/appearance.service.ts'
import { ALL, listPlaces, type PublicList } from '../../../writing/articles/finding/lists.public.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { authorBySlug } from '../../../writing/authors/authors.public.ts'
import { findByFormerSlug, findBySlug } from '../../../writing/taxonomy/taxonomy.public.ts'
import { tags } from './tags.ts'

/** Entries of header and footer, as chosen. */
export type Menus = Pick<Appearance, 'navigation' | 'footer'>

/** The list a menu entry links to, with its tag; without a list there is none under that slug. */
interface Target {
  tag: string
  list: PublicList | null
}

/** The menus without entries that link to empty lists: those are in no navigation (RUL-44). */
export async function filledMenus(db: Db, menus: Menus, author: string): Promise<Menus> {
  const filled = async (links: SiteLink[]) => {
    const leads = await Promise.all(
      links.map(async ({ href }) => {
        const target = await targetOf(db, href, author)
        return target === null || (target.list !== null && (await first(db, target.list, 1)) === 1)
      }),
    )
    return links.filter((_, place) => leads[place])
  }
  return { navigation: await filled(menus.navigation), footer: await filled(menus.footer) }
}

/**
 * Whether a change that removed an article from some lists and added it to others (by their tags) empties a list in a
 * menu, or gives it its first article: every page shows the menus. Read inside the transaction of the change.
 */
export async function changesMenus(tx: Tx, { gone, come }: Record<'gone' | 'come', string[]>, author: string) {
  if (gone.length + come.length === 0) return false
  for (const target of await menuTargets(tx, author)) {
    if (target.list === null) continue
    if (gone.includes(target.tag) && (await first(tx, target.list, 1)) === 0) return true
    if (come.includes(target.tag) && (await first(tx, target.list, 2)) === 1) return true
  }
  return false
}

/** Whether a menu entry links to any category or tag, whose slug is part of the address. */
export async function menusNameLists(tx: Tx): Promise<boolean> {
  const { navigation, footer } = await readAppearance(tx)
  return [...navigation, ...footer].some(({ href }) => /^\/(?:kategorie|schlagwort)\//.test(href))
}

async function menuTargets(tx: Tx, author: string): Promise<Target[]> {
  const { navigation, footer } = await readAppearance(tx)
  const targets = await Promise.all([...navigation, ...footer].map(async ({ href }) => targetOf(tx, href, author)))
  return targets.filter((target) => target !== null)
}

/** Null for an entry that links elsewhere. */
async function targetOf(db: Db, href: string, author: string): Promise<Target | null> {
  if (/^\/archiv\/?$/.test(href)) return { tag: tags.list, list: ALL }
  const [, kind, slug = ''] = /^\/(kategorie|schlagwort|autor)\/([a-z\d-]+)\/?$/.exec(href) ?? []
  if (kind === undefined) return null
  if (kind === 'autor') {
    const { author: person, list } = await authorBySlug(db, slug, author)
    return { tag: tags.author(person?.slug ?? slug), list }
  }
  const [table, of] = kind === 'kategorie' ? (['categories', 'category'] as const) : (['tags', 'tag'] as const)
  const record = (await findBySlug(db, table, slug)) ?? (await findByFormerSlug(db, table, slug))
  return record ? { tag: tags[of](record.id), list: { of, id: record.id } } : { tag: '', list: null }
}

/** Number of articles of a list, counted up to a limit. */
async function first(db: Db, list: PublicList, limit: number): Promise<number> {
  return (await listPlaces(db, list, { after: null, limit, offset: 0 })).length
}

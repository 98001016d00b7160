import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, line, pictureAddress, text } from './fields.ts'

/** A category or a tag: both are a name with a slug (specification §3). */
const named = z.object({ id, name: z.string(), slug: z.string() })

export const category = named
export type Category = z.infer<typeof category>

export const tag = named
export type Tag = z.infer<typeof tag>

/** The same as a topic: with words about it, and the address of a picture of the library. */
const topic = named.extend({ description: z.string(), picture: z.string().nullable() })
export type Topic = z.infer<typeof topic>

/** A new one: as specified, and with what was said of it. */
const created = named.extend({ description: z.string().optional(), picture: z.string().optional() })

/** With the number of living articles that carry it. */
export const countedName = topic.extend({ article_count: z.number().int() })
export type CountedName = z.infer<typeof countedName>

const allOfThem = z.object({ items: z.array(countedName), next_cursor: z.null() })
/** Characters of a name. */
export const LONGEST_TERM = 80
/** Characters of its description. */
export const LONGEST_DESCRIPTION = 1000
const name = line(LONGEST_TERM).refine((value) => value !== '', 'Bitte geben Sie einen Namen ein')
const about = {
  description: text(LONGEST_DESCRIPTION)
    .transform((value) => value.trim())
    .optional(),
  picture: pictureAddress.optional(),
}

/** The endpoints of one of the two (RUL-6); there are few records, so one page holds them all, by name. */
function taxonomy(path: '/categories' | '/tags') {
  return {
    list: endpoint('GET', path, 'approved').output(allOfThem),
    /** 409 `name_taken` with the record as `current` when one of that name exists (compared folded). */
    create: endpoint('POST', path, 'approved')
      .input(z.object({ name, ...about }))
      .output(created),
    /**
     * Changes the given fields. With another name the slug is derived again or the one sent, and the former address redirects
     * (RUL-44). 404, 409 `name_taken`, 409 `slug_taken` with a free `proposal`.
     */
    rename: endpoint('PATCH', `${path}/{id}`, 'approved')
      .input(z.object({ id, name: name.optional(), slug: line(200).optional(), ...about }))
      .output(topic),
    /** Gives all its articles to `into_id` and removes it. 404, 400 when both are the same or the other is unknown. */
    merge: endpoint('POST', `${path}/{id}/merge`, 'approved', 200)
      .input(z.object({ id, into_id: id }))
      .output(countedName),
    /** Removes it from all articles and for good; articles stay. 404. */
    remove: endpoint('DELETE', `${path}/{id}`, 'approved', 204).input(byId).output(z.void()),
  }
}

export const categories = taxonomy('/categories')
export const tags = taxonomy('/tags')

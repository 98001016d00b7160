import { z } from 'zod'
import { peopleOf } from '../rules/authors.ts'
import { isLinkTarget } from '../rules/url.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line, pictureAddress, text } from './fields.ts'

/** Characters of a person's name: several fit in an author line. */
export const LONGEST_AUTHOR = 120
export const MOST_AUTHOR_LINKS = 12
/** Characters of what is said of a person. */
export const LONGEST_ABOUT = 2000

/** Where a person is found elsewhere; the label is the host where none is given. */
const authorLink = z.object({ label: z.string(), url: z.string() })

/** A person who writes (RUL-99). */
export const author = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  /** Words about the person, plain text; empty for none. */
  text: z.string(),
  /** Address of a picture of the library; null for none. */
  picture: z.string().nullable(),
  links: z.array(authorLink),
  /** The account of the person, never shown to readers; null for none. */
  account_id: id.nullable(),
  created_at: instant,
  updated_at: instant,
})
export type Author = z.infer<typeof author>

/** With the number of living articles whose author line names the person. */
export const countedAuthor = author.extend({ article_count: z.number().int() })
export type CountedAuthor = z.infer<typeof countedAuthor>

/** A person as readers know one. */
export const publicAuthor = author.pick({ name: true, slug: true, text: true, picture: true, links: true })
export type PublicAuthor = z.infer<typeof publicAuthor>

const name = line(LONGEST_AUTHOR)
  .refine((value) => value !== '', 'Bitte geben Sie einen Namen ein')
  .refine((value) => peopleOf(value).length < 2, 'Das wären mehrere Menschen: Bitte jeden für sich anlegen')

const fields = {
  text: text(LONGEST_ABOUT).transform((value) => value.trim()),
  picture: pictureAddress,
  links: z
    .array(
      z
        .object({
          label: line(60).default(''),
          url: line(500).refine(isLinkTarget, 'Bitte eine Adresse mit https:// eingeben'),
        })
        .transform(({ label, url }) => ({ label: label || (URL.canParse(url) && new URL(url).host) || url, url })),
    )
    .max(MOST_AUTHOR_LINKS, `Höchstens ${MOST_AUTHOR_LINKS} Links`),
  account_id: id.nullable(),
}
const slug = line(200)

const createInput = z.object({
  name,
  slug: slug.optional(),
  text: fields.text.default(''),
  picture: fields.picture.default(null),
  links: fields.links.default([]),
  account_id: fields.account_id.default(null),
})
export type CreateAuthor = z.infer<typeof createInput>

const updateInput = z.object({ id, name: name.optional(), slug: slug.optional(), ...z.object(fields).partial().shape })
export type UpdateAuthor = z.infer<typeof updateInput>

export const authors = {
  /** All of them by name; there are few, so one page holds them. */
  list: endpoint('GET', '/authors', 'approved').output(
    z.object({ items: z.array(countedAuthor), next_cursor: z.null() }),
  ),
  get: endpoint('GET', '/authors/{id}', 'approved').input(byId).output(author),
  /**
   * 409 `name_taken` with the record as `current` when a name with this slug exists, 409 `slug_taken` with a free `proposal`;
   * 400 for a name that would be read as several people, and for an unknown account.
   */
  create: endpoint('POST', '/authors', 'approved').input(createInput).output(author),
  /**
   * Changes the given fields. Another name stands in all author lines at once; the slug is derived again or the one sent, and the
   * former address redirects (RUL-44). 404, and the errors of `create`.
   */
  update: endpoint('PATCH', '/authors/{id}', 'approved').input(updateInput).output(author),
  /** Writes `into_id` into all its author lines and removes it; its address redirects. 404, 400 as for categories. */
  merge: endpoint('POST', '/authors/{id}/merge', 'approved', 200)
    .input(z.object({ id, into_id: id }))
    .output(countedAuthor),
  /** Removes the person from all author lines and for good; articles stay. 404. */
  remove: endpoint('DELETE', '/authors/{id}', 'approved', 204).input(byId).output(z.void()),
}

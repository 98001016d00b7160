import { z } from 'zod'
import { LINK_CATEGORIES, LINK_INCOMPLETE } from '../rules/libraries.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line, listQuery, page, text } from './fields.ts'
import { isHttpUrl } from '../rules/url.ts'

export const linkCategory = z.enum(LINK_CATEGORIES, 'Diese Kategorie gibt es nicht')
export type LinkCategory = z.infer<typeof linkCategory>

export const link = z.object({
  id,
  title: z.string(),
  url: z.string(),
  category: linkCategory,
  description: z.string(),
  author_id: id.nullable(),
  created_at: instant,
})
export type Link = z.infer<typeof link>

const fields = {
  title: line(300).refine((value) => value !== '', LINK_INCOMPLETE),
  url: line(2000)
    .refine((value) => value !== '', LINK_INCOMPLETE)
    .refine((value) => value === '' || isHttpUrl(value), 'Bitte eine Adresse mit http:// oder https:// angeben'),
  category: linkCategory,
  description: text(2000),
}

const createInput = z.object({
  ...fields,
  category: linkCategory.default('KI Tools'),
  description: fields.description.default(''),
})
export type CreateLink = z.infer<typeof createInput>

const updateInput = z.object({ id, ...z.object(fields).partial().shape })
export type UpdateLink = z.infer<typeof updateInput>

export const links = {
  /** Newest first; `q` searches title, address and description for its words in any form and order. */
  list: endpoint('GET', '/links', 'approved')
    .input(listQuery.extend({ category: linkCategory.optional() }))
    .output(page(link)),
  get: endpoint('GET', '/links/{id}', 'approved').input(byId).output(link),
  create: endpoint('POST', '/links', 'approved').input(createInput).output(link),
  update: endpoint('PATCH', '/links/{id}', 'approved').input(updateInput).output(link),
  /** Moves to the trash (RUL-20). */
  remove: endpoint('DELETE', '/links/{id}', 'approved', 204).input(byId).output(z.void()),
}

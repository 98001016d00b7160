import { z } from 'zod'
import { NO_ADDRESS, RESEARCH_TITLE_MISSING, SOURCE_TYPES } from '../rules/collecting.ts'
import { articleStatus } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line, listQuery, page, text } from './fields.ts'
import { isHttpUrl } from '../rules/url.ts'

export const sourceType = z.enum(SOURCE_TYPES, 'Diese Art gibt es nicht')
export type SourceType = z.infer<typeof sourceType>

export const researchLink = z.object({ id, url: z.string(), title: z.string(), created_at: instant })
export type ResearchLink = z.infer<typeof researchLink>

export const researchFile = z.object({
  id,
  /** Its name in the bucket: `{item id}/{timestamp}.{ext}` (RUL-31). */
  object_name: z.string(),
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.number().int(),
  author_id: id.nullable(),
  created_at: instant,
})
export type ResearchFile = z.infer<typeof researchFile>

export const researchSummary = z.object({
  id,
  title: z.string(),
  url: z.string().nullable(),
  note: z.string().nullable(),
  source_type: sourceType,
  article_id: id.nullable(),
  /** The linked article as far as a card shows it (RUL-8). */
  article: z.object({ id, title: z.string(), status: articleStatus }).nullable(),
  link_count: z.number().int(),
  file_count: z.number().int(),
  author_id: id.nullable(),
  created_at: instant,
})
export type ResearchSummary = z.infer<typeof researchSummary>

export const researchItem = researchSummary.extend({
  links: z.array(researchLink),
  files: z.array(researchFile),
  /** Articles something of it was put into: where it has an address, those whose text still names it. */
  used_in: z.array(z.object({ id, title: z.string(), status: articleStatus })),
})
export type ResearchItem = z.infer<typeof researchItem>

const address = line(2000).refine((value) => value === '' || isHttpUrl(value), NO_ADDRESS)
const fields = {
  title: line(300).refine((value) => value !== '', RESEARCH_TITLE_MISSING),
  url: address.transform((value) => value || null).nullable(),
  /** Kept as typed; blank is none. */
  note: text(100_000)
    .transform((value) => (value.trim() === '' ? null : value))
    .nullable(),
  source_type: sourceType,
  article_id: id.nullable(),
}

const createInput = z.object({
  title: fields.title,
  url: fields.url.default(null),
  note: fields.note.default(null),
  source_type: sourceType.default('link'),
  article_id: fields.article_id.default(null),
})
export type CreateResearch = z.infer<typeof createInput>

const updateInput = z.object({ id, ...z.object(fields).partial().shape })
export type UpdateResearch = z.infer<typeof updateInput>

const linkInput = z.object({
  id,
  url: address.refine((value) => value !== '', NO_ADDRESS),
  title: line(300).default(''),
})
export type AddResearchLink = z.infer<typeof linkInput>

export const research = {
  /** Newest first, with the linked article's title (DATA-8); `q` searches title, address and note for its words in any form and order. */
  list: endpoint('GET', '/research', 'approved')
    .input(listQuery.extend({ source_type: sourceType.optional(), article_id: id.optional() }))
    .output(page(researchSummary)),
  get: endpoint('GET', '/research/{id}', 'approved').input(byId).output(researchItem),
  create: endpoint('POST', '/research', 'approved').input(createInput).output(researchItem),
  update: endpoint('PATCH', '/research/{id}', 'approved').input(updateInput).output(researchItem),
  /** Moves to the trash with its links and files (RUL-20). */
  remove: endpoint('DELETE', '/research/{id}', 'approved', 204).input(byId).output(z.void()),
  /** Notes that an article uses it; once. 404 without such an item, 400 for an unknown article. */
  use: endpoint('PUT', '/research/{id}/uses/{article_id}', 'approved')
    .input(z.object({ id, article_id: id }))
    .output(researchItem),
  addLink: endpoint('POST', '/research/{id}/links', 'approved').input(linkInput).output(researchLink),
  removeLink: endpoint('DELETE', '/research/{id}/links/{link_id}', 'approved', 204)
    .input(z.object({ id, link_id: id }))
    .output(z.void()),
}

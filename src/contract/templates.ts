import { z } from 'zod'
import { SHIPPED_TEMPLATES } from '../rules/article-templates.ts'
import { article } from './articles.ts'
import { TEMPLATE_NAME_MISSING } from '../rules/planning.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line } from './fields.ts'

const SHIPPED = SHIPPED_TEMPLATES.map(({ key }) => key)
const key = z.union([z.enum(SHIPPED), id], 'Diese Vorlage gibt es nicht')

export const articleTemplate = z.object({
  /** Of one that ships with the product its short name, else an id. */
  key: z.string(),
  name: z.string(),
  /** Made here, of an article; the others cannot be removed. */
  is_own: z.boolean(),
  updated_at: instant.nullable(),
})
export type ArticleTemplate = z.infer<typeof articleTemplate>

const createInput = z.object({
  name: line(120, TEMPLATE_NAME_MISSING).refine((value) => value !== '', TEMPLATE_NAME_MISSING),
  article_id: id,
  /** Takes the place of an own one of this name; without it that is 409 `name_taken`. */
  replace: z.boolean().default(false),
})
export type CreateTemplate = z.infer<typeof createInput>

export const templates = {
  /** Those that ship first, then own ones by name. */
  list: endpoint('GET', '/templates', 'approved').output(z.object({ items: z.array(articleTemplate) })),
  /** Keeps what is being written of an article as a template: its text, tags, category and cover. */
  create: endpoint('POST', '/templates', 'approved').input(createInput).output(articleTemplate),
  /** A new draft of a template; its blanks stand in brackets and are named until none is left. */
  use: endpoint('POST', '/templates/{key}/article', 'approved').input(z.object({ key })).output(article),
  /** Removes an own template; articles made of it stay. */
  remove: endpoint('DELETE', '/templates/{id}', 'approved', 204).input(byId).output(z.void()),
}

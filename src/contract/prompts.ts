import { z } from 'zod'
import { PROMPT_CATEGORIES, PROMPT_INCOMPLETE } from '../rules/libraries.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line, listQuery, page, text } from './fields.ts'

export const promptCategory = z.enum(PROMPT_CATEGORIES, 'Diese Kategorie gibt es nicht')
export type PromptCategory = z.infer<typeof promptCategory>

export const prompt = z.object({
  id,
  title: z.string(),
  content: z.string(),
  category: promptCategory,
  description: z.string(),
  author_id: id.nullable(),
  created_at: instant,
})
export type Prompt = z.infer<typeof prompt>

const fields = {
  title: line(300).refine((value) => value !== '', PROMPT_INCOMPLETE),
  /** Kept as typed, down to the spaces at its edges; blank is missing. */
  content: text(50_000).refine((value) => value.trim() !== '', PROMPT_INCOMPLETE),
  category: promptCategory,
  description: text(2000),
}

const createInput = z.object({
  ...fields,
  category: promptCategory.default('ChatGPT'),
  description: fields.description.default(''),
})
export type CreatePrompt = z.infer<typeof createInput>

const updateInput = z.object({ id, ...z.object(fields).partial().shape })
export type UpdatePrompt = z.infer<typeof updateInput>

export const prompts = {
  /** Newest first; `q` searches title, content and description for its words in any form and order. */
  list: endpoint('GET', '/prompts', 'approved')
    .input(listQuery.extend({ category: promptCategory.optional() }))
    .output(page(prompt)),
  get: endpoint('GET', '/prompts/{id}', 'approved').input(byId).output(prompt),
  create: endpoint('POST', '/prompts', 'approved').input(createInput).output(prompt),
  update: endpoint('PATCH', '/prompts/{id}', 'approved').input(updateInput).output(prompt),
  /** Moves to the trash (RUL-20). */
  remove: endpoint('DELETE', '/prompts/{id}', 'approved', 204).input(byId).output(z.void()),
}

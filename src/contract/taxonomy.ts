import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, line } from './fields.ts'

export const category = z.object({ id, name: z.string(), slug: z.string() })
export type Category = z.infer<typeof category>

export const tag = z.object({ id, name: z.string(), slug: z.string() })
export type Tag = z.infer<typeof tag>

const nameInput = z.object({ name: line(80).refine((value) => value !== '', 'Bitte geben Sie einen Namen ein') })

export const categories = {
  /** All categories by name; there are few, so one page holds them. */
  list: endpoint('GET', '/categories', 'approved').output(
    z.object({ items: z.array(category), next_cursor: z.null() }),
  ),
  /** 409 `name_taken` when one of that name exists (compared folded). */
  create: endpoint('POST', '/categories', 'approved').input(nameInput).output(category),
}

export const tags = {
  list: endpoint('GET', '/tags', 'approved').output(z.object({ items: z.array(tag), next_cursor: z.null() })),
  create: endpoint('POST', '/tags', 'approved').input(nameInput).output(tag),
}

import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line } from './fields.ts'

const NAME_MISSING = 'Bitte geben Sie der Ansicht einen Namen'

/** A named view of the article list, of one account: what stands behind `?` in its address. */
export const listView = z.object({ id, name: z.string(), query: z.string(), created_at: instant })
export type ListView = z.infer<typeof listView>

/** Most views of an account. */
export const MOST_VIEWS = 50

const saveInput = z.object({
  name: line(80, NAME_MISSING).refine((value) => value !== '', NAME_MISSING),
  query: line(1000).refine((value) => !value.includes('?') && !value.includes('#'), 'Nur was hinter dem „?“ steht'),
})
export type SaveView = z.infer<typeof saveInput>

export const views = {
  /** The caller's own, by name. */
  list: endpoint('GET', '/views', 'approved').output(z.object({ items: z.array(listView) })),
  /** Keeps a view; one of the same name is replaced. 400 at `name` where the account has fifty. */
  save: endpoint('POST', '/views', 'approved').input(saveInput).output(listView),
  remove: endpoint('DELETE', '/views/{id}', 'approved', 204).input(byId).output(z.void()),
}

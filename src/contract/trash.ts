import { z } from 'zod'
import { TRASH_NOUNS } from '../nouns/registries.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, listQuery, page } from './fields.ts'

export const trashNoun = z.enum(TRASH_NOUNS, 'Das gibt es im Papierkorb nicht')

export const trashEntry = z.object({ noun: trashNoun, id, title: z.string(), deleted_at: instant })
export type TrashEntry = z.infer<typeof trashEntry>

const entryInput = z.object({ noun: trashNoun, id })

export const trash = {
  /** Last deleted first, of one noun or of all. */
  list: endpoint('GET', '/trash', 'approved')
    .input(listQuery.omit({ q: true }).extend({ noun: trashNoun.optional() }))
    .output(page(trashEntry)),
  /** Takes a record out of the trash; the slug of an article or page gets a suffix if it was given away meanwhile. */
  restore: endpoint('POST', '/trash/{noun}/{id}/restore', 'approved', 200)
    .input(entryInput)
    .output(trashEntry.omit({ deleted_at: true })),
  /** `Endgültig löschen`: row, stored objects and caches are gone at once. */
  purge: endpoint('DELETE', '/trash/{noun}/{id}', 'owner', 204).input(entryInput).output(z.void()),
}

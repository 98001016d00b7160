import { z } from 'zod'
import { MOST_EMBEDS } from '../rules/limits.ts'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'

/**
 * What is known of an embed (RUL-49): its title, and the address of a picture of the library; empty and null where nothing is.
 */
export const knownEmbed = z.object({ address: z.string(), title: z.string(), picture: z.string().nullable() })
export type KnownEmbed = z.infer<typeof knownEmbed>

export const embeds = {
  /** The embeds with these plain addresses, in no order; those nobody has asked for yet are not among them. */
  lookup: endpoint('POST', '/embeds/lookup', 'approved', 200)
    .input(z.object({ addresses: z.array(text(2000)).max(MOST_EMBEDS, `Höchstens ${MOST_EMBEDS}`) }))
    .output(z.object({ items: z.array(knownEmbed) })),
}

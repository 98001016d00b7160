import { useQueryClient } from '@tanstack/react-query'
import type { Tag } from '../../../../../contract/taxonomy.ts'
import { isApiError } from '../../../../../contract/errors.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { taxonomyQuery, type TaxonomyNoun } from '../../../../data/taxonomy.ts'
import { faultSentence, fieldFaults } from '../../../../lib/faults.ts'
import { toastFault } from '../../../../ui/toast.tsx'
import { quoted } from '../../../../../rules/quoted.ts'

/**
 * Creates a category or tag at once. If the name differs from an existing one only in case or umlauts, that one is used
 * (RUL-6).
 */
export function useCreatedName(noun: TaxonomyNoun): (name: string) => Promise<Tag> {
  const api = useApi()
  const client = useQueryClient()
  return async (name) => {
    const tag = await api[noun].create({ name }).catch((error: unknown) => {
      if (isApiError(error, 'name_taken')) return error.data.current as Tag
      const failed = noun === 'tags' ? 'Fehler beim Anlegen des Schlagworts' : 'Fehler beim Anlegen der Kategorie'
      toastFault(failed, { description: `${quoted(name)}: ${fieldFaults(error).name ?? faultSentence(error)}` })
      throw error
    })
    // Available at once, before the list is refetched.
    client.setQueryData(taxonomyQuery(api, noun).queryKey, (known) =>
      !known || known.items.some(({ id }) => id === tag.id)
        ? known
        : { ...known, items: [...known.items, { description: '', picture: null, ...tag, article_count: 0 }] },
    )
    void client.invalidateQueries({ queryKey: [noun] })
    return tag
  }
}

import { useQueryClient } from '@tanstack/react-query'
import type { Tag } from '../../../../../contract/taxonomy.ts'
import { isApiError } from '../../../../../contract/errors.ts'
import { useApi } from '../../../../data/api-context.tsx'
import type { TaxonomyNoun } from '../../../../data/taxonomy.ts'
import { faultSentence } from '../../../../lib/faults.ts'
import { toastFault } from '../../../../ui/toast.tsx'

/** Creates a category or tag at once; one whose name differs in case or umlauts alone is the one that is there (RUL-6). */
export function useCreatedName(noun: TaxonomyNoun): (name: string) => Promise<Tag> {
  const api = useApi()
  const client = useQueryClient()
  return async (name) => {
    try {
      return await api[noun].create({ name })
    } catch (error) {
      if (isApiError(error, 'name_taken')) return error.data.current as Tag
      toastFault(noun === 'tags' ? 'Fehler beim Anlegen des Schlagworts' : 'Fehler beim Anlegen der Kategorie', {
        description: faultSentence(error),
      })
      throw error
    } finally {
      await client.invalidateQueries({ queryKey: [noun] })
    }
  }
}

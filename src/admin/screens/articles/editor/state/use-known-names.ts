import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Tag } from '../../../../../contract/taxonomy.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { taxonomyQuery, type TaxonomyNoun } from '../../../../data/taxonomy.ts'

/**
 * All categories or tags, and the chosen ones that are `gone`. An unknown one may just have been created elsewhere:
 * only a list fetched since can tell.
 */
export function useKnownNames(noun: TaxonomyNoun, chosen: readonly string[]): { names: Tag[]; gone: string[] } {
  const { data, refetch } = useQuery(taxonomyQuery(useApi(), noun))
  const [asked, setAsked] = useState('')
  const names = data?.items ?? []
  const missing = chosen.filter((id) => !names.some((known) => known.id === id))
  const question = data ? missing.join(' ') : ''
  useEffect(() => {
    if (question !== '') void refetch().then(({ isSuccess }) => isSuccess && setAsked(question))
  }, [question, refetch])
  // While the list is loading, or cannot be loaded, none is known to be gone.
  return { names, gone: data && question === asked ? missing : [] }
}

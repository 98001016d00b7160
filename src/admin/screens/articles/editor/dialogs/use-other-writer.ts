import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../../../../data/account.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { conflictingRevisionQuery } from '../../../../data/articles/revisions.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/** Who wrote what is in conflict with the own text, of several fields the first one: `Ruth Adler`, `Sie selbst`; null until it is known. */
export function useOtherWriter({ base, conflict }: Pick<ArticleEditing, 'base' | 'conflict'>): string | null {
  const api = useApi()
  const { noun } = useWrittenNoun()
  const own = useQuery(accountQuery(api)).data?.id
  const [field] = conflict?.merge.fields ?? []
  const theirs = field && { field: field.field, value: field.theirs }
  const query = conflictingRevisionQuery(api, noun, base?.id ?? '', theirs)
  const author = useQuery({ ...query, enabled: base !== null && conflict !== null }).data?.author
  if (!author) return null
  return author.id === own ? 'Sie selbst' : author.name
}

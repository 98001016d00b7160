import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../data/api-context.tsx'
import { categoriesQuery, tagsQuery } from '../../data/taxonomy.ts'
import { peopleQuery } from '../../data/users.ts'

/** The filters beside status and search: field, German name and choices. */
export function useFilterNames(wanted: boolean) {
  const api = useApi()
  const categories = useQuery({ ...categoriesQuery(api), enabled: wanted }).data?.items
  const tags = useQuery({ ...tagsQuery(api), enabled: wanted }).data?.items
  const people = useQuery({ ...peopleQuery(api), enabled: wanted }).data?.items
  return [
    { field: 'category_id', label: 'Kategorie', choices: categories },
    { field: 'tag_id', label: 'Schlagwort', choices: tags },
    { field: 'author_id', label: 'Autor', choices: people },
    { field: 'assignee_id', label: 'Zuständig', choices: people },
  ] as const
}

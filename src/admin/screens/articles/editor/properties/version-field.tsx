import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../../data/api-context.tsx'
import { recordQuery } from '../../../../data/articles/cached-record.ts'
import { ArticlePicker } from '../../../../parts/article-picker/article-picker.tsx'

type Props = {
  id: string | null
  /** The article being edited. */
  ownId: string | undefined
  onChange: (id: string | null) => void
}

/** The article that this one is another language version of: readers of each find the other (RUL-100). */
export function VersionField({ id, ownId, onChange }: Props) {
  const api = useApi()
  const found = useQuery({ ...recordQuery(api.articles, 'articles', id ?? ''), enabled: id !== null })
  const { title = 'Gelöschter Artikel', status = 'draft' } = found.data ?? {}
  return (
    <div className="py-2">
      <ArticlePicker
        label="Fassung von"
        value={id === null || found.isPending ? null : { id, title, status }}
        onChange={(article) => onChange(article === null || article.id === ownId ? null : article.id)}
      />
    </div>
  )
}

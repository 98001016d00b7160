import { ArrowLeft, Lock } from 'lucide-react'
import type { Article } from '../../../../../contract/articles.ts'
import { may, type Role } from '../../../../../rules/roles.ts'
import { textOf } from '../../../../writing/text/article-text.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { useDocumentTitle } from '../../../../ui/page.tsx'
import { WholePreview } from '../preview/whole-preview.tsx'
import { useWrittenNoun } from '../state/written-noun.ts'

/** An article that the person may read and not write (RUL-61), as readers will get it. */
export function ArticleReader({ article, role }: { article: Article; role: Role }) {
  const { list, words } = useWrittenNoun()
  useDocumentTitle(article.title)
  return (
    <div className="relative flex h-[calc(100dvh-var(--header))] min-w-0 flex-none! flex-col">
      <div className="flex h-13 flex-none items-center gap-3 px-1 md:px-3">
        <ButtonLink
          {...list()}
          look="quiet"
          aria-label={words.back}
          icon={<ArrowLeft aria-hidden />}
          className="px-2.5! max-md:w-11"
        >
          <span className="max-md:hidden">{words.list}</span>
        </ButtonLink>
        <p className="flex min-w-0 items-center gap-1.5 text-s text-fg-2">
          <Lock aria-hidden className="icon-small flex-none" />
          <span className="truncate">{reasonFor(article, role)}</span>
        </p>
      </div>
      <WholePreview text={textOf(article)} base={article} line={null} />
    </div>
  )
}

function reasonFor({ status, working_copy }: Article, role: Role): string {
  if (!may(role, 'texts.write')) return 'Sie lesen diesen Artikel'
  if (status === 'scheduled' || working_copy?.goes_live_at) return 'Geplant: Nur die Redaktion ändert ihn noch'
  return 'Gehört jemand anderem: Sie lesen ihn'
}

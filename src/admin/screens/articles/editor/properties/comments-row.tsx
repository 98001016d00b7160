import { useQuery } from '@tanstack/react-query'
import type { ArticleComments } from '../../../../../contract/comments.ts'
import type { CommentMode } from '../../../../../rules/comments.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { articleCommentsQuery, useSetArticleComments } from '../../../../data/comments.ts'
import { settingsQuery } from '../../../../data/settings.ts'
import { SelectOnDemand } from '../../../../ui/select-on-demand.tsx'
import { toastDone, toastRefusal } from '../../../../ui/toast.tsx'

const AS_BLOG = 'blog'
const WORDS: Record<CommentMode, string> = { off: 'Aus', moderated: 'Vorher gelesen', open: 'Sofort sichtbar' }

/** Whether readers may comment on this article, where it says so itself (RUL-82). Saves at once. */
export function CommentsRow({ articleId }: { articleId: string }) {
  const api = useApi()
  const blog = useQuery(settingsQuery(api)).data?.comments ?? 'off'
  const own = useQuery(articleCommentsQuery(api, articleId)).data
  const set = useSetArticleComments()
  const change = async (next: ArticleComments, former: ArticleComments) => {
    try {
      await set.mutateAsync({ id: articleId, ...next })
      toastDone(next.mode === null ? 'Kommentare: wie der Blog' : `Kommentare: ${WORDS[next.mode]}`, {
        undo: () => void change(former, next),
        id: 'article-comments',
      })
    } catch (error) {
      toastRefusal(error, 'Das ließ sich nicht ändern')
    }
  }
  return (
    <SelectOnDemand
      label="Kommentare"
      value={own?.mode ?? AS_BLOG}
      disabled={own === undefined || set.isPending}
      choices={[
        { value: AS_BLOG, label: `Wie der Blog (${WORDS[blog]})` },
        ...(['off', 'moderated', 'open'] as const).map((value) => ({ value, label: WORDS[value] })),
      ]}
      onChange={(next) => {
        if (own) void change({ ...own, mode: next === AS_BLOG ? null : next }, own)
      }}
      className="-mr-2"
    />
  )
}

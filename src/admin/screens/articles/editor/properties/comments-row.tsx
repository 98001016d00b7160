import { useQuery } from '@tanstack/react-query'
import type { ArticleComments } from '../../../../../contract/comments.ts'
import type { CommentMode } from '../../../../../rules/comments.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { articleCommentsQuery, useSetArticleComments } from '../../../../data/comments.ts'
import { settingsQuery } from '../../../../data/settings.ts'
import { SelectOnDemand } from '../../../../ui/select-on-demand.tsx'
import { toastDone, toastRefusal } from '../../../../ui/toast.tsx'

const AS_BLOG = 'blog'
const DAYS = [7, 30, 90, 365]
const WORDS: Record<CommentMode, string> = { off: 'Aus', moderated: 'Vorher gelesen', open: 'Sofort sichtbar' }

/** Whether and how long readers may comment on this article, where it says so itself (COM-2, RUL-82). Saves at once. */
export function CommentsRow({ articleId }: { articleId: string }) {
  const api = useApi()
  const settings = useQuery(settingsQuery(api)).data
  const blog = settings?.comments ?? 'off'
  const own = useQuery(articleCommentsQuery(api, articleId)).data
  const set = useSetArticleComments()
  const change = async (next: ArticleComments, former: ArticleComments) => {
    try {
      await set.mutateAsync({ id: articleId, ...next })
      const done =
        next.mode === former.mode
          ? next.close_after_days && closing(next.close_after_days)
          : next.mode && WORDS[next.mode]
      toastDone(`Kommentare: ${done || 'wie der Blog'}`, {
        undo: () => void change(former, next),
        id: 'article-comments',
      })
    } catch (error) {
      toastRefusal(error, 'Das ließ sich nicht ändern')
    }
  }
  const days = own?.close_after_days ?? null
  const isOn = own !== undefined && (own.mode ?? blog) !== 'off'
  return (
    <div>
      <SelectOnDemand
        label="Kommentare"
        value={own?.mode ?? AS_BLOG}
        disabled={own === undefined || set.isPending}
        choices={[
          { value: AS_BLOG, label: blog === 'off' ? 'Wie der Blog: aus' : 'Wie der Blog: an' },
          ...(['off', 'moderated', 'open'] as const).map((value) => ({ value, label: WORDS[value] })),
        ]}
        onChange={(next) => {
          if (own) void change({ ...own, mode: next === AS_BLOG ? null : next }, own)
        }}
        className="-mr-2"
      />
      {isOn && (
        <SelectOnDemand
          label="Kommentare schließen"
          value={days === null ? AS_BLOG : String(days)}
          disabled={set.isPending}
          choices={[
            {
              value: AS_BLOG,
              label: 'Offen wie im Blog',
            },
            ...[...new Set([...DAYS, ...(days === null ? [] : [days])])]
              .toSorted((a, b) => a - b)
              .map((value) => ({ value: String(value), label: closing(value) })),
          ]}
          onChange={(next) => void change({ ...own, close_after_days: next === AS_BLOG ? null : Number(next) }, own)}
          className="-mr-2"
        />
      )}
    </div>
  )
}

/** How long comments are taken, counted from the publication. */
function closing(days: number): string {
  return days === 1 ? 'einen Tag lang' : `${days} Tage lang`
}

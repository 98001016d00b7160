import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { keptRecords } from '../../data/articles/cached-record.ts'
import { articleKeys } from '../../data/articles.ts'
import { dropCopy } from '../../writing/local/local-copies.ts'
import { dropWaitingPictures, listWaitingPictures } from '../../writing/local/waiting-pictures.ts'
import { dropUnsent, listUnsent } from '../../writing/local/unsent-suggestions.ts'
import { listWaiting } from '../../writing/opening.ts'

/** Waiting text of an article on this machine, its pictures, or suggestions in an article or page. */
export type WaitingText = { key: string; noun: 'articles' | 'pages'; id: string; title: string } & (
  | { kind: 'text'; savedAt: string }
  | { kind: 'pictures'; count: number }
  | { kind: 'suggestions'; count: number; savedAt: string }
)

/** Waiting texts, pictures and suggestions on this machine. */
export function useWaitingTexts(): { texts: WaitingText[]; drop: (text: WaitingText) => Promise<void> } {
  const api = useApi()
  const client = useQueryClient()
  const userId = useQuery(accountQuery(api)).data?.id
  const queryKey = [...articleKeys.all, 'waiting-page', userId]
  const texts = useQuery({
    queryKey,
    enabled: userId !== undefined,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<WaitingText[]> => {
      const copies = await listWaiting({
        ...keptRecords(api.articles, client, 'articles'),
        owner: userId ?? '',
        signal,
      })
      const pictures = await listWaitingPictures(userId ?? '', new Date())
      const suggested = await listUnsent(userId ?? '')
      const named = (title: string) => title.trim() || 'Ohne Titel'
      return [
        ...copies.map(({ key, copy, articleId }) => ({
          kind: 'text' as const,
          key,
          noun: 'articles' as const,
          id: articleId ?? 'new',
          title: named(copy.text.title),
          savedAt: copy.savedAt,
        })),
        ...pictures.map(({ articleId, isNew, title, count }) => ({
          kind: 'pictures' as const,
          key: `pictures:${articleId}`,
          noun: 'articles' as const,
          id: isNew ? 'new' : articleId,
          title: named(title),
          count,
        })),
        ...suggested.map(({ noun, id, title, count, savedAt }) => ({
          kind: 'suggestions' as const,
          key: `suggestions:${id}`,
          noun: noun === 'pages' ? ('pages' as const) : ('articles' as const),
          id,
          title: named(title),
          count,
          savedAt,
        })),
      ]
    },
  }).data
  return {
    texts: texts ?? [],
    drop: async ({ kind, key, noun, id }) => {
      if (kind === 'text') await dropCopy(key)
      else if (kind === 'pictures') await dropWaitingPictures(userId ?? '', key.slice('pictures:'.length))
      else await dropUnsent({ userId: userId ?? '', noun, id })
      await client.invalidateQueries({ queryKey: articleKeys.all })
    },
  }
}

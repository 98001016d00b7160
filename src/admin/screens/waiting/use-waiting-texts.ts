import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { keptRecords } from '../../data/articles/cached-record.ts'
import { articleKeys } from '../../data/articles.ts'
import { dropCopy } from '../../writing/local/local-copies.ts'
import { dropWaitingPictures, listWaitingPictures } from '../../writing/local/waiting-pictures.ts'
import { listWaiting } from '../../writing/opening.ts'

/** Waiting text of an article on this machine (`savedAt`), or its pictures (`pictures`). */
export type WaitingText = { key: string; articleId: string; title: string; savedAt?: string; pictures?: number }

/** Waiting texts and pictures of articles on this machine. */
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
      return [
        ...copies.map(({ key, copy, articleId }) => ({
          key,
          articleId: articleId ?? 'new',
          title: copy.text.title.trim() || 'Ohne Titel',
          savedAt: copy.savedAt,
        })),
        ...pictures.map(({ articleId, isNew, title, count }) => ({
          key: `pictures:${articleId}`,
          articleId: isNew ? 'new' : articleId,
          title: title.trim() || 'Ohne Titel',
          pictures: count,
        })),
      ]
    },
  }).data
  return {
    texts: texts ?? [],
    drop: async ({ key, pictures }) => {
      if (pictures === undefined) await dropCopy(key)
      else await dropWaitingPictures(userId ?? '', key.slice('pictures:'.length))
      await client.invalidateQueries({ queryKey: articleKeys.all })
    },
  }
}

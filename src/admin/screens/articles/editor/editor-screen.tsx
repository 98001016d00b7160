import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileX2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isApiError } from '../../../../contract/errors.ts'
import { accountQuery } from '../../../data/account.ts'
import { useApi } from '../../../data/api-context.tsx'
import { faultSentence } from '../../../lib/faults.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { BrokenState, ScreenState } from '../../../ui/screen-state.tsx'
import { Delayed, SkeletonBar } from '../../../ui/skeleton.tsx'
import { listPlace } from '../use-list-address.ts'
import { sameText, textOf } from './article-text.ts'
import { dropDraft, findDraft } from './sync/local-drafts.ts'

const ArticleEditor = lazy(async () => ({ default: (await import('./article-editor.tsx')).ArticleEditor }))

/** One open article. A new one keeps its editor when its first save gives it an id (R29). */
type Opened = { key: number; id: string | null; addresses: string[] }

function openedAt(key: number, address: string): Opened {
  return { key, id: address === 'new' ? null : address, addresses: [address] }
}

/** `/admin/articles/new` and `/admin/articles/{id}` (EDIT-1). */
export function EditorScreen() {
  const { id: address = 'new' }: { id?: string } = useParams({ strict: false })
  const search: { ansicht?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [opened, setOpened] = useState(() => openedAt(0, address))
  if (!opened.addresses.includes(address)) {
    setOpened(openedAt(opened.key + 1, address))
    return null
  }
  // Once the new address is reached, `new` means another new article.
  if (opened.addresses.length > 1 && address !== 'new') setOpened({ ...opened, addresses: [address] })
  return (
    <Opening
      key={opened.key}
      id={opened.id}
      count={opened.key}
      preview={search.ansicht === 'vorschau'}
      onCreated={(id) => {
        setOpened({ ...opened, addresses: ['new', id] })
        void navigate({ to: '/admin/articles/$id', params: { id }, replace: true })
      }}
    />
  )
}

type OpeningProps = {
  id: string | null
  /** How many articles this screen has opened before: two new ones are never the same. */
  count: number
  preview: boolean
  onCreated: (id: string) => void
}

/** Reads the article and the copy kept on this machine, then hands over to the editor for good. */
function Opening({ id, count, preview, onCreated }: OpeningProps) {
  const api = useApi()
  const userId = useQuery(accountQuery(api)).data?.id
  const opening = useQuery({
    // Read once and never again by itself: what is being typed outlives every answer of the server.
    queryKey: ['article-opening', id, userId, count],
    enabled: userId !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: (failures, error) => !isApiError(error) && failures < 1,
    queryFn: async ({ signal }) => {
      const [article, found] = await Promise.all([
        id === null ? null : api.articles.get({ id }, { signal }),
        findDraft(userId ?? '', id, new Date()),
      ])
      if (!article || !found || !sameText(found.draft.text, textOf(article))) return { article, found }
      await dropDraft(found.key)
      return { article, found: null }
    },
  })
  useWarmUp()
  if (opening.isError && !opening.data) {
    const gone = isApiError(opening.error, 'not_found') || isApiError(opening.error, 'validation_failed')
    return (
      <Page title="Artikel">
        {gone ? (
          <ScreenState
            heading="h1"
            icon={FileX2}
            title="Artikel nicht gefunden"
            sentence="Es gibt ihn nicht, oder er liegt im Papierkorb."
            action={
              <ButtonLink to="/admin/articles" {...listPlace()}>
                Zurück zu den Artikeln
              </ButtonLink>
            }
          />
        ) : (
          <BrokenState
            sentence={faultSentence(opening.error)}
            busy={opening.isFetching}
            onRetry={() => void opening.refetch()}
          />
        )}
      </Page>
    )
  }
  if (!opening.data || userId === undefined) return <EditorSkeleton />
  const { article, found } = opening.data
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <ArticleEditor userId={userId} article={article} found={found} startInPreview={preview} onCreated={onCreated} />
    </Suspense>
  )
}

/** The editor's code is on its way while the article is still being read. */
function useWarmUp(): void {
  useEffect(() => {
    void import('./article-editor.tsx')
  }, [])
}

function EditorSkeleton() {
  return (
    <Delayed>
      <div className="mx-auto w-full max-w-(--measure) px-5 pt-24">
        <output className="sr-only">Lädt...</output>
        <SkeletonBar className="mb-10 h-7 w-[72%]" />
        {['w-full', 'w-[94%]', 'w-[97%]', 'w-[58%]'].map((width) => (
          <SkeletonBar key={width} className={`mb-5 ${width}`} />
        ))}
      </div>
    </Delayed>
  )
}

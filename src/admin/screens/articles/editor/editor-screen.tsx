import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileX2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isApiError } from '../../../../contract/errors.ts'
import { mayWrite } from '../../../../rules/roles.ts'
import { accountQuery } from '../../../data/account.ts'
import { useApi } from '../../../data/api-context.tsx'
import { useRole } from '../../../data/role.ts'
import { keptRecords } from '../../../data/articles/cached-record.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Page } from '../../../ui/page.tsx'
import { BrokenState, ScreenState } from '../../../ui/screen-state.tsx'
import { Delayed, SkeletonBar } from '../../../ui/skeleton.tsx'
import { openArticle, openNew } from '../../../writing/opening.ts'
import { PAGES, useWrittenNoun, WrittenNounContext } from './state/written-noun.ts'

const ArticleEditor = onDemand(async () => (await import('./article-editor.tsx')).ArticleEditor)

const ArticleReader = onDemand(async () => (await import('./reading/article-reader.tsx')).ArticleReader)

/** One open article. A new one keeps its editor when its first save gives it an id (RUL-29). */
type Opened = { key: number; id: string | null; addresses: string[] }

function openedAt(key: number, address: string): Opened {
  return { key, id: address === 'new' ? null : address, addresses: [address] }
}

/** `/admin/pages/new` and `/admin/pages/{id}`: the editor of articles also edits pages (RUL-48). */
export function PageEditorScreen() {
  return (
    <WrittenNounContext value={PAGES}>
      <EditorScreen />
    </WrittenNounContext>
  )
}

/** `/admin/articles/new` and `/admin/articles/{id}` (EDIT-1). */
export function EditorScreen() {
  const { id: address = 'new' }: { id?: string } = useParams({ strict: false })
  const search: { ansicht?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { screen } = useWrittenNoun()
  const [opened, setOpened] = useState(() => openedAt(0, address))
  if (!opened.addresses.includes(address)) {
    setOpened(openedAt(opened.key + 1, address))
    return null
  }
  // After the move to the new address, the former address means another article.
  if (opened.addresses.length > 1 && address === opened.addresses.at(-1)) setOpened({ ...opened, addresses: [address] })
  return (
    <Opening
      key={opened.key}
      id={opened.id}
      count={opened.key}
      preview={search.ansicht === 'vorschau'}
      onCreated={(id) => {
        setOpened({ ...opened, addresses: [...opened.addresses, id] })
        void navigate({ to: screen, params: { id }, replace: true })
      }}
    />
  )
}

type OpeningProps = {
  id: string | null
  /** Number of articles opened on this screen before, so that two new articles are distinct. */
  count: number
  preview: boolean
  onCreated: (id: string) => void
}

/** Reads the article and the copy on this machine, then mounts the editor. */
function Opening({ id, count, preview, onCreated }: OpeningProps) {
  const { noun, server, ownerOf, words } = useWrittenNoun()
  const userId = useQuery(accountQuery(useApi())).data?.id
  const role = useRole()
  const client = useQueryClient()
  const opening = useQuery({
    // Read once and never refetched: unsaved text must survive every response of the server.
    queryKey: ['article-opening', noun, id, userId, count],
    enabled: userId !== undefined,
    gcTime: 0,
    staleTime: 'static',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: (failures, error) => !isApiError(error) && failures < 1,
    queryFn: ({ signal }) => {
      const reading = { ...keptRecords(server, client, noun), owner: ownerOf(userId ?? ''), signal }
      return id === null ? openNew(reading) : openArticle(reading, id)
    },
  })
  // Text of a deleted article is continued as a new one.
  const [rescued, setRescued] = useState(false)
  // What may be written meanwhile stays to be read until the person says otherwise: their place and their remark stay.
  const [isReading, setReading] = useState(false)
  // The new article has been created meanwhile, so the URL follows.
  const createdId = id === null ? opening.data?.article?.id : undefined
  const follow = useEffectEvent(onCreated)
  useEffect(() => {
    if (createdId) follow(createdId)
  }, [createdId])
  useWarmUp()
  const gone = isApiError(opening.error, 'validation_failed') || (id !== null && opening.data?.article === null)
  if (gone && !rescued) return <Gone waiting={!!opening.data?.found} onRescue={() => setRescued(true)} />
  if (opening.isError && !opening.data) {
    return (
      <Page title={words.list}>
        <BrokenState heading="h1" query={opening} />
      </Page>
    )
  }
  if (!opening.data || userId === undefined) return <EditorSkeleton />
  const { article, found } = opening.data
  const mustRead = article !== null && noun === 'articles' && !mayWrite(role, userId, article)
  if (mustRead && !isReading) setReading(true)
  if (article && (mustRead || isReading)) {
    return (
      <ArticleReader
        pending={<EditorSkeleton />}
        article={article}
        role={role}
        userId={userId}
        onWrite={() => void opening.refetch().then(() => setReading(false))}
      />
    )
  }
  return (
    <ArticleEditor
      pending={<EditorSkeleton />}
      userId={userId}
      article={article}
      found={found && rescued ? { ...found, origin: null } : found}
      startInPreview={preview}
      onCreated={onCreated}
    />
  )
}

/** No such article. Unsaved text of it on this machine can be continued as a new one. */
function Gone({ waiting, onRescue }: { waiting: boolean; onRescue: () => void }) {
  const { words, list } = useWrittenNoun()
  return (
    <Page title={words.list}>
      <ScreenState
        heading="h1"
        icon={FileX2}
        title={words.notFound}
        sentence={waiting ? `${words.whyNotFound} ${words.waiting}` : words.whyNotFound}
        action={
          waiting ? (
            <Button look="primary" onClick={onRescue}>
              {words.rescue}
            </Button>
          ) : (
            <ButtonLink {...list()}>{words.backToList}</ButtonLink>
          )
        }
      />
    </Page>
  )
}

/** Prefetches the editor's code while the article is loading. */
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

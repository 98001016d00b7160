import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ImageOff, SearchX, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { useOffers } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import type { MediaFilter, MediaSort } from '../../../rules/libraries.ts'
import { mediaCountsQuery, mediaItemQuery, mediaListQuery } from '../../data/media.ts'
import { itemsOf } from '../../data/pages.ts'
import { useMay } from '../../data/role.ts'
import { copyText } from '../../lib/copy-save-print.ts'
import { takesKeys } from '../../lib/key-takers.ts'
import { useMarked } from '../../lib/use-marked.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useFileDrop } from '../../lib/use-file-drop.ts'
import { ListSearch, useListSearch } from '../../parts/list-search/list-search.tsx'
import { UploadList } from '../../parts/media-upload/upload-list.tsx'
import { useFileChooser } from '../../parts/media-upload/use-file-chooser.tsx'
import { useMediaUploads } from '../../parts/media-upload/use-media-uploads.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { toastsBeside } from '../../ui/toast-room.ts'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { isMarkAll } from './grid-keys.ts'
import { MediaBulkBar } from './media-bulk-bar.tsx'
import { ManyPanel } from './many-panel.tsx'
import { MediaFilters } from './media-filters.tsx'
import { MediaGrid, MediaGridSkeleton } from './media-grid.tsx'
import { MediaPanel } from './media-panel.tsx'
import { SizesProgress } from './sizes-progress.tsx'
import { useMediaRemoval } from './use-media-removal.tsx'

/** `/admin/media`: the images of the library, the one in `bild` selected. Files are added by button, drop and paste. */
export function MediaScreen() {
  const navigate = useNavigate()
  const address: { bild?: string; filter?: MediaFilter; sort?: MediaSort } = useSearch({ strict: false })
  const search = useListSearch()
  const api = useApi()
  const list = useInfiniteQuery({
    ...mediaListQuery(api, search.q, address),
    placeholderData: (former) => former,
  })
  const counts = useQuery(mediaCountsQuery(api, search.q)).data
  const show = (next: Pick<typeof address, 'filter' | 'sort'>) =>
    void navigate({ to: '.', search: (former: object) => ({ ...former, ...next, bild: undefined }), replace: true })
  const items = itemsOf(list.data)
  const select = (id: string | undefined) =>
    void navigate({ to: '.', search: (former: object) => ({ ...former, bild: id }), replace: true, resetScroll: false })
  const selected = useSelected(address.bild, items, list.isSuccess)
  const uploads = useMediaUploads((image) => {
    if (!image.stored) select(image.id)
  })
  const marked = useMarked(items)
  const [askingForMany, setAskingForMany] = useState(false)
  const [editingMany, setEditingMany] = useState(false)
  // What is done with images that are there is for those who may change what readers have.
  const mayChange = useMay('texts.others')
  const markAll = mayChange && items.length > 0 ? marked.markAll : null
  useMarkAllKey(markAll)
  // The specification offers images here; sound and film are dropped, or uploaded from a text.
  const chooser = useFileChooser(uploads.add, { pictures: true })
  useOffers({ 'media.upload': chooser.choose, 'media.all': markAll })
  const over = useFileDrop((files) => uploads.add(files.map(named)))
  const removal = useMediaRemoval((asset) => {
    if (asset.id === address.bild) select(undefined)
  })
  /** From this width on the panel is beside the grid; otherwise it is a dialog. */
  const wide = useMedia('(min-width: 1100px)')

  const field = { search, list, label: 'Medien durchsuchen...', one: 'Bild', many: 'Bilder' }
  const panel = selected && (
    <MediaPanel
      key={selected.id}
      asset={selected}
      onCopy={() => void copyUrl(selected)}
      onDelete={mayChange ? () => removal.ask(selected) : null}
      onClose={wide ? () => select(undefined) : undefined}
    />
  )
  const many = marked.chosen.length > 1
  const several = many ? <ManyPanel assets={marked.chosen} /> : null
  return (
    <Page title="Medien">
      <TitleLine title="Medien">
        <ListSearch {...field} />
        <Button look="primary" icon={<Upload aria-hidden />} onClick={chooser.choose}>
          Hochladen
        </Button>
        {chooser.input}
      </TitleLine>
      <ListSearch {...field} narrow className="mb-3" />
      <MediaFilters filter={address.filter} sort={address.sort} counts={counts} onChange={show} />
      <UploadList uploads={uploads} skipsKnown />
      <SizesProgress />
      <div className="flex flex-1 items-start gap-6">
        <div className="flex min-w-0 flex-1 flex-col self-stretch">
          <ListBody
            list={list}
            skeleton={<MediaGridSkeleton />}
            failedMore="Weitere Bilder konnten nicht geladen werden."
            nothing={
              <Nothing
                searched={search.q !== ''}
                filtered={address.filter !== undefined}
                onShowAll={() => (search.q === '' ? show({ filter: undefined }) : search.change(''))}
                onUpload={chooser.choose}
              />
            }
          >
            <MediaGrid
              items={items}
              filter={address.filter}
              selectedId={selected?.id}
              onSelect={({ id }) => select(id === address.bild ? undefined : id)}
              onCopy={(asset) => void copyUrl(asset)}
              onDelete={
                mayChange
                  ? (asset) => {
                      if (marked.has(asset.id)) setAskingForMany(true)
                      else removal.ask(asset)
                    }
                  : null
              }
              marked={mayChange ? marked : null}
            />
          </ListBody>
          {/* In the grid's own column, so that it does not cover the panel. */}
          {marked.chosen.length > 0 && (
            <MediaBulkBar
              marked={marked}
              asking={askingForMany}
              onAsk={setAskingForMany}
              onEdit={wide ? undefined : () => setEditingMany(true)}
            />
          )}
        </div>
        {wide && (several ?? panel) && (
          <aside
            ref={toastsBeside}
            aria-label={several ? 'Angaben zu mehreren Bildern' : 'Angaben zum Bild'}
            className="sticky top-[calc(var(--header)+20px)] max-h-[calc(100dvh-var(--header)-136px)] w-80 flex-none overflow-y-auto rounded-card border border-line bg-surface"
          >
            {several ?? panel}
          </aside>
        )}
      </div>
      <Dialog open={!wide && panel !== null} onClose={() => select(undefined)} title="Angaben zum Bild">
        {panel}
      </Dialog>
      <Dialog open={!wide && editingMany && many} onClose={() => setEditingMany(false)} title="Angaben zu den Bildern">
        {!wide && many && <ManyPanel assets={marked.chosen} onDone={() => setEditingMany(false)} />}
      </Dialog>
      {removal.dialog}
      {over && (
        <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-card border-2 border-dashed border-accent bg-scrim">
          <p className="flex items-center gap-2 rounded-card border border-line bg-raised px-5 py-3 text-l font-semibold shadow-float">
            <Upload aria-hidden />
            Bilder hier ablegen
          </p>
        </div>
      )}
    </Page>
  )
}

/** Strg A selects every loaded card, unless a field or a dialog has the focus. */
function useMarkAllKey(markAll: (() => void) | null): void {
  const latest = useRef(markAll)
  useEffect(() => {
    latest.current = markAll
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!latest.current || event.defaultPrevented || !isMarkAll(event) || takesKeys(document.activeElement)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** The image named in the URL: from the list, else fetched; null if there is none. */
function useSelected(id: string | undefined, items: MediaAsset[], listed: boolean): MediaAsset | null {
  const api = useApi()
  const inList = items.find((item) => item.id === id)
  const alone = useQuery({
    ...mediaItemQuery(api, id ?? ''),
    enabled: id !== undefined && listed && !inList,
    retry: false,
  })
  if (id === undefined) return null
  return inList ?? (alone.data?.id === id ? alone.data : null)
}

/** Browsers name every pasted picture `image.png`. */
function named(file: File): File {
  return file.name === 'image.png' ? new File([file], 'Eingefügtes Bild.png', { type: file.type }) : file
}

async function copyUrl({ url }: MediaAsset): Promise<void> {
  try {
    await copyText(new URL(url, location.origin).href)
    toastDone('URL kopiert')
  } catch {
    toastFault('Fehler beim Kopieren')
  }
}

function Nothing(props: { searched: boolean; filtered: boolean; onShowAll: () => void; onUpload: () => void }) {
  if (props.filtered && !props.searched)
    return (
      <ScreenState
        icon={ImageOff}
        title="Keine Medien gefunden"
        sentence="Kein Bild passt zu diesem Filter."
        action={<Button onClick={props.onShowAll}>Alle zeigen</Button>}
      />
    )
  return props.searched ? (
    <ScreenState
      icon={SearchX}
      title="Keine Medien gefunden"
      sentence="Weder Dateiname noch Alternativtext, Bildunterschrift oder Nachweis enthalten diese Wörter."
      action={<Button onClick={props.onShowAll}>Suche leeren</Button>}
    />
  ) : (
    <ScreenState
      icon={ImageOff}
      title="Keine Medien gefunden"
      sentence="Hier liegen die Bilder für Ihre Artikel. Sie lassen sich auch hierher ziehen oder mit Strg V einfügen."
      action={
        <Button icon={<Upload aria-hidden />} onClick={props.onUpload}>
          Bilder hochladen
        </Button>
      }
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from '@tanstack/react-router'
import { ExternalLink, FileText, Pencil, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ResearchItem } from '../../../contract/research.ts'
import { OF_ANOTHER } from '../../../rules/roles.ts'
import { useApi } from '../../data/api-context.tsx'
import { useOffers } from '../../actions/offers.ts'
import { researchItemQuery } from '../../data/research.ts'
import { useRights } from '../../data/role.ts'
import type { UnsavedTexts } from '../../lib/use-autosave.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { Delayed } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FilesTab } from './files-tab.tsx'
import { LinksTab } from './links-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import type { ResearchUploads } from './use-research-uploads.ts'

export type DetailTab = 'links' | 'notes' | 'files'

type DetailProps = {
  id: string
  /** The initial tab. */
  startTab: DetailTab
  unsaved: UnsavedTexts
  uploads: ResearchUploads
  onClose: () => void
  onEdit: (item: ResearchItem) => void
  onDelete: (item: ResearchItem) => void
}

/**
 * One item with its links, notes and files (RES-3, RUL-8): a dialog that does not take the page, beside the list where
 * there is room, else a sheet over it.
 */
export function DetailDialog({
  beside,
  takesFocus,
  ...props
}: DetailProps & { beside: boolean; /** It was opened, and not walked to. */ takesFocus: boolean }) {
  const query = useQuery(researchItemQuery(useApi(), props.id))
  const title = query.data?.title ?? 'Recherche-Element'
  const inside = useRef<HTMLDivElement>(null)
  const isThere = query.data !== undefined
  useEffect(() => {
    // The first control but the one that closes, as in the sheet.
    if (beside && takesFocus && isThere) inside.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [beside, takesFocus, isThere])
  const content = (
    <div ref={inside}>
      {query.data && <Detail item={query.data} {...props} />}
      {query.isPending && (
        <Delayed>
          <output className="block py-12 text-center text-fg-2">Lädt...</output>
        </Delayed>
      )}
      {query.isError && !query.data && <BrokenState query={query} />}
    </div>
  )
  if (!beside)
    return (
      <Dialog wide open onClose={props.onClose} title={title}>
        {content}
      </Dialog>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it wherever the focus is inside
    <dialog
      open
      aria-labelledby="quelle"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) props.onClose()
      }}
      className="static m-0 w-full max-w-none rounded-card border border-line bg-surface px-5 pt-4 pb-5 text-fg outline-none"
    >
      <div className="mb-2 flex items-start gap-2">
        <h2 id="quelle" className="min-w-0 flex-1 text-l font-semibold tracking-[-0.008em] wrap-anywhere hyphens-auto">
          {title}
        </h2>
        <IconButton label="Schließen" className="-my-1 -mr-2" onClick={props.onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {content}
    </dialog>
  )
}

function Detail({ item, startTab, unsaved, uploads, onEdit, onDelete }: DetailProps & { item: ResearchItem }) {
  const [tab, setTab] = useState<DetailTab>(startTab)
  const { mayChange, mayDelete } = useRights()
  const isEditable = mayChange(item)
  useOffers({
    'source.edit': isEditable ? () => onEdit(item) : null,
    'source.remove': mayDelete(item) ? () => onDelete(item) : null,
  })
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-s text-fg-2">
        {item.url !== null && (
          <a
            href={item.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-small hover:text-fg hover:underline max-md:min-h-11"
          >
            <ExternalLink aria-hidden className="icon-small" />
            <span className="truncate">{item.url}</span>
            <span className="sr-only">(neuer Tab)</span>
          </a>
        )}
        {item.article && (
          <RouterLink
            to="/admin/articles/$id"
            params={{ id: item.article.id }}
            className="inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-small hover:text-fg hover:underline max-md:min-h-11"
          >
            <FileText aria-hidden className="icon-small" />
            <span className="sr-only">Artikel: </span>
            <span className="truncate">{item.article.title}</span>
          </RouterLink>
        )}
        {isEditable ? (
          <span className="ml-auto flex gap-2">
            <Button icon={<Pencil aria-hidden />} onClick={() => onEdit(item)}>
              Bearbeiten
            </Button>
            <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => onDelete(item)}>
              Löschen
            </Button>
          </span>
        ) : (
          <p>{OF_ANOTHER}</p>
        )}
      </div>
      {item.used_in.length > 0 && (
        <p className="mb-3 text-s text-fg-2">
          Verwendet in{' '}
          {item.used_in.map(({ id, title }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <RouterLink to="/admin/articles/$id" params={{ id }} className="rounded-small text-fg underline">
                {title}
              </RouterLink>
            </span>
          ))}
        </p>
      )}
      <Tabs<DetailTab>
        label="Bestandteile"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'links', label: 'Links', count: item.links.length },
          { value: 'notes', label: 'Notes' },
          { value: 'files', label: 'Files', count: item.files.length },
        ]}
        panelClassName="min-h-64 pt-4"
      >
        {tab === 'links' && <LinksTab item={item} isEditable={isEditable} />}
        {tab === 'notes' && isEditable && <NotesTab item={item} unsaved={unsaved} />}
        {tab === 'notes' && !isEditable && (
          <p lang="de" className="wrap-anywhere whitespace-pre-wrap">
            {item.note || <span className="text-fg-2">Noch keine Notizen zu diesem Element.</span>}
          </p>
        )}
        {tab === 'files' && <FilesTab item={item} uploads={uploads} />}
      </Tabs>
    </>
  )
}

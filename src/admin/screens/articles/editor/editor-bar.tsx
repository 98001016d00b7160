import {
  ArrowLeft,
  ChevronDown,
  ExternalLink,
  Eye,
  PanelRight,
  RotateCcw,
  Send,
  SlidersHorizontal,
  SquarePen,
  TriangleAlert,
} from 'lucide-react'
import { cx } from '../../../lib/class-names.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { ButtonLink, Button, buttonClass } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { listPlace } from '../use-list-address.ts'
import { hintCount } from './publish-check.tsx'
import { PresenceLine } from './presence-line.tsx'
import { StateChip } from './state-chip.tsx'
import type { ArticleEditing } from './use-article-editing.ts'
import { VersionsButton } from './versions/versions-button.tsx'

type Props = {
  editing: ArticleEditing
  userId: string
  /** In focus mode nothing is left of it but the chip, and that only when something is wrong. */
  focused: boolean
  preview: boolean
  onPreview: (preview: boolean) => void
  panel: boolean
  onPanel: () => void
  onDiscard: () => void
  /** Hints of the check before publishing; the button beside `Veröffentlichen` leads to them. */
  hints: number
  onHints: () => void
}

/** 52 px above the page: back, state, edit or preview, save, publish, panel (look/README.md, rule 14). */
export function EditorBar(props: Props) {
  const { editing, userId, focused, preview, onPreview, panel, onPanel, onDiscard, hints, onHints } = props
  const { base, busy } = editing
  const narrow = useNarrow()
  const published = base?.status === 'published'
  const dirty = base?.has_unpublished_changes ?? false
  return (
    <div
      className={cx(
        'flex flex-none items-center px-1 md:gap-2 md:pr-4 md:pl-3',
        focused
          ? 'absolute top-0 left-0 z-10 h-10 [&>*:not(.sr-only,[data-sync=offline],[data-sync=unprotected])]:hidden'
          : 'relative h-13',
      )}
    >
      <ButtonLink
        to="/admin/articles"
        {...listPlace()}
        look="quiet"
        aria-label="Zurück zu Artikel"
        icon={<ArrowLeft aria-hidden />}
        className="max-md:w-11 max-md:px-0! md:px-2.5!"
      >
        <span className="max-md:hidden">Artikel</span>
      </ButtonLink>
      <StateChip editing={editing} />
      <PresenceLine editing={editing} userId={userId} />
      {dirty && (
        <span className="flex items-center max-lg:hidden">
          <span className="inline-flex items-center gap-1.5 text-s text-fg-2 before:size-1.5 before:rounded-full before:border-[1.5px] before:border-scheduled">
            Unveröffentlichte Änderungen
          </span>
          <Button look="quiet" className="px-2! text-s" onClick={onDiscard} disabled={busy !== null}>
            Verwerfen
          </Button>
        </span>
      )}
      <span className="flex-1" />
      <SegmentedFilter
        label="Ansicht"
        value={preview ? 'preview' : 'edit'}
        onChange={(view) => onPreview(view === 'preview')}
        segments={[
          { value: 'edit', label: 'Bearbeiten' },
          { value: 'preview', label: 'Vorschau' },
        ]}
        className="max-md:hidden! min-[1180px]:absolute min-[1180px]:left-1/2 min-[1180px]:-translate-x-1/2"
      />
      <IconButton label={preview ? 'Bearbeiten' : 'Vorschau'} className="md:hidden" onClick={() => onPreview(!preview)}>
        {preview ? <SquarePen aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
      <Button
        look="quiet"
        className="max-md:hidden"
        busy={busy === 'save'}
        disabled={busy !== null}
        onClick={() => void editing.save('save', { leave: true })}
      >
        Speichern
      </Button>
      {hints > 0 && (
        <button
          type="button"
          aria-label={`Prüfung: ${hintCount(hints)}`}
          title={hintCount(hints)}
          onClick={onHints}
          className="inline-flex h-11 items-center gap-1 rounded-control px-2 text-s text-fg-2 tabular-nums hover:bg-hover max-md:hidden md:h-8"
        >
          <TriangleAlert aria-hidden className="icon-small text-scheduled" />
          {hints}
        </button>
      )}
      <span className="flex">
        <Button
          look="primary"
          className={published ? 'rounded-r-none px-2! max-md:text-s md:px-3!' : 'px-2! max-md:text-s md:px-3!'}
          busy={busy === 'publish' || busy === 'update'}
          disabled={busy !== null}
          onClick={() => void editing.save(published ? 'update' : 'publish', { leave: true })}
        >
          {published ? 'Aktualisieren' : 'Veröffentlichen'}
        </Button>
        {published && base && (
          <Menu
            trigger={
              <button
                type="button"
                aria-label="Weitere Aktionen"
                disabled={busy !== null}
                className={buttonClass({
                  look: 'primary',
                  className: 'rounded-l-none border-l-page! px-1.5! max-md:w-9 [&>svg]:ml-0!',
                })}
              >
                <ChevronDown aria-hidden />
              </button>
            }
          >
            <MenuItem icon={<Send aria-hidden />} onSelect={() => void editing.save('publish', { leave: true })}>
              Neu veröffentlichen
            </MenuItem>
            {dirty && (
              <MenuItem icon={<RotateCcw aria-hidden />} onSelect={onDiscard}>
                Änderungen verwerfen
              </MenuItem>
            )}
            <MenuItem
              icon={<ExternalLink aria-hidden />}
              onSelect={() => window.open(`/article/${base.slug}`, '_blank', 'noopener')}
            >
              Artikel ansehen
            </MenuItem>
          </Menu>
        )}
      </span>
      <VersionsButton editing={editing} />
      <IconButton
        label={narrow && hints > 0 ? `Angaben, ${hintCount(hints)}` : 'Angaben'}
        shortcut="Strg ."
        pressed={panel}
        onClick={onPanel}
      >
        <PanelRight aria-hidden className="max-md:hidden" />
        <span className="relative md:hidden">
          <SlidersHorizontal aria-hidden />
          {hints > 0 && (
            <span className="absolute -top-2 left-2.5 grid h-4 min-w-4 place-items-center rounded-full bg-raised px-1 text-xs/none text-scheduled tabular-nums">
              {hints}
            </span>
          )}
        </span>
      </IconButton>
    </div>
  )
}

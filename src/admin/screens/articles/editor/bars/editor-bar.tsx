import { ArrowLeft, Eye, History, PanelRight, SlidersHorizontal, SquarePen, TriangleAlert } from 'lucide-react'
import { shortcutOf } from '../../../../actions/keys.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { cx } from '../../../../lib/class-names.ts'
import { formatInZone } from '../../../../lib/dates.ts'
import { blanksInWords } from '../../../../lib/page-words.ts'
import { ButtonLink, Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { SegmentedFilter } from '../../../../ui/segmented-filter.tsx'
import { StateGlyph } from '../../../../ui/state-glyph.tsx'
import { EditorMore } from './editor-more.tsx'
import { PANEL_BUTTON } from '../properties/editor-panel.tsx'
import { hintCount } from '../properties/publish-check.tsx'
import { PresenceLine } from './presence-line.tsx'
import { PublishMenu } from './publish-menu.tsx'
import { StateChip } from './state-chip.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { WritingViews } from '../state/use-writing-views.ts'
import type { Ways } from '../state/use-ways-into.ts'
import { Judging, ReviewChip, Submitting } from '../review/review-actions.tsx'
import type { ReviewState } from '../review/use-review.ts'
import type { SuggestionsState } from '../suggestions/use-suggestions.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/** The three zones of the bar above the text, or above what is in its place. */
export const barZonesClass =
  'grid grid-cols-[minmax(0,1fr)_auto_minmax(min-content,1fr)] items-center px-1 md:gap-2 md:pr-4 md:pl-3'

/** The button at the start of the bar that leads back; without room it is an arrow. */
export const backButtonClass = (wide: boolean) => (wide ? 'px-2.5!' : 'w-11 px-0! md:w-9 [&>svg]:ml-0!')

type Props = {
  editing: ArticleEditing
  userId: string
  /** In focus mode only the chip is left, and only if something is wrong. */
  views: WritingViews
  /** Number of hints of the check before publishing. The button beside `Veröffentlichen` opens them. */
  hints: number
  /** Number of blanks on a legal page, which take precedence over hints. The button moves to the next blank. */
  blanks: number
  ways: Ways
  review: ReviewState
  suggestions: SuggestionsState
  onDiscard: () => void
  onSchedule: () => void
  onNewsletter: () => void
  onRevisions: () => void
  onOutline: () => void
}

/**
 * The top bar, 52 px in three zones: state of the text, edit or preview, actions. Below an editor width of 1180 px most
 * actions move into a menu (docs/look.md rules 14 and 24).
 */
export function EditorBar(props: Props) {
  const { focused, preview } = props.views
  const { draft, text, isInBar } = props.suggestions
  return (
    <div
      data-bar=""
      className={cx('@container/bar flex-none', focused ? 'absolute top-0 left-0 z-10 h-10 w-64' : 'relative h-13')}
    >
      <div className={cx('h-full', barZonesClass, focused && '[&>*:not(:first-child)]:hidden')}>
        <WhereItIs {...props} />
        <SegmentedFilter<View>
          label="Ansicht"
          value={preview ? 'preview' : draft ? 'suggest' : 'edit'}
          onChange={(view) => showView(props, view)}
          segments={[
            // A narrow bar shows two segments: the current way of writing, and the preview.
            ...(isInBar || !draft ? [{ value: 'edit' as const, label: 'Bearbeiten' }] : []),
            ...(text && (isInBar || draft) ? [{ value: 'suggest' as const, label: 'Vorschlagen' }] : []),
            { value: 'preview', label: 'Vorschau' },
          ]}
          className="@max-[600px]/bar:hidden! max-md:hidden!"
        />
        <Actions {...props} />
      </div>
    </div>
  )
}

type View = 'edit' | 'suggest' | 'preview'

function showView({ views, suggestions }: Pick<Props, 'views' | 'suggestions'>, view: View): void {
  if (view !== 'preview') suggestions.suggest(view === 'suggest')
  views.showPreview(view === 'preview')
}

/** The back link, the save state, other editors, and the state of the public text. */
function WhereItIs({ editing, userId, review, views: { room, focused, preview } }: Props) {
  const { list, words } = useWrittenNoun()
  return (
    <div
      className={cx(
        'flex min-w-0 items-center gap-1 md:gap-3',
        focused && '[&>*:not(.sr-only,[data-sync=offline],[data-sync=unprotected])]:hidden',
      )}
    >
      <ButtonLink
        {...list()}
        look="quiet"
        aria-label={words.back}
        icon={<ArrowLeft aria-hidden />}
        className={backButtonClass(room.wide)}
      >
        {room.wide && words.list}
      </ButtonLink>
      <StateChip
        editing={editing}
        brief={editing.base?.has_unpublished_changes === true || (review.isAsked && !room.wide && !room.narrow)}
      />
      <PresenceLine editing={editing} userId={userId} yields={preview} />
      <ReviewChip state={review} />
      <Unpublished editing={editing} />
    </div>
  )
}

/** Actions for the text. */
function Actions(props: Props) {
  const { editing, views, hints, blanks, ways, onRevisions } = props
  const { base, busy } = editing
  const { room, preview, showPreview } = views
  return (
    <div className="col-start-3 flex items-center justify-end md:gap-2">
      {/* A phone has `Vorschau` in the menu. */}
      {(preview || !room.narrow) && (
        <IconButton
          label={preview ? 'Bearbeiten' : 'Vorschau'}
          className="md:@min-[600px]/bar:hidden"
          onClick={() => showPreview(!preview)}
        >
          {preview ? <SquarePen aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      )}
      <Moment editing={editing} />
      {room.wide && (
        <Button
          look="quiet"
          busy={busy === 'save'}
          disabled={busy !== null}
          onClick={() => void editing.save('save', { leave: true })}
        >
          Speichern
        </Button>
      )}
      {room.wide && blanks > 0 && (
        <Button
          look="quiet"
          icon={<TriangleAlert aria-hidden className="text-scheduled" />}
          className="px-2! text-s text-fg-2!"
          onClick={ways.toNextBlank}
        >
          {blanksInWords(blanks)}
        </Button>
      )}
      {room.wide && blanks === 0 && hints > 0 && (
        <button
          type="button"
          aria-label={`Prüfung: ${hintCount(hints)}`}
          title={hintCount(hints)}
          onClick={ways.toCheck}
          className="inline-flex h-8 flex-none items-center gap-1 rounded-control px-2 text-s text-fg-2 tabular-nums hover:bg-hover"
        >
          <TriangleAlert aria-hidden className="icon-small text-scheduled" />
          {hints}
        </button>
      )}
      <Decision {...props} />
      {room.wide && base && (
        <IconButton label="Fassungen" onClick={onRevisions}>
          <History aria-hidden />
        </IconButton>
      )}
      {!room.wide && !room.narrow && <EditorMore {...props} onHints={ways.toCheck} />}
      <PanelButton views={views} hints={hints} />
    </div>
  )
}

/** Notice that readers see an older text, and when that changes by itself; shorter where there is less room. */
function Unpublished({ editing: { base } }: Pick<Props, 'editing'>) {
  const zone = useSiteZone()
  if (!base?.has_unpublished_changes) return null
  const due = base.working_copy?.goes_live_at
  const [words, short] = due
    ? [`Live ab ${formatInZone(due, 'EEEEEE, d. MMMM, HH:mm', zone)}`, 'Geplant']
    : ['Geändert, nicht live', 'Nicht live']
  return (
    <span
      title="Unveröffentlichte Änderungen"
      // On a phone there is room for the words or for the ring, not for both beside other editors.
      className="flex min-w-max flex-none items-center gap-1.5 text-s leading-5 text-fg-2 before:size-1.5 before:flex-none before:rounded-full before:border-[1.5px] before:border-scheduled @min-[350px]/bar:@max-[389px]/bar:before:hidden"
    >
      <span className="sr-only">Unveröffentlichte Änderungen</span>
      <span aria-hidden={!due || undefined} className="whitespace-nowrap @max-[350px]/bar:hidden">
        <span className="@max-[1000px]/bar:hidden">{words}</span>
        <span className="@min-[1000px]/bar:hidden">{short}</span>
      </span>
    </span>
  )
}

/** When a scheduled article appears. */
function Moment({ editing: { base } }: Pick<Props, 'editing'>) {
  const zone = useSiteZone()
  if (base?.status !== 'scheduled' || base.published_at === null) return null
  return (
    <span className="mr-1 hidden flex-none items-center gap-1.5 text-s font-medium whitespace-nowrap text-scheduled tabular-nums @min-[1340px]/bar:flex">
      <StateGlyph state="scheduled" />
      {formatInZone(base.published_at, 'EEEEEE, d. MMMM, HH:mm', zone)}
    </span>
  )
}

/** What comes next for the text: a decision on it, the review, or its publication. */
function Decision(props: Props) {
  const { editing, views, review, onDiscard, onSchedule, onNewsletter } = props
  if (review.isAsked) return <Judging state={review} narrow={!views.room.wide} />
  if (!review.mayPublish) return review.hasText && <Submitting state={review} />
  if (!review.isDue) return <Publish {...props} />
  return (
    <span className="flex flex-none">
      <Submitting state={review} className="rounded-r-none" />
      <PublishMenu
        editing={editing}
        views={views}
        quiet={review.review === 'requested'}
        onDiscard={onDiscard}
        onSchedule={onSchedule}
        onNewsletter={onNewsletter}
      />
    </span>
  )
}

/** `Veröffentlichen`, or for a public article `Aktualisieren`, and everything else about publishing in its second half. */
function Publish({ editing, views, onDiscard, onSchedule, onNewsletter }: Props) {
  const { base, busy } = editing
  const published = base?.status === 'published'
  return (
    <span className="flex flex-none">
      <Button
        look="primary"
        className="rounded-r-none px-2! max-md:text-s md:px-3!"
        busy={busy === 'publish' || busy === 'update'}
        disabled={busy !== null}
        onClick={() => void editing.save(published ? 'update' : 'publish', { leave: true })}
      >
        {published ? 'Aktualisieren' : base?.status === 'scheduled' ? 'Jetzt veröffentlichen' : 'Veröffentlichen'}
      </Button>
      <PublishMenu {...{ editing, views, onDiscard, onSchedule, onNewsletter }} />
    </span>
  )
}

/** Opens and closes the panel. On a phone it also shows the number of hints. */
function PanelButton({ views: { room, panel, togglePanel }, hints }: Pick<Props, 'views' | 'hints'>) {
  const { narrow } = room
  return (
    <IconButton
      id={PANEL_BUTTON}
      label={narrow && hints > 0 ? `Angaben, ${hintCount(hints)}` : 'Angaben'}
      shortcut={shortcutOf('editor.panel')}
      pressed={panel}
      onClick={togglePanel}
    >
      {!narrow && <PanelRight aria-hidden />}
      {narrow && (
        <span className="relative">
          <SlidersHorizontal aria-hidden />
          {hints > 0 && (
            <span className="absolute -top-2 left-2.5 grid h-4 min-w-4 place-items-center rounded-full bg-raised px-1 text-xs/none text-scheduled tabular-nums">
              {hints}
            </span>
          )}
        </span>
      )}
    </IconButton>
  )
}

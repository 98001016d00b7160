import { useQuery } from '@tanstack/react-query'
import { CalendarClock, ChevronDown, ExternalLink, Eye, EyeOff, Mail, RotateCcw, Send } from 'lucide-react'
import type { Article } from '../../../../../contract/articles.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { newsletterQuery } from '../../../../data/newsletter.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { formatInZone } from '../../../../lib/dates.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../../ui/menu.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { WritingViews } from '../state/use-writing-views.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

type Props = {
  editing: ArticleEditing
  views: WritingViews
  /** Beside a button without a filled ground. */
  quiet?: boolean
  onDiscard: () => void
  onSchedule: () => void
  onNewsletter: () => void
}

/**
 * The second half of the publish button, in every state (WEEK-24). Above the line nothing changes for readers now; below it
 * something does, and a toast takes it back.
 */
export function PublishMenu(props: Props) {
  const { editing, views, quiet = false, onDiscard, onSchedule, onNewsletter } = props
  const zone = useSiteZone()
  const { noun, words, address } = useWrittenNoun()
  const { base, busy } = editing
  const status = base?.status ?? 'draft'
  const isPublic = status === 'published'
  const changed = isPublic && base?.has_unpublished_changes === true
  const { preview, showPreview, room } = views
  const { data: newsletter } = useQuery(newsletterQuery(useApi()))
  return (
    <Menu
      sheet
      trigger={
        <button
          type="button"
          aria-label="Mehr zum Veröffentlichen"
          title="Mehr zum Veröffentlichen"
          disabled={busy !== null}
          className={buttonClass({
            look: quiet ? 'outline' : 'primary',
            className: 'rounded-l-none border-l-page! px-1.5! max-md:w-10 [&>svg]:ml-0!',
          })}
        >
          <ChevronDown aria-hidden />
        </button>
      }
    >
      {isPublic && base ? (
        <MenuItem
          icon={<ExternalLink aria-hidden />}
          about={words.asLive}
          onSelect={() => window.open(address(base.slug), '_blank', 'noopener')}
        >
          Ansehen
        </MenuItem>
      ) : (
        <MenuItem icon={<Eye aria-hidden />} about={words.asItWillBe} onSelect={() => showPreview(true)}>
          Ansehen
        </MenuItem>
      )}
      {isPublic && room.narrow && (
        <MenuItem
          icon={<Eye aria-hidden />}
          about="mit dem, was noch nicht live ist"
          onSelect={() => showPreview(!preview)}
        >
          Vorschau
        </MenuItem>
      )}
      {noun === 'articles' && (
        <MenuItem
          icon={<CalendarClock aria-hidden />}
          about={aboutPlanning(base, zone)}
          disabled={busy !== null || (isPublic && !changed)}
          onSelect={onSchedule}
        >
          Planen …
        </MenuItem>
      )}
      {noun === 'articles' && status !== 'draft' && newsletter?.available && newsletter.enabled && (
        <MenuItem icon={<Mail aria-hidden />} about="an alle, die jeden Artikel möchten" onSelect={onNewsletter}>
          Als Newsletter senden …
        </MenuItem>
      )}
      {status !== 'draft' && <MenuSeparator />}
      {isPublic && noun === 'articles' && (
        <MenuItem
          icon={<Send aria-hidden />}
          about="mit dem Datum von jetzt"
          disabled={busy !== null}
          onSelect={() => void editing.save('publish', { leave: true })}
        >
          Neu veröffentlichen
        </MenuItem>
      )}
      {changed && (
        <MenuItem icon={<RotateCcw aria-hidden />} about={aboutDiscarding(base, zone)} onSelect={onDiscard}>
          Verwerfen
        </MenuItem>
      )}
      {status !== 'draft' && (
        <MenuItem
          icon={<EyeOff aria-hidden />}
          about={isPublic ? words.withdrawn : 'wieder ein Entwurf, ohne Termin'}
          disabled={busy !== null}
          onSelect={() => void editing.changeStatus('draft')}
        >
          Zurückziehen
        </MenuItem>
      )}
    </Menu>
  )
}

const MOMENT = 'EEEEEE, d. MMMM, HH:mm'

function aboutPlanning(base: Article | null, zone: string): string {
  const due = base?.status === 'published' ? (base.working_copy?.goes_live_at ?? null) : (base?.published_at ?? null)
  if (base?.status === 'published' && !base.has_unpublished_changes) return 'sobald etwas geändert ist'
  if (due && base?.status === 'published') return `die Änderungen gehen ${formatInZone(due, MOMENT, zone)} live`
  if (due) return `erscheint ${formatInZone(due, MOMENT, zone)}`
  return base?.status === 'published' ? 'die Änderungen gehen später live' : 'erscheint später von selbst'
}

function aboutDiscarding({ text_changed_at, published_at }: Article, zone: string): string {
  const since = text_changed_at ?? published_at
  return since ? `zurück zum Stand von ${formatInZone(since, 'EEEEEE, d. MMM', zone)}` : 'zurück zum Stand der Website'
}

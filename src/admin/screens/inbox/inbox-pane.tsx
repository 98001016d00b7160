import { Check, ExternalLink, RotateCcw, Trash2 } from 'lucide-react'
import { shortcutOf } from '../../actions/keys.ts'
import type { InboxItem } from '../../../contract/inbox.ts'
import { isProvisional, useSaveInboxWords } from '../../data/inbox.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import type { UnsavedTexts } from '../../lib/use-autosave.ts'
import { useNote } from '../../parts/record-form/use-note.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { FieldError, fieldBoxClass } from '../../ui/text-field.tsx'
import { capturedAt } from './captured-time.ts'
import { InboxTitle as Title } from './inbox-title.tsx'
import { originOf, targetsOf } from './inbox-words.tsx'
import type { InboxActions } from './use-inbox-actions.ts'
import { quoted } from '../../../rules/quoted.ts'
import { hostOf } from '../../../rules/url.ts'

type PaneProps = {
  item: InboxItem
  now: Date
  actions: InboxActions
  unsaved: UnsavedTexts
  /** In a sheet the title is in its header, and shortcuts are not shown. */
  inSheet?: boolean
  onDone?: () => void
}

/** One entry in full: its address, conversions, and a note. */
export function InboxPane({ item, now, actions, unsaved, inSheet = false, onDone }: PaneProps) {
  const zone = useSiteZone()
  const done = item.status === 'processed'
  return (
    <div className={cx(!inSheet && 'rounded-card border border-line bg-surface px-5 pt-4 pb-5')}>
      {item.url !== null && (
        <a
          href={item.url}
          target="_blank"
          rel="noopener noreferrer"
          title={item.url}
          className="mr-4 mb-2 inline-flex max-w-full items-center gap-1.5 rounded-small text-s text-fg-2 underline-offset-2 hover:text-fg hover:underline max-md:min-h-11"
        >
          <ExternalLink aria-hidden className="icon-small" />
          <span className="truncate">{hostOf(item.url)}</span>
          <span className="sr-only">(neuer Tab)</span>
        </a>
      )}
      <Title key={`${item.id} title`} item={item} inSheet={inSheet} />
      <p className="mt-1.5 text-s text-fg-2">
        {item.feed ? `Feed ${quoted(item.feed.title ?? hostOf(item.feed.url))}` : originOf({ ...item, url: null })} ·{' '}
        <time dateTime={item.created_at}>{capturedAt(item.created_at, now, zone)}</time>
      </p>
      <div className="mt-3 flex gap-2">
        <Button
          icon={done ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
          onClick={() => {
            actions.toggle(item)
            onDone?.()
          }}
        >
          {done ? 'Wieder öffnen' : 'Erledigen'}
        </Button>
        {actions.mayDelete(item) && (
          <Button
            look="danger"
            icon={<Trash2 aria-hidden />}
            onClick={() => {
              onDone?.()
              actions.askToDelete(item)
            }}
          >
            Löschen
          </Button>
        )}
      </div>
      <Line inSheet={inSheet} />
      <h3 id="daraus-machen" className="mb-1.5 text-xs text-fg-2">
        Daraus machen
      </h3>
      <ul aria-labelledby="daraus-machen" className="-mx-2 grid gap-0.5">
        {targetsOf(item).map((target) => (
          <li key={target.to}>
            <button
              type="button"
              onClick={() => {
                actions.convert(item, target)
                onDone?.()
              }}
              className="flex h-11 w-full items-center gap-3 rounded-control px-2 text-left font-[450] hover:bg-hover active:bg-pressed md:h-9"
            >
              <target.icon aria-hidden className="text-fg-2" />
              <span className="min-w-0 flex-1 truncate">{target.label}</span>
              {!inSheet && <Kbd>{shortcutOf(target.does)}</Kbd>}
            </button>
          </li>
        ))}
      </ul>
      <Line inSheet={inSheet} />
      {!isProvisional(item) && <Note key={item.id} item={item} unsaved={unsaved} />}
    </div>
  )
}

function Line({ inSheet }: { inSheet: boolean }) {
  return <hr className={cx('my-4 border-t border-line', !inSheet && '-mx-5')} />
}

function Note({ item, unsaved }: { item: InboxItem; unsaved: UnsavedTexts }) {
  const save = useSaveInboxWords()
  const note = useNote(item, {
    unsaved,
    save: save.mutateAsync,
    failed: { sentence: 'Fehler beim Aktualisieren', id: 'inbox-note' },
  })
  return (
    <div>
      <span className="mb-1.5 flex justify-between text-xs text-fg-2">
        <label htmlFor="inbox-note">Notiz</label>
        <output>{{ saved: '', waiting: '', saving: 'Speichert...', failed: '' }[note.state]}</output>
      </span>
      <span className={cx(fieldBoxClass, 'items-start py-2')}>
        <textarea
          id="inbox-note"
          lang="de"
          spellCheck
          rows={3}
          maxLength={20_000}
          placeholder="Wofür ist das gut?"
          value={note.text}
          aria-invalid={note.state === 'failed' || undefined}
          aria-describedby={note.state === 'failed' ? 'inbox-note-error' : undefined}
          onChange={(event) => note.change(event.target.value)}
          onBlur={() => void note.flush()}
          className="field-sizing-content max-h-80 min-h-15 min-w-0 flex-1 resize-none bg-transparent outline-none"
        />
      </span>
      {note.state === 'failed' && (
        <FieldError id="inbox-note-error">
          <span>
            Noch nicht gespeichert.{' '}
            <button type="button" onClick={() => void note.flush()} className="rounded-small underline">
              Erneut versuchen
            </button>
          </span>
        </FieldError>
      )}
    </div>
  )
}

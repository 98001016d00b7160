import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { InboxItem, InboxType } from '../../../contract/inbox.ts'
import { INBOX_TYPES } from '../../../rules/collecting.ts'
import { isHttpUrl } from '../../../rules/url.ts'
import { quoted } from '../../../rules/quoted.ts'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { entryThere } from '../../data/inbox.ts'
import { useCapture } from '../../data/integrations.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { cx } from '../../lib/class-names.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { FieldError } from '../../ui/text-field.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

const TYPE_LABELS: Record<InboxType, string> = { link: 'Link', idea: 'Idee', note: 'Notiz' }
const CONTROL =
  'w-full min-w-0 rounded-control border border-line-control bg-surface px-2.5 text-ellipsis text-fg placeholder:text-fg-3 aria-invalid:border-danger focus-visible:outline-2 focus-visible:outline-accent'

type Values = { title: string; url: string; type: InboxType; note: string }

/**
 * The popup of the bookmarklet (RUL-9): a small form, filled in from the page. Nothing is saved until it is submitted;
 * afterwards the window can be closed.
 */
export function CaptureForm({ url: pageUrl, title: pageTitle, text }: { url: string; title: string; text: string }) {
  useDocumentTitle('Zur Inbox')
  const account = useQuery(accountQuery(useApi())).data
  const capture = useCapture()
  const kept = useKeptForm<Values>('inbox-window', encodeURIComponent(pageUrl) || undefined, {
    title: pageTitle.trim() || pageUrl,
    url: pageUrl,
    type: isHttpUrl(pageUrl) ? 'link' : 'idea',
    note: text,
  })
  const { title, url, type, note } = kept.values
  const [twin, setTwin] = useState<InboxItem | null>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const id = useId()

  const save = async (allowDuplicate = false) => {
    setTwin(null)
    const found: Record<string, string> = {}
    if (title.trim() === '') found.title = 'Bitte etwas eingeben'
    if (url.trim() !== '' && !isHttpUrl(url)) found.url = 'Bitte eine Adresse mit http:// oder https:// angeben'
    setFaults(found)
    if (Object.keys(found).length > 0 || capture.isPending) return
    try {
      const allow_duplicate = allowDuplicate
      await capture.mutateAsync({ title, url: url.trim() || null, note: note.trim() || null, type, allow_duplicate })
    } catch (error) {
      const there = entryThere(error)
      if (there) return setTwin(there)
      setFaults(fieldFaults(error))
      toastFault('Fehler beim Hinzufügen', { description: faultSentence(error) })
      return
    }
    kept.saved()
    toastDone('Eintrag hinzugefügt')
  }
  if (capture.isSuccess) return <Saved title={title} />
  return (
    <main className="min-h-dvh bg-page">
      <form
        noValidate
        aria-label="Zur Inbox"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save()
        }}
        className="grid min-h-dvh content-start items-center grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 px-5 py-4 min-[481px]:grid-cols-[72px_minmax(0,1fr)] min-[481px]:grid-rows-[auto_auto_auto_auto_1fr_auto_auto] min-[481px]:gap-y-3"
      >
        <header className="flex items-center justify-between gap-2 whitespace-nowrap min-[481px]:col-span-2">
          <h1 className="text-l font-semibold">Zur Inbox</h1>
          <p className="min-w-0 truncate text-s text-fg-2">{account?.email}</p>
        </header>
        <RestoredNote {...kept} className="min-[481px]:col-span-2" />
        <Label htmlFor={`${id}-title`}>Titel</Label>
        <div className="min-w-0">
          <input
            id={`${id}-title`}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a window of its own, opened to be filled in
            autoFocus
            lang="de"
            maxLength={2000}
            value={title}
            aria-invalid={faults.title ? true : undefined}
            aria-describedby={faults.title && `${id}-title-error`}
            onChange={(event) => kept.change({ title: event.target.value })}
            className={cx(CONTROL, 'h-11 text-[16px] min-[481px]:h-9 min-[481px]:text-m')}
          />
          {faults.title && <FieldError id={`${id}-title-error`}>{faults.title}</FieldError>}
        </div>
        <Label htmlFor={`${id}-url`}>Adresse</Label>
        <div className="min-w-0">
          <input
            id={`${id}-url`}
            type="url"
            spellCheck={false}
            maxLength={2000}
            value={url}
            aria-invalid={faults.url ? true : undefined}
            aria-describedby={faults.url && `${id}-url-error`}
            onChange={(event) => kept.change({ url: event.target.value })}
            className={cx(CONTROL, 'h-11 text-[16px] min-[481px]:h-9 min-[481px]:text-m')}
          />
          {faults.url && <FieldError id={`${id}-url-error`}>{faults.url}</FieldError>}
        </div>
        <TypeChoice value={type} onChange={(chosen) => kept.change({ type: chosen })} />
        <Label htmlFor={`${id}-note`} className="min-[481px]:self-start min-[481px]:pt-2">
          Notiz
        </Label>
        <textarea
          id={`${id}-note`}
          lang="de"
          spellCheck
          maxLength={20_000}
          placeholder="Wofür wollen Sie das verwenden?"
          value={note}
          onChange={(event) => kept.change({ note: event.target.value })}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            void save()
          }}
          className={cx(
            CONTROL,
            'h-30 resize-none py-2 text-[16px] min-[481px]:h-full min-[481px]:min-h-18 min-[481px]:text-m',
          )}
        />
        <output className="min-[481px]:col-span-2">
          {twin && <TwinNotice entry={twin} onAdd={() => void save(true)} />}
        </output>
        <footer className="mt-4 flex items-center justify-between gap-2 min-[481px]:col-span-2 min-[481px]:mt-0">
          <Button look="quiet" size={36} className="-ml-4" onClick={leave}>
            Abbrechen
          </Button>
          <span className="ml-auto hidden pr-2 text-s text-fg-2 min-[481px]:inline">Strg + Enter</span>
          <Button type="submit" look="primary" size={36} busy={capture.isPending}>
            Speichern
          </Button>
        </footer>
      </form>
    </main>
  )
}

/** Notice that the inbox already has this address, with its title and both options. */
function TwinNotice({ entry, onAdd }: { entry: InboxItem; onAdd: () => void }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-raised px-3 py-2 min-[481px]:mt-0">
      <p className="min-w-0 flex-[1_1_12rem]">
        <span className="block">Diese Adresse steht schon in der Inbox.</span>
        <span className="line-clamp-1 text-s break-all text-fg-2">
          {quoted(entry.title)}
          {entry.status === 'processed' && ' · erledigt'}
        </span>
      </p>
      <a className={buttonClass()} href={`/admin/inbox?eintrag=${entry.id}`} target="_blank" rel="noreferrer">
        Öffnen<span className="sr-only"> (neuer Tab)</span>
      </a>
      <Button onClick={onAdd}>Trotzdem speichern</Button>
    </div>
  )
}

function Label({ className, children, htmlFor }: { className?: string; children: string; htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className={cx('mt-3 text-s font-medium text-fg-2 min-[481px]:mt-0', className)}>
      {children}
    </label>
  )
}

function TypeChoice({ value, onChange }: { value: InboxType; onChange: (type: InboxType) => void }) {
  const id = useId()
  return (
    <>
      <span id={id} className="mt-3 text-s font-medium text-fg-2 min-[481px]:mt-0">
        Typ
      </span>
      <div
        role="radiogroup"
        aria-labelledby={id}
        className="inline-flex justify-self-start rounded-control border border-line-control bg-surface p-0.5"
      >
        {INBOX_TYPES.map((type) => (
          <label
            key={type}
            className="relative cursor-pointer rounded-small px-4.5 py-2.5 text-s font-medium text-fg-2 has-checked:bg-raised has-checked:text-fg has-checked:shadow-[0_0_0_1px_var(--line-strong)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent min-[481px]:px-3.5 min-[481px]:py-1"
          >
            <input
              type="radio"
              name={id}
              checked={value === type}
              onChange={() => onChange(type)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {TYPE_LABELS[type]}
          </label>
        ))}
      </div>
    </>
  )
}

/**
 * Closes the window that the bookmarklet opened. Browsers do not close an ordinary tab, which goes to the inbox
 * instead.
 */
function leave(): void {
  window.close()
  setTimeout(() => location.assign('/admin/inbox'), 150)
}

function Saved({ title }: { title: string }) {
  return (
    <main className="flex min-h-dvh flex-col bg-page px-5">
      <ScreenState
        heading="h1"
        icon={CircleCheck}
        title="In der Inbox gespeichert"
        sentence={`${quoted(title.length > 120 ? `${title.slice(0, 119)}…` : title)} wartet dort auf Sie. Sie können dieses Fenster schließen.`}
        action={
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter closes the window
          <Button look="primary" size={36} autoFocus onClick={leave}>
            Fenster schließen
          </Button>
        }
      />
    </main>
  )
}

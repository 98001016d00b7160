/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with a list of its own (ARIA APG): a datalist cannot show an article's state */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Globe, Link2, Unlink } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { useApi } from '../../../../data/api-context.tsx'
import { linkTargetsQuery } from '../../../../data/link-targets.ts'
import { settingsQuery } from '../../../../data/settings.ts'
import { cx } from '../../../../lib/class-names.ts'
import { useNarrow } from '../../../../lib/use-narrow.ts'
import { effectiveTimezone } from '../../../../../rules/site-time.ts'
import { Kbd } from '../../../../ui/kbd.tsx'
import { StateGlyph, STATE_LABELS } from '../../../../ui/state-glyph.tsx'
import { addressOf, Marked, noteOf } from './link-row.tsx'
import type { LinkChoice, LinkRequest } from '../../../../writing/surface/link-request.ts'

type Row = {
  key: string
  group: string
  icon: ReactNode
  words: ReactNode
  note: ReactNode
  /** For who cannot see the sign of the state. */
  state?: string
  choice: (titleAsText: boolean) => LinkChoice
}

type Props = {
  request: LinkRequest
  articleId: string | null
  /** Typed in the text already, or left without a choice the last time. */
  begun: string
  onDone: (typed: string) => void
}

/** Looks for an article to link, beside the words; narrow from the top, so that the keyboard moves nothing (docs/look.md rule 28). */
export function LinkPicker({ request, articleId, begun, onDone }: Props) {
  const id = useId()
  const api = useApi()
  const client = useQueryClient()
  const narrow = useNarrow()
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(request.address ?? begun)
  const [current, setCurrent] = useState(0)
  const [hasTyped, setHasTyped] = useState(request.address === null && begun !== '')
  const words = typed.trim()
  const address = addressOf(words)
  const isOwnAddress = request.address !== null && words === request.address
  // Words selected are looked for as long as nothing else is typed.
  const looked = hasTyped || request.address !== null ? (address ? '' : words) : request.words.slice(0, 100)
  const zone = effectiveTimezone(useQuery(settingsQuery(api)).data?.timezone ?? '')
  const answer = useQuery({ ...linkTargetsQuery(api, looked, articleId), placeholderData: keepPreviousData })
  const others = useQuery({
    ...linkTargetsQuery(api, '', articleId),
    enabled: !hasTyped && looked !== '' && answer.data?.length === 0,
  })
  const isRecent = looked === '' || (others.data !== undefined && answer.data?.length === 0)
  const targets = (isRecent && looked !== '' ? others.data : answer.data) ?? []
  const settled = answer.data !== undefined && !answer.isPlaceholderData

  const rows: Row[] = []
  if (address && !isOwnAddress) {
    rows.push({
      key: 'address',
      group: '',
      icon: <Globe aria-hidden />,
      words: address,
      note: request.address === null ? 'Adresse verlinken' : 'Adresse ändern',
      choice: () => ({ kind: 'address', address }),
    })
  }
  if (request.address !== null) {
    rows.push({
      key: 'remove',
      group: '',
      icon: <Unlink aria-hidden />,
      words: 'Link entfernen',
      note: '',
      choice: () => ({ kind: 'remove' }),
    })
  }
  for (const target of targets) {
    rows.push({
      key: target.id,
      group: isRecent ? 'Zuletzt bearbeitet' : target.group,
      icon: <StateGlyph state={target.status} />,
      words: <Marked text={target.title} words={isRecent ? '' : looked} />,
      note: noteOf(target, zone),
      state: STATE_LABELS[target.status],
      choice: (titleAsText) => ({ kind: 'target', address: target.address, title: target.title, titleAsText }),
    })
  }
  if (!address && request.address === null) {
    rows.push({
      key: 'blank',
      group: '',
      icon: <Link2 aria-hidden />,
      words: 'Externe Adresse einfügen',
      note: <Kbd>Tab</Kbd>,
      choice: () => ({ kind: 'blank' }),
    })
  }
  const at = Math.min(current, rows.length - 1)

  const finish = (choice: LinkChoice) => {
    request.finish(choice)
    // Between brackets it stays in the text, elsewhere it is offered again.
    onDone(choice.kind === 'none' && !request.inText && request.address === null && hasTyped ? typed : '')
  }
  const leave = (focus: boolean) => finish({ kind: 'none', typed: hasTyped ? typed : '', focus })

  const choose = async (titleAsText: boolean) => {
    const row = rows[at]
    if (settled || row?.key === 'address' || row?.key === 'remove') {
      // Nothing found is nothing meant.
      if (row && !(row.key === 'blank' && rows.length === 1 && hasTyped)) finish(row.choice(titleAsText))
      return
    }
    // Enter was quicker than the answer: the first it finds is meant, unless more was typed meanwhile.
    const [first] = (await client.ensureQueryData(linkTargetsQuery(api, looked, articleId)).catch(() => null)) ?? []
    if (first && field.current?.value === typed) finish({ kind: 'target', ...first, titleAsText })
  }

  useLayoutEffect(() => {
    field.current?.focus()
    if (!request.inText) field.current?.select()
  }, [request])
  const outside = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Node && !box.current?.contains(event.target)) leave(false)
  })
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => outside(event)
    addEventListener('pointerdown', onPointerDown, true)
    return () => removeEventListener('pointerdown', onPointerDown, true)
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && rows.length > 0) setCurrent((at + step + rows.length) % rows.length)
    else if (event.key === 'Enter') void choose(event.shiftKey)
    else if (event.key === 'Tab' && !event.shiftKey && rows.at(-1)?.key === 'blank') finish({ kind: 'blank' })
    else if (event.key === 'Escape' || event.key === 'Tab') leave(true)
    else if (event.key === 'Backspace' && typed === '' && request.address === null) leave(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return createPortal(
    <div
      ref={box}
      role="dialog"
      aria-label={request.address === null ? 'Link einfügen' : 'Link bearbeiten'}
      style={narrow ? undefined : placed(request.place)}
      className={cx(
        'fixed z-50 flex flex-col overflow-hidden rounded-card border border-line bg-raised text-m text-fg shadow-float',
        narrow ? 'inset-x-2 top-2 max-h-[50dvh]' : 'w-120 max-w-[calc(100vw-16px)]',
      )}
    >
      <input
        ref={field}
        role="combobox"
        aria-label="Artikel suchen oder Adresse eingeben"
        aria-expanded={rows.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={rows[at] ? `${id}-${at}` : undefined}
        lang="de"
        autoComplete="off"
        spellCheck={false}
        placeholder={
          request.words === '' ? 'Artikel suchen oder Adresse' : `„${shortened(request.words)}“ verlinken mit …`
        }
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setHasTyped(true)
          setCurrent(0)
        }}
        onKeyDown={onKeyDown}
        className="h-11 flex-none border-b border-line bg-transparent px-3.5 outline-none placeholder:text-fg-3 max-md:h-12 max-md:text-l"
      />
      <div id={`${id}-list`} role="listbox" aria-label="Ziele" className="min-h-0 flex-1 overflow-y-auto p-1">
        {rows.map((row, index) => (
          <div key={row.key} role="presentation">
            {row.group !== '' && row.group !== rows[index - 1]?.group && (
              <div role="presentation" className="flex h-7 items-end px-2.5 pb-1 text-xs text-fg-3">
                {row.group}
              </div>
            )}
            {row.key === 'blank' && index > 0 && <div role="presentation" className="-mx-1 my-1 h-px bg-line" />}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are the field's */}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => finish(row.choice(event.shiftKey))}
              className={cx(
                'flex h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 max-md:h-11 [&>svg]:size-4 [&>svg]:flex-none',
                index === at ? 'bg-pressed' : 'hover:bg-hover',
              )}
            >
              {row.icon}
              <span className="min-w-0 flex-1 truncate">
                {row.words}
                {row.state && <span className="sr-only">{row.state}</span>}
              </span>
              <span className="flex-none text-s text-fg-2">{row.note}</span>
            </div>
          </div>
        ))}
      </div>
      <output className="sr-only">
        {settled &&
          hasTyped &&
          !address &&
          (targets.length === 1 ? '1 Artikel gefunden' : `${targets.length} Artikel gefunden`)}
      </output>
      {answer.isError && (
        <p className="border-t border-line px-3.5 py-2 text-s text-fg-2">Die Suche antwortet nicht.</p>
      )}
      {settled && hasTyped && !address && targets.length === 0 && (
        <p className="border-t border-line px-3.5 py-2 text-s text-fg-2">Kein Artikel mit diesen Wörtern.</p>
      )}
      <div
        aria-hidden
        className="flex h-9 flex-none items-center gap-4 border-t border-line px-3 text-xs text-fg-2 max-md:hidden"
      >
        <span className="flex items-center gap-1.5">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> wählen
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd>↵</Kbd> verlinken
        </span>
        {request.words !== '' && (
          <span className="flex items-center gap-1.5">
            <Kbd>⇧ ↵</Kbd> Titel als Text
          </span>
        )}
        <span className="flex-1" />
        <Kbd>Esc</Kbd>
      </div>
    </div>,
    document.body,
  )
}

function shortened(words: string): string {
  return words.length > 30 ? `${words.slice(0, 29).trimEnd()}…` : words
}

const WIDTH = 480
const HEIGHT = 440
const EDGE = 8

/** Below the words, above them where there is more room; always within the window. */
function placed({ left, top, bottom }: LinkRequest['place']) {
  const below = innerHeight - bottom - 2 * EDGE
  const above = top - 2 * EDGE
  const x = Math.max(EDGE, Math.min(left, innerWidth - Math.min(WIDTH, innerWidth - 2 * EDGE) - EDGE))
  return below >= 280 || below >= above
    ? { left: x, top: bottom + EDGE, maxHeight: Math.min(HEIGHT, Math.max(below, 200)) }
    : { left: x, bottom: innerHeight - top + EDGE, maxHeight: Math.min(HEIGHT, above) }
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with a list of its own (ARIA APG): a datalist cannot show an article's state */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { useApi } from '../../../../data/api-context.tsx'
import { linkTargetsQuery } from '../../../../data/link-targets.ts'
import { settingsQuery } from '../../../../data/settings.ts'
import { cx } from '../../../../lib/class-names.ts'
import { useNarrow } from '../../../../lib/use-media.ts'
import { effectiveTimezone } from '../../../../../rules/site-time.ts'
import { quoted } from '../../../../../rules/quoted.ts'
import { Kbd } from '../../../../ui/kbd.tsx'
import type { LinkChoice, LinkRequest } from '../../../../writing/editor-view/commands/link-request.ts'
import { addressOf } from './link-row.tsx'
import { LinkRows, rowsOf } from './link-rows.tsx'
import { useLinkTargets } from './use-link-targets.ts'
import { isComposing } from '../../../../lib/key-takers.ts'

type Props = {
  request: LinkRequest
  articleId: string | null
  /** Input typed before the field was loaded. */
  typed: string
  /** The query of the last time, if it was left without a choice. */
  begun: string
  onDone: (typed: string) => void
}

/**
 * Searches a target for a link beside the text. On narrow screens it is at the top, so that the keyboard moves nothing
 * (docs/look.md rule 28).
 */
export function LinkPicker({ request, articleId, typed: already, begun, onDone }: Props) {
  const id = useId()
  const api = useApi()
  const client = useQueryClient()
  const narrow = useNarrow()
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(already || (request.address ?? begun))
  const [current, setCurrent] = useState(0)
  const [hasTyped, setHasTyped] = useState(already !== '' || (request.address === null && begun !== ''))
  const words = typed.trim()
  const address = addressOf(words)
  // The selected text is the query until something is typed.
  const looked = hasTyped || request.address !== null ? (address ? '' : words) : request.words.slice(0, 100)
  const zone = effectiveTimezone(useQuery(settingsQuery(api)).data?.timezone ?? '')
  const found = useLinkTargets(looked, { articleId, hasTyped })
  const { targets, settled } = found
  const rows = rowsOf({ ...found, address, former: request.address, isFormer: words === request.address, zone })
  const at = Math.min(current, rows.length - 1)
  const told = settled && hasTyped && !address

  const finish = (choice: LinkChoice) => {
    request.finish(choice)
    // After `[[` the query stays in the text; otherwise it is offered again next time.
    onDone(choice.kind === 'none' && !request.inText && request.address === null && hasTyped ? typed : '')
  }
  const leave = (focus: boolean) => finish({ kind: 'none', typed: hasTyped ? typed : '', focus })

  const choose = async (titleAsText: boolean) => {
    const row = rows[at]
    if (settled || row?.key === 'address' || row?.key === 'remove') {
      // Enter does nothing if nothing was found.
      if (row && !(row.key === 'blank' && rows.length === 1 && hasTyped)) finish(row.choice(titleAsText))
      return
    }
    // Enter came before the response: takes its first result, unless more was typed meanwhile.
    const [first] = (await client.ensureQueryData(linkTargetsQuery(api, looked, articleId)).catch(() => null)) ?? []
    if (first && field.current?.value === typed) finish({ kind: 'target', ...first, titleAsText })
  }

  useLayoutEffect(() => {
    field.current?.focus()
    if (already === '') field.current?.select()
  }, [already])
  usePressOutside(box, () => leave(false))
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
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
          request.words === '' ? 'Artikel suchen oder Adresse' : `${quoted(shortened(request.words))} verlinken mit …`
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
      <LinkRows id={id} rows={rows} at={at} onChoose={finish} />
      <output className="sr-only">
        {told && (targets.length === 1 ? '1 Artikel gefunden' : `${targets.length} Artikel gefunden`)}
      </output>
      {found.isError && <Note>Die Suche antwortet nicht.</Note>}
      {told && targets.length === 0 && <Note>Kein Artikel mit diesen Wörtern.</Note>}
      <KeyHelp withTitle={request.words !== ''} />
    </div>,
    document.body,
  )
}

/** Calls back on a press outside of an element. */
function usePressOutside(element: RefObject<HTMLElement | null>, onPress: () => void): void {
  const outside = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !element.current?.contains(target)) onPress()
  })
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => outside(event)
    addEventListener('pointerdown', onPointerDown, true)
    return () => removeEventListener('pointerdown', onPointerDown, true)
  }, [])
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="border-t border-line px-3.5 py-2 text-s text-fg-2">{children}</p>
)

function KeyHelp({ withTitle }: { withTitle: boolean }) {
  return (
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
      {withTitle && (
        <span className="flex items-center gap-1.5">
          <Kbd>⇧ ↵</Kbd> Titel als Text
        </span>
      )}
      <span className="flex-1" />
      <Kbd>Esc</Kbd>
    </div>
  )
}

function shortened(words: string): string {
  return words.length > 30 ? `${words.slice(0, 29).trimEnd()}…` : words
}

const WIDTH = 480
const HEIGHT = 440
const EDGE = 8

/** Below the text, or above it if there is more room; always within the window, also if the text is outside of it. */
function placed({ left, ...text }: LinkRequest['place']) {
  const inWindow = (y: number) => Math.max(0, Math.min(y, innerHeight))
  const [top, bottom] = [inWindow(text.top), inWindow(text.bottom)]
  const below = innerHeight - bottom - 2 * EDGE
  const above = top - 2 * EDGE
  const x = Math.max(EDGE, Math.min(left, innerWidth - Math.min(WIDTH, innerWidth - 2 * EDGE) - EDGE))
  return below >= 280 || below >= above
    ? { left: x, top: bottom + EDGE, maxHeight: Math.min(HEIGHT, Math.max(below, 200)) }
    : { left: x, bottom: innerHeight - top + EDGE, maxHeight: Math.min(HEIGHT, above) }
}

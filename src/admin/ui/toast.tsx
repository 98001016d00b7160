import { useEffect, useState, type ReactNode } from 'react'
import { ahead } from '../lib/prefetch.ts'
import { faultSentence, UnreachableError } from '../lib/faults.ts'
import { onDemand, OnDemand } from './on-demand.tsx'

const AHEAD_MS = 4_000

const load = () => import('./drawn-toaster.tsx')
const DrawnToaster = onDemand(async () => (await load()).DrawnToaster)

const wanted = new EventTarget()
const ready = Promise.withResolvers<void>()

/**
 * Shows all toasts. Their code is loaded with the first toast, or shortly after the first screen: a toast about a lost network must
 * not need the network.
 */
export function Toaster() {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    // Without a network it stays away until the next toast; the page around it goes on.
    const draw = () =>
      void load().then(
        () => setDrawn(true),
        () => undefined,
      )
    wanted.addEventListener('toast', draw)
    const callOff = ahead(AHEAD_MS, draw)
    return () => {
      wanted.removeEventListener('toast', draw)
      callOff()
    }
  }, [])
  return (
    // Dialogs hide all of the page from screen readers but what is marked as live when they open; the toaster inside, drawn
    // later, announces for itself.
    <div aria-live="off">
      <OnDemand wanted={drawn}>
        <DrawnToaster onReady={ready.resolve} />
      </OnDemand>
    </div>
  )
}

async function withToaster(say: (module: Awaited<ReturnType<typeof load>>) => void): Promise<void> {
  wanted.dispatchEvent(new Event('toast'))
  await ready.promise
  say(await load())
}

/** A button of a toast, or a link to a page of its own. It closes the toast. */
export type ToastAction = { label: string; icon?: ReactNode; onSelect?: () => void; href?: string }

export type ToastOptions = {
  /** Undoes what the sentence says; drawn last, as `Rückgängig`. */
  undo?: () => void
  /** What else can be done with the result (`Ansehen`, `Öffnen`). With any button a toast stays for ten seconds. */
  actions?: readonly ToastAction[]
  /** Replaces an earlier toast of the same id instead of adding one. */
  id?: string
  /** A second, quieter line: an explanation, or what follows from it. */
  description?: ReactNode
  /** A glyph before the sentence. */
  icon?: ReactNode
}

/** Says that something worked: the sentence names thing and result. */
export function toastDone(sentence: string, settings: ToastOptions = {}): void {
  void withToaster(({ show }) => show('done', sentence, settings))
}

/** Says what went wrong and what helps; stays longer. */
export function toastFault(sentence: string, settings: ToastOptions = {}): void {
  void withToaster(({ show }) => show('fault', sentence, settings))
}

/**
 * Says the server's own message, or `fallback` where it gave none (specification §8: `the server's message or …`); what is
 * known of its silence is then the second line.
 */
export function toastRefusal(error: unknown, fallback: string, settings: ToastOptions = {}): void {
  if (error instanceof UnreachableError) toastFault(fallback, { ...settings, description: faultSentence(error) })
  else toastFault(faultSentence(error, fallback), settings)
}

/** Says of each failed reading of a list that it failed; the screen says it as well, in the list's place (LINK-3, PROMPT-3). */
export function useLoadFault(
  { isError, errorUpdatedAt }: { isError: boolean; errorUpdatedAt: number },
  sentence: string,
) {
  useEffect(() => {
    if (isError) toastFault(sentence, { id: sentence })
  }, [isError, errorUpdatedAt, sentence])
}

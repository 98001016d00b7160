import type { Change, ChangeBus } from '../../platform/db/transaction.ts'

/** How often a stream looks whether its session still has the right to it (RUL-35: closed within 5 s). */
const CHECK_MS = 3000
/** A comment line keeps proxies from closing a quiet stream. */
const BEAT_MS = 20_000
/** Bytes a client has not taken yet; a slower one is cut off and fetches everything anew when it comes back. */
const MOST_WAITING = 64 * 1024

export type LiveStreamParts = {
  bus: ChangeBus
  /** Whether the session still has the right to the stream; asked every few seconds. */
  isAllowed: () => Promise<boolean>
  /** Breaks the connection off: a client that does not read would never learn of an orderly end. */
  cutOff: () => void
  /** Aborted when the process is asked to end. */
  ending: AbortSignal | undefined
  /** Called once when the stream is over, however it ended. */
  onEnd: () => void
}

/**
 * Server-sent events of every committed change, `{noun, id, verb}`, from an event `open` on, with an event `lost` where changes
 * of other instances may have been missed (RUL-35). Nothing is left behind once the client goes, is cut off or is refused.
 */
export function liveStream({ bus, isAllowed, cutOff, ending, onEnd }: LiveStreamParts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let release = () => {}
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    let released = false
    const send = (text: string) => {
      if (released) return
      controller.enqueue(encoder.encode(text))
      if ((controller.desiredSize ?? 0) > 0) return
      release()
      cutOff()
    }
    const sendEvent = (event: string, data: unknown) => send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    const end = () => {
      release()
      controller.close()
    }
    const stopChanges = bus.onCommitted(({ noun, id, verb }: Change) => sendEvent('change', { noun, id, verb }))
    const stopLoss = bus.onLoss(() => sendEvent('lost', {}))
    const beat = setInterval(() => send(': beat\n\n'), BEAT_MS).unref()
    const check = setInterval(() => {
      void isAllowed()
        .catch(() => false)
        .then((allowed) => {
          if (!allowed && !released) end()
        })
    }, CHECK_MS).unref()
    release = () => {
      if (released) return
      released = true
      stopChanges()
      stopLoss()
      clearInterval(beat)
      clearInterval(check)
      ending?.removeEventListener('abort', end)
      onEnd()
    }
    ending?.addEventListener('abort', end, { once: true })
    sendEvent('open', {})
    if (ending?.aborted) end()
  }
  return new ReadableStream(
    { start, cancel: () => release() },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
  )
}

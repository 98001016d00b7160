import type { Change, ChangeBus } from '../../platform/db/transaction.ts'

/** Sends one event. */
export type SendEvent = (event: string, data: unknown) => void

/** Interval at which a stream checks its session (RUL-35: closed within 5 s). */
const CHECK_MS = 3000
/** A comment line keeps proxies from closing a quiet stream. */
const BEAT_MS = 20_000
/** Maximum unread bytes of a client; a slower one is disconnected and reloads everything when it reconnects. */
const MOST_WAITING = 64 * 1024

export type LiveStreamParts = {
  bus: ChangeBus
  /** The account whose stream it is. */
  account: string
  /** Follows one text and sends its events (RUL-75); returns the function to end that. */
  follow?: ((send: SendEvent) => () => void) | undefined
  /** Changes that only the clients of one text are notified of. */
  isInside: (change: Change) => boolean
  /** Whether the session still has access to the stream; called every few seconds. */
  isAllowed: () => Promise<boolean>
  /** Breaks the connection: a client that does not read would never notice an orderly end. */
  cutOff: () => void
  /** Aborted at shutdown. */
  ending: AbortSignal | undefined
  /** Called once when the stream has ended for any reason. */
  onEnd: () => void
}

/**
 * Server-sent events of every committed change, `{noun, id, verb}`, and of one text that is followed, after an event
 * `open`, with an event `lost` where changes of other instances may have been missed (RUL-35). All resources are freed
 * when the client disconnects, is cut off or loses access.
 */
export function liveStream({
  bus,
  account,
  follow,
  isInside,
  isAllowed,
  cutOff,
  ending,
  onEnd,
}: LiveStreamParts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let release = () => {}
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    let released = false
    let unfollow = () => {}
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
    const stopChanges = bus.onCommitted((change: Change) => {
      const { noun, id, verb, only } = change
      if (isInside(change) || (only && !only.includes(account))) return
      sendEvent('change', { noun, id, verb })
    })
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
      unfollow()
      clearInterval(beat)
      clearInterval(check)
      ending?.removeEventListener('abort', end)
      onEnd()
    }
    ending?.addEventListener('abort', end, { once: true })
    sendEvent('open', {})
    if (follow && !released) unfollow = follow(sendEvent)
    if (ending?.aborted) end()
  }
  return new ReadableStream(
    { start, cancel: () => release() },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
  )
}

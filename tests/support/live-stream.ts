export type LiveStream = {
  /** The next event, or null when the server has closed the stream. */
  next: () => Promise<{ event: string; data: unknown } | null>
  /** Reads to the end, which comes only when the server closes the stream. */
  closed: () => Promise<void>
  /** Closes it. */
  close: () => Promise<void>
}

/** Opens `GET /api/live` as a client does and returns its events one by one. */
export async function openLive(url: string, token: string, query = ''): Promise<LiveStream> {
  const response = await fetch(`${url}/api/live${query}`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.headers.get('content-type')?.includes('text/event-stream'))
    throw new Error(`the live stream answered ${response.status}`)
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  const next: LiveStream['next'] = async () => {
    for (;;) {
      const end = buffer.indexOf('\n\n')
      if (end >= 0) {
        const block = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
        const event = field('event')
        if (event) return { event, data: JSON.parse(field('data') ?? 'null') }
        continue
      }
      const { value, done } = await reader.read()
      if (done) return null
      buffer += value
    }
  }
  if ((await next())?.event !== 'open') throw new Error('the live stream did not open')
  const closed = async () => {
    while (await next());
  }
  return { next, closed, close: () => reader.cancel() }
}

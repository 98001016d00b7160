import type { ReactNode } from 'react'

/** The words of a remark; `@Name` of a person is a chip. */
export function RemarkBody({ body, names }: { body: string; names: Iterable<string> }) {
  const parts: ReactNode[] = []
  let from = 0
  for (const { at, name } of namedIn(body, names)) {
    const end = at + 1 + name.length
    parts.push(
      body.slice(from, at),
      <span key={at} className="rounded-small bg-pressed px-1 font-medium">
        {body.slice(at, end)}
      </span>,
    )
    from = end
  }
  return (
    <p className="text-m/5 wrap-anywhere whitespace-pre-line">
      {parts}
      {body.slice(from)}
    </p>
  )
}

/** The people who are named behind an @, with its place. Of two names that begin there the longer one counts. */
export function namedIn(body: string, names: Iterable<string>): { at: number; name: string }[] {
  if (!body.includes('@')) return []
  const longestFirst = [...names].toSorted((a, b) => b.length - a.length)
  const found: { at: number; name: string }[] = []
  let from = 0
  for (let at = body.indexOf('@'); at >= 0; at = body.indexOf('@', at + 1)) {
    const name = longestFirst.find((one) => body.startsWith(one, at + 1))
    if (name === undefined || at < from) continue
    found.push({ at, name })
    from = at + 1 + name.length
  }
  return found
}

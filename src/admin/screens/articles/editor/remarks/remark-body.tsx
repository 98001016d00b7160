import type { ReactNode } from 'react'

/** The words of a remark; `@Name` of a person is a chip. */
export function RemarkBody({ body, names }: { body: string; names: readonly string[] }) {
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

/** The people who are named behind an @, with its place. `names`: longest first. */
export function namedIn(body: string, names: readonly string[]): { at: number; name: string }[] {
  const found: { at: number; name: string }[] = []
  for (let at = body.indexOf('@'); at >= 0; at = body.indexOf('@', at + 1)) {
    const name = names.find((one) => body.startsWith(one, at + 1))
    if (name !== undefined) found.push({ at, name })
  }
  return found.filter(({ at }, index) => {
    const before = found[index - 1]
    return !before || at > before.at + before.name.length
  })
}

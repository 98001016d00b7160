import type { ReactNode } from 'react'

/** The words of a remark; `@Name` of a person is a chip. */
export function RemarkBody({ body, names }: { body: string; names: readonly string[] }) {
  return <p className="text-m/5 wrap-anywhere whitespace-pre-line">{withNames(body, names)}</p>
}

function withNames(body: string, names: readonly string[]): ReactNode[] {
  const parts: ReactNode[] = []
  let from = 0
  for (let at = body.indexOf('@'); at >= 0; at = body.indexOf('@', at + 1)) {
    const name = names.find((one) => body.startsWith(one, at + 1))
    if (name === undefined || at < from) continue
    const end = at + 1 + name.length
    parts.push(
      body.slice(from, at),
      <span key={at} className="rounded-small bg-pressed px-1 font-medium">
        {body.slice(at, end)}
      </span>,
    )
    from = end
  }
  return [...parts, body.slice(from)]
}

import { plainChange, plainDoc } from '../../../rules/passages.ts'
import { minuteOf, runsBehind, type Run } from '../../../rules/text-writers.ts'
import type { RevisionRow } from './revisions.queries.ts'
import type { TypedSteps } from './text-noun.ts'

type Written = { content: string; author: string | null; at: string; typed?: TypedSteps | undefined }
type Former = Pick<RevisionRow, 'content_markdown' | 'runs' | 'author_id' | 'created_at'>

/** Who wrote a version that follows on another one, by single steps where they are known. */
export function runsOf(former: Former | null, { content, author, at, typed }: Written): Run[] {
  const minute = minuteOf(at)
  const { length } = plainDoc(content)
  if (!former) return length > 0 ? [[length, author, minute]] : []
  const runs = knownRuns(former)
  const before = former.content_markdown
  if (typed?.before === before && typed.after === content && typed.lineEnds !== 'mixed')
    return typed.steps.reduce<Run[]>(
      (known, step) => runsBehind(known, step.changes, step.suggestedBy ?? step.author, minuteOf(step.at)),
      runs,
    )
  return runsBehind(runs, plainChange(before, content), author, minute)
}

function knownRuns({ content_markdown, runs, author_id, created_at }: Former): Run[] {
  const { length } = plainDoc(content_markdown)
  const known = runs === null ? [] : (JSON.parse(runs) as Run[])
  if (known.reduce((sum, [count]) => sum + count, 0) === length) return known
  // A version of a former release is its author's as a whole.
  return length > 0 ? [[length, author_id, minuteOf(created_at)]] : []
}

/** The accounts that took part in a version; one of a former release names its author alone. */
export function accountsOf({ author_id, authors }: Pick<RevisionRow, 'author_id' | 'authors'>): string[] {
  if (authors !== null) return JSON.parse(authors) as string[]
  return author_id === null ? [] : [author_id]
}

/** The same as it is stored: those of the version it grows from, and those who wrote it now. */
export function authorsOf(
  growing: Pick<RevisionRow, 'authors' | 'author_id'> | null,
  { author, typed }: Pick<Written, 'author' | 'typed'>,
): string {
  const former = growing === null ? [] : accountsOf(growing)
  const now = typed ? typed.steps.flatMap((step) => [step.author, step.suggestedBy]) : [author]
  return JSON.stringify([...new Set([...former, ...now])].filter((id) => id !== null))
}

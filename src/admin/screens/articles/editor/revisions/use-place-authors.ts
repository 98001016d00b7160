import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Revision, RevisionSummary } from '../../../../../contract/articles/revisions.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { revisionQuery } from '../../../../data/articles/revisions.ts'
import type { ComparedField, Comparison } from '../../../../writing/compare/compare-texts.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/** Changes whose author is looked for; the others are shown without. */
const MOST_PLACES = 40

/** The version that a change came with; `unsaved` for one that no version has yet. */
export type PlaceAuthor = Pick<RevisionSummary, 'author' | 'created_at'> | 'unsaved'

/** A change as it can be recognised in a version: words that it brought or took. */
type Mark = { field: ComparedField; words: string; isNew: boolean }

function marksOf({ paragraphs }: Comparison): Map<number, Mark> {
  const marks = new Map<number, Mark>()
  for (const { field, runs } of paragraphs)
    for (const { place, old, now } of runs) {
      if (place === null) continue
      const isNew = now.trim() !== ''
      const words = (isNew ? now : old).trim()
      const known = marks.get(place)
      if (!known || (isNew && !known.isNew) || (isNew === known.isNew && words.length > known.words.length))
        marks.set(place, { field, words, isNew })
    }
  return marks
}

const has = (revision: Revision, { field, words, isNew }: Mark) => revision[field].includes(words) === isNew

/**
 * Who made each change, and when: the oldest version since the compared one that has it. Versions are read as needed, half
 * of the remaining ones at each step; until then, or without a network, a change has no name.
 */
export function usePlaceAuthors(
  textId: string,
  /** Newest first; those after the compared version. */
  later: readonly RevisionSummary[],
  comparison: Comparison | null,
): ReadonlyMap<number, PlaceAuthor> {
  const client = useQueryClient()
  const api = useApi()
  const { noun } = useWrittenNoun()
  const [found, setFound] = useState<{ of: Comparison | null; authors: ReadonlyMap<number, PlaceAuthor> }>({
    of: null,
    authors: new Map(),
  })
  const key = later.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (!comparison) return undefined
    let gone = false
    const oldestFirst = later.toReversed()
    const read = (index: number) =>
      client.fetchQuery({ ...revisionQuery(api, noun, textId, oldestFirst[index]!.id), staleTime: 60_000 })
    const firstWith = async (mark: Mark): Promise<PlaceAuthor> => {
      let [from, to] = [0, oldestFirst.length]
      while (from < to && !gone) {
        const middle = (from + to) >> 1
        if (has(await read(middle), mark)) to = middle
        else from = middle + 1
      }
      return oldestFirst[from] ?? 'unsaved'
    }
    const look = async () => {
      const authors = new Map<number, PlaceAuthor>()
      for (const [place, mark] of marksOf(comparison)) {
        if (gone || place > MOST_PLACES) break
        authors.set(place, await firstWith(mark))
      }
      if (!gone) setFound({ of: comparison, authors })
    }
    look().catch(() => undefined)
    return () => {
      gone = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the list is another one at each render, its ids are not
  }, [comparison, key, client, api, noun, textId])
  return found.of === comparison ? found.authors : new Map()
}

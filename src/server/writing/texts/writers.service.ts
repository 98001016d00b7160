import type { Writers } from '../../../contract/articles/revisions.ts'
import { found } from '../../../contract/errors.ts'
import { instantOfMinute } from '../../../rules/text-writers.ts'
import type { Db } from '../../platform/db/db.ts'
import { namesOf } from './listed-revisions.ts'
import { readText } from './locked-text.service.ts'
import { runsOf } from './revision-runs.ts'
import { newestRevision } from './revisions.queries.ts'
import { findLog } from './steps.queries.ts'
import type { TextNoun, TextTypes } from './text-noun.ts'
import { livingVersion } from './written-tables.ts'

/** Who wrote which characters of the working text, and when (TEAM-4). Error: 404. */
export async function findWriters<T extends TextTypes>(db: Db, noun: TextNoun<T>, id: string): Promise<Writers> {
  const { content_markdown } = found(await workingText(db, noun, id))
  const [version, log, newest] = [
    found(await livingVersion(db, noun.tables, id)),
    await findLog(db, id),
    await newestRevision(db, noun.tables, id),
  ]
  // Something that no version has is nobody's.
  const runs = runsOf(newest, { content: content_markdown, author: null, at: new Date(0).toISOString() })
  const names = await namesOf(
    db,
    runs.flatMap(([, author]) => author ?? []),
  )
  return {
    version,
    log: log && { epoch: log.epoch, seq: log.seq },
    runs: runs.map(([length, author, minute]) => ({
      length,
      author: author === null ? null : { id: author, name: names.get(author) ?? 'Gelöschtes Konto' },
      at: minute > 0 ? instantOfMinute(minute) : null,
    })),
  }
}

async function workingText<T extends TextTypes>(db: Db, noun: TextNoun<T>, id: string) {
  const record = await readText(db, noun, id)
  const { working_copy, content_markdown } = (record ?? {}) as {
    working_copy?: { content_markdown: string } | null
    content_markdown?: string
  }
  return record && { content_markdown: working_copy?.content_markdown ?? content_markdown ?? '' }
}

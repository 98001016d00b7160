import type { Db } from '../../server/platform/db/db.ts'
import { inTransaction } from '../../server/platform/db/transaction.ts'
import { articleRow, revisionRow, textRow, type ArticleRow } from '../builders/articles.ts'
import { writeShortBody, writeTitle } from '../builders/bodies.ts'
import { TOPICS, type Topic } from '../builders/corpus.ts'
import { insertRows } from '../builders/insert.ts'
import type { Kit } from '../builders/kit.ts'
import type { Names } from './articles.ts'

const PER_TRANSACTION = 5000
/** Rows that exist at the same time: so few that they are gone before the collector moves them to the old generation. */
const AT_ONCE = 50
/** The archive ends where the demo articles begin and goes back twelve years. */
const NEWEST_DAYS = 440
const OLDEST_DAYS = NEWEST_DAYS + 12 * 365

export type Archive = { count: number; names: Names; authors: string[]; tell: (done: number) => void }

/** An archive of `count` shorter articles, oldest first, nearly all published, with tags and first revisions. */
export async function fillArchive(db: Db, kit: Kit, { count, names, authors, tell }: Archive): Promise<void> {
  const topics = Object.keys(TOPICS) as Topic[]
  const tagIds = [...names.tags.values()]

  const write = (index: number) => {
    const topic = kit.random.pick(topics)
    const at = kit.at(-(OLDEST_DAYS - ((OLDEST_DAYS - NEWEST_DAYS) * index) / count))
    const status = kit.random.chance(0.94) ? 'published' : kit.random.chance(0.9) ? 'draft' : 'scheduled'
    return articleRow(kit, {
      title: writeTitle(kit),
      content_markdown: writeShortBody(kit, topic),
      status,
      published_at: status === 'published' ? at : null,
      created_at: at,
      updated_at: at,
      category_id: names.categories.get(topic)!,
      author_id: kit.random.pick(authors),
    })
  }
  const tagsOf = ({ id, created_at }: ArticleRow) =>
    kit.random
      .sample(tagIds, kit.random.int(0, 2))
      .map((tag_id) => ({ article_id: id, tag_id, article_created_at: created_at }))

  for (let done = 0; done < count;) {
    const end = Math.min(done + PER_TRANSACTION, count)
    await inTransaction(db, async (tx) => {
      while (done < end) {
        const from = done
        const rows = Array.from({ length: Math.min(AT_ONCE, end - from) }, (_, index) => write(from + index))
        await insertRows(tx, 'articles', rows)
        await insertRows(tx, 'article_texts', rows.map(textRow))
        await insertRows(tx, 'article_tags', rows.flatMap(tagsOf))
        await insertRows(
          tx,
          'article_revisions',
          rows.map((row) => revisionRow(kit, row)),
        )
        done += rows.length
      }
    })
    tell(done)
  }
}

import type { Article } from '../../../contract/articles.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import * as texts from '../texts/written-texts.service.ts'
import { ARTICLES } from './article-noun.ts'
import { lockReferences } from './references.service.ts'
import { measureSaved } from './writing/reading-times.service.ts'

const verbs = texts.writtenTexts(ARTICLES)

/** The verbs of articles: those of every text. A text that goes live is measured afterwards. */
export const articles = {
  ...verbs,
  create: measured(verbs.create),
  update: measured(verbs.update),
  undo: measured(verbs.undo),
}

function measured<Input extends unknown[]>(verb: (db: Db, ...input: Input) => Promise<Article>): typeof verb {
  return async (db, ...input) => {
    const article = await verb(db, ...input)
    await measureSaved(db, article)
    return article
  }
}

/** Gives the articles of an account to another one: `handOver` of texts. */
export async function handOver(tx: Tx, from: string, to: string | null): Promise<number> {
  await lockReferences(tx)
  return texts.handOver(tx, ARTICLES.tables, from, to)
}

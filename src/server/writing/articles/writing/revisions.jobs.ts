import { thinRevisionsOf } from '../../texts/text-jobs.ts'
import { ARTICLES } from '../article-noun.ts'

export const thinRevisions = thinRevisionsOf(ARTICLES.tables, 'thin-revisions')

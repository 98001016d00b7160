import { forgetUndosOf, thinRevisionsOf } from '../texts/text-jobs.ts'
import { PAGES } from './page-noun.ts'

export const thinPageRevisions = thinRevisionsOf(PAGES.tables, 'thin-page-revisions')
export const forgetPageUndos = forgetUndosOf(PAGES.tables, 'forget-page-undos')

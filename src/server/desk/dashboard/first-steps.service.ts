import type { FirstSteps } from '../../../contract/dashboard.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './first-steps.queries.ts'

/**
 * Progress of a new blog, for its owners (WEEK-17): each step is done when its data exists. Null once all are done,
 * which hides the steps.
 */
export async function readFirstSteps(
  db: Db,
  { userId, siteTitle, now }: { userId: string; siteTitle: string; now: Date },
): Promise<FirstSteps | null> {
  const person = await queries.getPerson(db, userId)
  const at = now.toISOString()
  if (!person) return null
  const facts = {
    ...person,
    site_title: siteTitle.trim(),
    article_count: await queries.countLivingArticles(db),
    colleague_count: await queries.countColleagues(db, userId, at),
    has_sources: await queries.hasSources(db),
  }
  const { site_title, has_name, article_count, colleague_count, has_sources } = facts
  return site_title && has_name && article_count && colleague_count && has_sources ? null : facts
}

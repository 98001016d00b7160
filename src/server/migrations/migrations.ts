import type { Migration } from 'kysely/migration'
import * as content from './0001-content.ts'
import * as auth from './0002-auth.ts'
import * as storage from './0003-storage.ts'
import * as inbox from './0004-inbox.ts'
import * as integrations from './0005-integrations.ts'
import * as articlesEdited from './0006-articles-edited.ts'
import * as authMail from './0007-auth-mail.ts'
import * as authFactors from './0008-auth-factors.ts'
import * as authFlows from './0009-auth-flows.ts'
import * as articlesSaving from './0010-articles-saving.ts'
import * as publication from './0011-publication.ts'
import * as articleDetails from './0012-article-details.ts'
import * as articlesList from './0013-articles-list.ts'
import * as researchFiles from './0014-research-files.ts'
import * as publicationDates from './0015-publication-dates.ts'
import * as revisionLosses from './0016-revision-losses.ts'
import * as revisionThinning from './0017-revision-thinning.ts'
import * as articlesFound from './0018-articles-found.ts'
import * as mediaUsage from './0019-media-usage.ts'
import * as readingTimes from './0020-reading-times.ts'
import * as authSignUps from './0021-auth-sign-ups.ts'
import * as authKnownClients from './0022-auth-known-clients.ts'
import * as inboxTitles from './0023-inbox-titles.ts'
import * as searchGerman from './0024-search-german.ts'
import * as articleUndos from './0025-article-undos.ts'
import * as publicDateFormat from './0027-public-date-format.ts'
import * as mediaFiles from './0028-media-files.ts'
import * as displayNames from './0029-display-names.ts'
import * as publicLists from './0031-public-lists.ts'
import * as cdnPurges from './0032-cdn-purges.ts'
import * as pages from './0033-pages.ts'
import * as embeds from './0035-embeds.ts'
import * as noindex from './0036-noindex.ts'
import * as pings from './0037-pings.ts'
import * as pictureSizes from './0038-picture-sizes.ts'
import * as appearance from './0039-appearance.ts'
import * as publicTexts from './0040-public-texts.ts'
import * as articleViews from './0041-article-views.ts'
import * as articleEnds from './0042-article-ends.ts'
import * as catchUps from './0044-catch-ups.ts'
import * as pageEditing from './0045-page-editing.ts'
import * as wholeRevisions from './0046-whole-revisions.ts'
import * as limits from './0049-limits.ts'
import * as redirects from './0050-redirects.ts'
import * as imports from './0051-imports.ts'
import * as backups from './0052-backups.ts'
import * as importItemsWaiting from './0053-import-items-waiting.ts'
import * as instanceLeases from './0054-instance-leases.ts'
import * as search from './0055-search.ts'
import * as planning from './0056-planning.ts'
import * as taskPanel from './0057-task-panel.ts'
import * as labelsAndTemplates from './0058-labels-and-templates.ts'
import * as desk from './0059-desk.ts'
import * as movesOnce from './0060-moves-once.ts'
import * as board from './0061-board.ts'
import * as searchBest from './0062-search-best.ts'
import * as slimPublicTexts from './0063-slim-public-texts.ts'
import * as openingWords from './0064-opening-words.ts'
import * as joinedWords from './0065-joined-words.ts'
import * as searchTaskNotes from './0066-search-task-notes.ts'
import * as indexForms from './0067-index-forms.ts'
import * as readingAttempts from './0068-reading-attempts.ts'

/** Every migration by its name, in order. A name never changes once it has landed. */
export const migrations: Record<string, Migration> = {
  '0001-content': content,
  '0002-auth': auth,
  '0003-storage': storage,
  '0004-inbox': inbox,
  '0005-integrations': integrations,
  '0006-articles-edited': articlesEdited,
  '0007-auth-mail': authMail,
  '0008-auth-factors': authFactors,
  '0009-auth-flows': authFlows,
  '0010-articles-saving': articlesSaving,
  '0011-publication': publication,
  '0012-article-details': articleDetails,
  '0013-articles-list': articlesList,
  '0014-research-files': researchFiles,
  '0015-publication-dates': publicationDates,
  '0016-revision-losses': revisionLosses,
  '0017-revision-thinning': revisionThinning,
  '0018-articles-found': articlesFound,
  '0019-media-usage': mediaUsage,
  '0020-reading-times': readingTimes,
  '0021-auth-sign-ups': authSignUps,
  '0022-auth-known-clients': authKnownClients,
  '0023-inbox-titles': inboxTitles,
  '0024-search-german': searchGerman,
  '0025-article-undos': articleUndos,
  '0027-public-date-format': publicDateFormat,
  '0028-media-files': mediaFiles,
  '0029-display-names': displayNames,
  '0031-public-lists': publicLists,
  '0032-cdn-purges': cdnPurges,
  '0033-pages': pages,
  '0035-embeds': embeds,
  '0036-noindex': noindex,
  '0037-pings': pings,
  '0038-picture-sizes': pictureSizes,
  '0039-appearance': appearance,
  '0040-public-texts': publicTexts,
  '0041-article-views': articleViews,
  '0042-article-ends': articleEnds,
  '0044-catch-ups': catchUps,
  '0045-page-editing': pageEditing,
  '0046-whole-revisions': wholeRevisions,
  '0049-limits': limits,
  '0050-redirects': redirects,
  '0051-imports': imports,
  '0052-backups': backups,
  '0053-import-items-waiting': importItemsWaiting,
  '0054-instance-leases': instanceLeases,
  '0055-search': search,
  '0056-planning': planning,
  '0057-task-panel': taskPanel,
  '0058-labels-and-templates': labelsAndTemplates,
  '0059-desk': desk,
  '0060-moves-once': movesOnce,
  '0061-board': board,
  '0062-search-best': searchBest,
  '0063-slim-public-texts': slimPublicTexts,
  '0064-opening-words': openingWords,
  '0065-joined-words': joinedWords,
  '0066-search-task-notes': searchTaskNotes,
  '0067-index-forms': indexForms,
  '0068-reading-attempts': readingAttempts,
}

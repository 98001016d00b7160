import { found } from '../../../contract/errors.ts'
import { actOf, os } from '../../platform/http/implement.ts'
import { ownAddress } from '../../platform/own-address.ts'
import { getPublishedBySlug } from './articles.public.ts'
import { countArticles, getArticle, getArticleVersion } from './articles.queries.ts'
import * as articles from './articles.service.ts'
import * as drafts from './drafts.service.ts'
import * as bulk from './bulk.service.ts'
import { checkText } from './publication/check.service.ts'
import { listArticles } from './finding/list.queries.ts'
import { listTextHits } from './finding/text-hits.queries.ts'
import * as removal from './removal.service.ts'
import * as pins from './publication/pins.service.ts'
import * as presence from '../texts/presence.service.ts'
import { listRevisions } from '../texts/listed-revisions.ts'
import { getRevision } from './writing/revision-details.ts'
import * as previewLinks from '../texts/preview-links.service.ts'
import { listFormerAddresses } from './addresses/slugs.queries.ts'
import { removeFormerAddress } from './addresses/slugs.service.ts'
import { undoPublication } from './publication/publication-undo.service.ts'
import { setTags } from './writing/tags.service.ts'
import * as workingCopies from './writing/working-copies.service.ts'
import { ARTICLE_TABLES } from './article-tables.ts'

export const articlesRoutes = os.articles.router({
  list: os.articles.list.handler(({ input, context }) => listArticles(context.runtime.db, input)),
  textHits: os.articles.textHits.handler(({ input, context }) => listTextHits(context.runtime.db, input)),
  bulk: os.articles.bulk.handler(({ input, context }) => bulk.changeMany(context.runtime, input, actOf(context))),
  counts: os.articles.counts.handler(({ context }) => countArticles(context.runtime.db)),
  bySlug: os.articles.bySlug.handler(async ({ input, context }) =>
    found(await getPublishedBySlug(context.runtime.db, input.slug)),
  ),
  get: os.articles.get.handler(async ({ input, context }) => found(await getArticle(context.runtime.db, input.id))),
  create: os.articles.create.handler(({ input, context }) =>
    articles.createArticle(context.runtime.db, input, actOf(context)),
  ),
  update: os.articles.update.handler(({ input, context }) =>
    articles.updateArticle(context.runtime.db, input, actOf(context)),
  ),
  saveWorkingCopy: os.articles.saveWorkingCopy.handler(({ input, context }) =>
    workingCopies.saveWorkingCopy(context.runtime.db, input, actOf(context)),
  ),
  discardWorkingCopy: os.articles.discardWorkingCopy.handler(({ input, context }) =>
    workingCopies.discardWorkingCopy(context.runtime.db, input),
  ),
  setTags: os.articles.setTags.handler(({ input, context }) =>
    setTags(context.runtime.db, input.id, input.tag_ids, actOf(context)),
  ),
  undo: os.articles.undo.handler(({ input, context }) => undoPublication(context.runtime.db, input, actOf(context))),
  duplicate: os.articles.duplicate.handler(({ input, context }) =>
    drafts.duplicateArticle(context.runtime.db, input.id, actOf(context)),
  ),
  pin: os.articles.pin.handler(({ input, context: { runtime } }) =>
    pins.pinArticle(runtime.db, input.id, runtime.clock()),
  ),
  unpin: os.articles.unpin.handler(({ input, context: { runtime } }) => pins.unpinArticle(runtime.db, input.id)),
  check: os.articles.check.handler(({ input, context }) => checkText(context.runtime.db, input)),
  addresses: {
    list: os.articles.addresses.list.handler(async ({ input, context }) => ({
      items: await listFormerAddresses(context.runtime.db, input.id),
    })),
    remove: os.articles.addresses.remove.handler(({ input, context }) =>
      removeFormerAddress(context.runtime.db, input),
    ),
  },
  previewLinks: {
    list: os.articles.previewLinks.list.handler(async ({ input, context: { runtime } }) => ({
      items: await previewLinks.listPreviewLinks(runtime.db, ARTICLE_TABLES, {
        textId: input.id,
        now: runtime.clock().toISOString(),
      }),
    })),
    create: os.articles.previewLinks.create.handler(async ({ input, context }) => {
      const { db, config } = context.runtime
      const { token, ...link } = await previewLinks.createPreviewLink(db, ARTICLE_TABLES, input, actOf(context))
      return { ...link, url: `${ownAddress(config)}/preview/${token}` }
    }),
    revoke: os.articles.previewLinks.revoke.handler(({ input, context: { runtime } }) =>
      previewLinks.revokePreviewLink(runtime.db, ARTICLE_TABLES, input, runtime.clock()),
    ),
  },
  remove: os.articles.remove.handler(({ input, context }) =>
    removal.trashArticle(context.runtime.db, input.id, context.runtime.clock()),
  ),
  presence: {
    stay: os.articles.presence.stay.handler(({ input, context }) =>
      presence.beat(context.runtime.db, ARTICLE_TABLES, input, actOf(context)),
    ),
    leave: os.articles.presence.leave.handler(({ input, context }) =>
      presence.leave(context.runtime.db, ARTICLE_TABLES, input, actOf(context)),
    ),
  },
  revisions: {
    list: os.articles.revisions.list.handler(async ({ input, context }) => {
      found(await getArticleVersion(context.runtime.db, input.id))
      return listRevisions(context.runtime.db, ARTICLE_TABLES, input)
    }),
    get: os.articles.revisions.get.handler(async ({ input, context }) =>
      found(await getRevision(context.runtime.db, input)),
    ),
  },
})

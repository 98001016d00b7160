import { found } from '../../../contract/errors.ts'
import { actorOf, type os } from '../../platform/http/implement.ts'
import { ownAddress } from '../../platform/own-address.ts'
import { listRevisions } from './listed-revisions.ts'
import { foldBefore } from './locked-text.service.ts'
import * as presence from './presence.service.ts'
import * as previewLinks from './preview-links.service.ts'
import * as remarks from './remarks.service.ts'
import * as suggestions from './suggestions.service.ts'
import { trashText } from './removal.service.ts'
import { findRevision, nameRevision } from './revisions.service.ts'
import * as steps from './steps.service.ts'
import { listFormerAddresses, removeFormerAddress } from './slugs.service.ts'
import type { TextNoun, TextTypes } from './text-noun.ts'
import { findWriters } from './writers.service.ts'
import { livingVersion } from './written-tables.ts'

type Endpoints = Pick<
  typeof os.pages,
  'presence' | 'previewLinks' | 'addresses' | 'revisions' | 'remarks' | 'suggestions' | 'steps' | 'remove'
>

/** The handlers of the endpoints that are the same for the texts of every noun. */
export function textHandlers<T extends TextTypes>(of: Endpoints, noun: TextNoun<T>) {
  const { tables } = noun
  return {
    remove: of.remove.handler(({ input, context }) => trashText(context.runtime.db, noun, input.id, actorOf(context))),
    presence: {
      stay: of.presence.stay.handler(({ input, context }) =>
        presence.beat(context.runtime.db, tables, input, actorOf(context)),
      ),
      leave: of.presence.leave.handler(({ input, context }) =>
        presence.leave(context.runtime.db, tables, input, actorOf(context)),
      ),
    },
    previewLinks: {
      list: of.previewLinks.list.handler(async ({ input, context: { runtime } }) => {
        const now = runtime.clock().toISOString()
        return { items: await previewLinks.listPreviewLinks(runtime.db, tables, { textId: input.id, now }) }
      }),
      create: of.previewLinks.create.handler(async ({ input, context }) => {
        const { db, config } = context.runtime
        const { token, ...link } = await previewLinks.createPreviewLink(db, tables, input, actorOf(context))
        return { ...link, url: `${ownAddress(config)}/preview/${token}` }
      }),
      revoke: of.previewLinks.revoke.handler(({ input, context: { runtime } }) =>
        previewLinks.revokePreviewLink(runtime.db, tables, input, runtime.clock()),
      ),
    },
    remarks: {
      list: of.remarks.list.handler(({ input, context: { runtime } }) =>
        remarks.listRemarks(runtime.db, noun, input.id),
      ),
      create: of.remarks.create.handler(({ input, context }) =>
        remarks.addRemark(context.runtime.db, noun, input, actorOf(context)),
      ),
      answer: of.remarks.answer.handler(({ input, context }) =>
        remarks.answerRemark(context.runtime.db, noun, input, actorOf(context)),
      ),
      update: of.remarks.update.handler(({ input, context }) =>
        remarks.changeRemark(context.runtime.db, noun, input, actorOf(context)),
      ),
      remove: of.remarks.remove.handler(({ input, context }) =>
        remarks.removeRemark(context.runtime.db, noun, input, actorOf(context)),
      ),
      restore: of.remarks.restore.handler(({ input, context }) =>
        remarks.restoreRemark(context.runtime.db, noun, input, actorOf(context)),
      ),
    },
    suggestions: {
      list: of.suggestions.list.handler(({ input, context: { runtime } }) =>
        suggestions.listSuggestions(runtime.db, noun, input.id),
      ),
      save: of.suggestions.save.handler(({ input, context }) =>
        suggestions.saveSuggestions(context.runtime.db, noun, input, actorOf(context)),
      ),
      decide: of.suggestions.decide.handler(({ input, context }) =>
        suggestions.decideSuggestions(context.runtime.db, noun, input, actorOf(context)),
      ),
      reopen: of.suggestions.reopen.handler(({ input, context }) =>
        suggestions.reopenSuggestions(context.runtime.db, noun, input, actorOf(context)),
      ),
    },
    steps: {
      join: of.steps.join.handler(({ input, context: { runtime } }) =>
        steps.joinSteps(runtime.db, noun, input.id, runtime.clock()),
      ),
      send: of.steps.send.handler(({ input, context }) =>
        steps.addStep(context.runtime.db, noun, input, actorOf(context)),
      ),
      since: of.steps.since.handler(({ input, context }) => steps.stepsSince(context.runtime.db, noun, input)),
      point: of.steps.point.handler(({ input, context }) =>
        steps.point(context.runtime.db, noun, input, actorOf(context)),
      ),
    },
    addresses: {
      list: of.addresses.list.handler(async ({ input, context }) => ({
        items: await listFormerAddresses(context.runtime.db, tables, input.id),
      })),
      remove: of.addresses.remove.handler(({ input, context }) =>
        removeFormerAddress(context.runtime.db, tables, input),
      ),
    },
    revisions: {
      list: of.revisions.list.handler(async ({ input, context }) => {
        await foldBefore(context.runtime.db, noun, input.id)
        found(await livingVersion(context.runtime.db, tables, input.id))
        return listRevisions(context.runtime.db, tables, input)
      }),
      get: of.revisions.get.handler(async ({ input, context: { runtime } }) => {
        const { details, ...revision } = found(await findRevision(runtime.db, tables, input))
        return { ...(await noun.details(runtime.db, details)), ...revision }
      }),
      writers: of.revisions.writers.handler(({ input, context: { runtime } }) =>
        findWriters(runtime.db, noun, input.id),
      ),
      name: of.revisions.name.handler(({ input, context: { runtime } }) => nameRevision(runtime.db, noun, input)),
    },
  }
}

import { ownAddress } from '../../platform/own-address.ts'
import { callerOf, os } from '../../platform/http/implement.ts'
import { listPeople, listUsers } from './accounts.queries.ts'
import * as accounts from './accounts.service.ts'
import { listAudit } from './audit.queries.ts'
import { listInvites } from './invites.queries.ts'
import * as invites from './invites.service.ts'
import { deleteAccount, getRemovalChoices } from './removal.service.ts'

/** The accounts of others, for owners. */
export const usersRoutes = os.users.router({
  people: os.users.people.handler(async ({ context }) => ({ items: await listPeople(context.runtime.db) })),
  list: os.users.list.handler(({ input, context }) => listUsers(context.runtime.db, input)),
  update: os.users.update.handler(({ input, context }) =>
    accounts.updateUser(context.runtime.db, input, { caller: callerOf(context), now: context.runtime.clock() }),
  ),
  removal: os.users.removal.handler(({ input, context }) => getRemovalChoices(context.runtime.db, input.id)),
  remove: os.users.remove.handler(({ input: { id, articles_to }, context }) =>
    deleteAccount(
      context.runtime.db,
      { id, articlesTo: articles_to },
      { caller: callerOf(context), now: context.runtime.clock(), ip: context.ip },
    ),
  ),
  invites: os.users.invites.router({
    list: os.users.invites.list.handler(async ({ context: { runtime } }) => ({
      items: await listInvites(runtime.db, runtime.clock().toISOString()),
    })),
    create: os.users.invites.create.handler(({ input, context }) =>
      invites.createInvite(context.runtime.db, input, {
        caller: callerOf(context),
        now: context.runtime.clock(),
        ip: context.ip,
        address: ownAddress(context.runtime.config),
      }),
    ),
    revoke: os.users.invites.revoke.handler(({ input, context }) =>
      invites.revokeInvite(context.runtime.db, input.id, {
        caller: callerOf(context),
        now: context.runtime.clock(),
        ip: context.ip,
      }),
    ),
  }),
})

export const auditRoutes = os.audit.router({
  list: os.audit.list.handler(({ input, context }) => listAudit(context.runtime.db, input)),
})

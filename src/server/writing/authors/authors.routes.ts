import { found } from '../../../contract/errors.ts'
import { os } from '../../platform/http/implement.ts'
import { getAuthor } from './authors.queries.ts'
import * as authors from './authors.service.ts'

export const authorsRoutes = os.authors.router({
  list: os.authors.list.handler(async ({ context }) => ({
    items: await authors.listCounted(context.runtime.db),
    next_cursor: null,
  })),
  get: os.authors.get.handler(async ({ input, context }) => found(await getAuthor(context.runtime.db, input.id))),
  create: os.authors.create.handler(({ input, context }) =>
    authors.addAuthor(context.runtime.db, input, context.runtime.clock()),
  ),
  update: os.authors.update.handler(({ input, context }) =>
    authors.changeAuthor(context.runtime.db, input, context.runtime.clock()),
  ),
  merge: os.authors.merge.handler(({ input, context }) =>
    authors.mergeAuthors(context.runtime.db, input, context.runtime.clock()),
  ),
  remove: os.authors.remove.handler(({ input, context }) =>
    authors.removeAuthor(context.runtime.db, input.id, context.runtime.clock()),
  ),
})

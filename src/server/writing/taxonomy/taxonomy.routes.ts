import type { Topic } from '../../../contract/taxonomy.ts'
import { os } from '../../platform/http/implement.ts'
import { listNamed } from './taxonomy.queries.ts'
import * as taxonomy from './taxonomy.service.ts'

export const categoriesRoutes = os.categories.router({
  list: os.categories.list.handler(async ({ context }) => ({
    items: await listNamed(context.runtime.db, 'categories'),
    next_cursor: null,
  })),
  create: os.categories.create.handler(async ({ input, context }) =>
    created(await taxonomy.addNamed(context.runtime.db, 'categories', input.name, context.runtime.clock(), input)),
  ),
  rename: os.categories.rename.handler(({ input, context }) =>
    taxonomy.rename(context.runtime.db, 'categories', input, context.runtime.clock()),
  ),
  merge: os.categories.merge.handler(({ input, context }) =>
    taxonomy.merge(context.runtime.db, 'categories', input, context.runtime.clock()),
  ),
  remove: os.categories.remove.handler(({ input, context }) =>
    taxonomy.remove(context.runtime.db, 'categories', input.id),
  ),
})

export const tagsRoutes = os.tags.router({
  list: os.tags.list.handler(async ({ context }) => ({
    items: await listNamed(context.runtime.db, 'tags'),
    next_cursor: null,
  })),
  create: os.tags.create.handler(async ({ input, context }) =>
    created(await taxonomy.addNamed(context.runtime.db, 'tags', input.name, context.runtime.clock(), input)),
  ),
  rename: os.tags.rename.handler(({ input, context }) =>
    taxonomy.rename(context.runtime.db, 'tags', input, context.runtime.clock()),
  ),
  merge: os.tags.merge.handler(({ input, context }) =>
    taxonomy.merge(context.runtime.db, 'tags', input, context.runtime.clock()),
  ),
  remove: os.tags.remove.handler(({ input, context }) => taxonomy.remove(context.runtime.db, 'tags', input.id)),
})

/** The specified response has neither description nor picture: they are sent only where there are any. */
function created({ description, picture, ...named }: Topic) {
  return { ...named, ...(description && { description }), ...(picture && { picture }) }
}

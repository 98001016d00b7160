import { os } from '../platform/http/implement.ts'
import { listNamed } from './taxonomy.queries.ts'
import * as taxonomy from './taxonomy.service.ts'

export const categoriesRoutes = os.categories.router({
  list: os.categories.list.handler(async ({ context }) => ({
    items: await listNamed(context.runtime.db, 'categories'),
    next_cursor: null,
  })),
  create: os.categories.create.handler(({ input, context }) =>
    taxonomy.addNamed(context.runtime.db, 'categories', input.name, context.runtime.clock()),
  ),
})

export const tagsRoutes = os.tags.router({
  list: os.tags.list.handler(async ({ context }) => ({
    items: await listNamed(context.runtime.db, 'tags'),
    next_cursor: null,
  })),
  create: os.tags.create.handler(({ input, context }) =>
    taxonomy.addNamed(context.runtime.db, 'tags', input.name, context.runtime.clock()),
  ),
})

import { actorOf, os } from '../../platform/http/implement.ts'
import { listWords } from './dictionary.queries.ts'
import * as words from './dictionary.service.ts'

export const wordsRoutes = os.words.router({
  list: os.words.list.handler(async ({ context }) => ({ items: await listWords(context.runtime.db) })),
  put: os.words.put.handler(({ input, context }) => words.keepWord(context.runtime.db, input, actorOf(context))),
  remove: os.words.remove.handler(({ input, context }) => words.removeWord(context.runtime.db, input.id)),
})

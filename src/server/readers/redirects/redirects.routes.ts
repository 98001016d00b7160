import { ApiError, invalidField } from '../../../contract/errors.ts'
import { ownAddress } from '../../platform/own-address.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { publicAddress, readSettings } from '../../settings/settings.service.ts'
import { readAddress } from './old-address.ts'
import { listRedirects } from './redirects.queries.ts'
import * as redirects from './redirects.service.ts'

/** `isAnswered` is the site's check whether an address shows something. */
export function redirectsRoutes({ isAnswered }: { isAnswered: (address: string) => Promise<boolean> }) {
  return os.redirects.router({
    list: os.redirects.list.handler(({ input, context }) => listRedirects(context.runtime.db, input)),
    create: os.redirects.create.handler(async ({ input, context }) => {
      const { db, config } = context.runtime
      const own = [ownAddress(config), publicAddress(await readSettings(db), config)]
      const answered = async (typed: string | null | undefined) => {
        const address = typed ? readAddress(typed, own) : null
        return address !== null && 'text' in address && (await isAnswered(address.text))
      }
      if (await answered(input.from)) throw invalidField('from', 'Unter dieser Adresse antwortet der Blog selbst.')
      const wish = { ...input, isAnswered: await answered(input.to) }
      return redirects.addRedirect(db, wish, { actor: actorOf(context), own })
    }),
    remove: os.redirects.remove.handler(async ({ input, context }) => {
      if ((await redirects.removeRedirects(context.runtime.db, [input.id])) === 0) throw new ApiError('not_found')
    }),
  })
}

import { isbot } from 'isbot'

/** Longer user agents are cut here. */
const LONGEST = 400
const MOST_KEPT = 2000
const kept = new Map<string, boolean>()

/** Whether a user agent belongs to a bot: one in the list of the package `isbot`, or an empty one. */
export function isBot(userAgent: string | undefined): boolean {
  if (!userAgent) return true
  const name = userAgent.slice(0, LONGEST)
  const known = kept.get(name)
  if (known !== undefined) return known
  const bot = isbot(name)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(name, bot)
  return bot
}

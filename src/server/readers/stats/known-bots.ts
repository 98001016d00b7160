import { isbot } from 'isbot'

/** Longer ones say nothing more. */
const LONGEST = 400
const MOST_KEPT = 2000
const kept = new Map<string, boolean>()

/** Whether whoever calls itself so is a machine: what the kept list of the package `isbot` names, and who says nothing. */
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

import { expect, test } from 'vitest'
import { SCENARIOS } from './steps-scenarios.ts'
import { canCount, killBetweenSteps } from './steps.ts'

const counts = canCount()
if (!counts) console.warn('NOT TESTED: kills between two steps (no C compiler here)')
const SHORT = ['restore over a blog', 'backup kept in its place']

// Short form of `npm run torture -- steps`. A failure names the seed and the call.
test.skipIf(!counts)('[MOVE-7] a restore or backup killed between two steps leaves one complete blog', async () => {
  const scenarios = SCENARIOS.filter(({ name }) => SHORT.includes(name))
  const { kills } = await killBetweenSteps({ seed: Date.now() % 1e9, scenarios, most: 4 })
  expect(kills).toBe(2 * 4)
})

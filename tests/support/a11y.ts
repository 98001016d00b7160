import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No finding of axe on what the page shows now, and nothing that sticks out sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // A menu floats outside every landmark; all else has to stand in one.
  const floating = (await page.getByRole('menu').count()) > 0
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .disableRules(floating ? ['region'] : [])
    .analyze()
  const findings = violations.map(
    (violation) =>
      `${violation.id}: ${violation.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join('; ')}`,
  )
  expect(findings).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'sideways overflow in px').toBe(0)
}

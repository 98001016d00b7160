import type { Locator } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { words } from '../support/words.ts'

const WIDTHS = [360, 800, 1100, 1440]
const STATUSES = { draft: 'Entwurf', scheduled: 'Geplant', published: 'Veröffentlicht' } as const
const STAGES = ['Idee', 'Entwurf', 'In Bearbeitung', 'Bereit', 'Geplant', 'Veröffentlicht']

/** The word of a status as it stands there: whole inside the window, not under anything; gives its colour. */
async function seen(word: Locator): Promise<string> {
  await word.scrollIntoViewIfNeeded({ timeout: 10_000 })
  await expect(word).toBeInViewport({ ratio: 1 })
  return word.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    // The link of a row lies over all of it, and lets it be seen.
    if (!top || top.closest('li') !== element.closest('li')) throw new Error('something covers it')
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) throw new Error('it is cut')
    return getComputedStyle(element).color
  })
}

test('[ART-8] list and dashboard: status word and colour at every width', async ({ open, rest, word }) => {
  test.setTimeout(90_000)
  const ids: Record<string, string> = {}
  for (const status of Object.keys(STATUSES) as (keyof typeof STATUSES)[])
    ids[status] = (await rest.createArticle({ title: `${word} ${status}`, status })).id
  const page = await open('/admin')
  const colours = new Map<string, Set<string>>()
  const check = async (status: keyof typeof STATUSES, place: Locator) => {
    const label = words(place, STATUSES[status]).filter({ visible: true }).first()
    const colour = await seen(label)
    colours.set(status, (colours.get(status) ?? new Set()).add(colour))
  }
  for (const width of WIDTHS) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/admin/articles?q=${word}`)
      for (const status of Object.keys(STATUSES) as (keyof typeof STATUSES)[])
        await check(
          status,
          page
            .getByRole('listitem')
            .filter({ has: page.getByRole('link', { name: `${word} ${status}`, exact: true }) }),
        )
      await expectNoOverflow(page)

      await page.goto('/admin')
      for (const status of Object.keys(STATUSES) as (keyof typeof STATUSES)[])
        await check(
          status,
          page
            .getByRole('main')
            .getByRole('listitem')
            .filter({ hasText: `${word} ${status}` }),
        )
      await expectNoOverflow(page)
    })
  }
  for (const status of Object.keys(STATUSES)) expect(colours.get(status)?.size, `one colour for ${status}`).toBe(1)
  expect(new Set([...colours.values()].flatMap((all) => [...all])).size, 'a colour of its own each').toBe(3)
})

test('[ART-8] the board names its six stages in capitalised words and colours of their own, at every width', async ({
  open,
  rest,
  word,
}) => {
  await rest.send('POST', '/api/tasks', { title: word })
  const page = await open('/admin/editorial-plan')
  for (const width of WIDTHS) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      const colours = new Set<string>()
      for (const stage of STAGES) {
        const place =
          width < 768
            ? page.getByRole('tab', { name: new RegExp(`^${stage}( ?\\d+)?$`) })
            : page.getByRole('region', { name: stage, exact: true })
        if (width < 768) await expect(place).toHaveText(new RegExp(`^${stage}\\d+$`))
        else await expect(place.getByRole('heading', { level: 2 })).toHaveText(stage)
        const glyph = place.locator('svg').first()
        colours.add(await glyph.evaluate((element) => getComputedStyle(element).color))
      }
      expect(colours.size).toBe(STAGES.length)
      await expectNoOverflow(page)
    })
  }
})

test('[RES-1] each tab shows its own kind alone, All shows every one', async ({ open, rest, word }) => {
  const kinds = { Links: 'link', Notes: 'note', Files: 'file' } as const
  for (const kind of Object.values(kinds))
    await rest.send('POST', '/api/research', {
      title: `${word} ${kind}`,
      source_type: kind,
      ...(kind === 'link' && { url: 'https://quelle.example' }),
    })
  const page = await open(`/admin/research?q=${word}`)
  const tab = (name: string) =>
    page.getByRole('tablist', { name: 'Art', exact: true }).getByRole('tab', { name, exact: true })
  const rows = page.getByRole('listitem').locator('[data-row]')
  await expect(tab('All')).toHaveAttribute('aria-selected', 'true')
  await expect(rows).toHaveText([/ file/, / note/, / link/])
  for (const [name, kind] of Object.entries(kinds)) {
    await tab(name).click()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(page).toHaveURL(new RegExp(`[?&]type=${kind}\\b`))
    await expect(rows).toHaveText([new RegExp(`^${word} ${kind}`)])
    await page.reload()
    await expect(rows).toHaveText([new RegExp(`^${word} ${kind}`)])
  }
  await tab('All').click()
  await expect(rows).toHaveText([/ file/, / note/, / link/])
})

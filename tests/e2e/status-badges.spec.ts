import type { Locator } from '@playwright/test'
import { text } from '../support/editor.ts'
import { expect } from '../support/e2e.ts'
import { expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { words } from '../support/words.ts'

const WIDTHS = [360, 800, 1100, 1440]
const STATUSES = { draft: 'Entwurf', scheduled: 'Geplant', published: 'Veröffentlicht' } as const
const STAGES = ['Idee', 'Entwurf', 'In Bearbeitung', 'Bereit', 'Geplant', 'Veröffentlicht']

/** Asserts that the word of a status is completely inside the window and uncovered; returns its colour. */
async function seen(word: Locator): Promise<string> {
  await word.scrollIntoViewIfNeeded()
  await expect(word).toBeInViewport({ ratio: 1 })
  return word.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    // The link of a row covers all of it, transparently.
    if (!top || top.closest('li') !== element.closest('li')) throw new Error('something covers it')
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) throw new Error('it is cut')
    return getComputedStyle(element).color
  })
}

test('[ART-8] list and dashboard show status word and colour at every width', async ({ open, rest, word }) => {
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
  const rows = page.getByRole('main').getByRole('listitem')
  const places = {
    [`/admin/articles?q=${word}`]: (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) }),
    '/admin': (title: string) => rows.filter({ hasText: title }),
  }
  for (const [address, rowOf] of Object.entries(places)) {
    await page.goto(address)
    for (const width of WIDTHS) {
      await test.step(`${address} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        for (const status of Object.keys(STATUSES) as (keyof typeof STATUSES)[])
          await check(status, rowOf(`${word} ${status}`))
        await expectNoOverflow(page)
      })
    }
  }
  for (const status of Object.keys(STATUSES)) expect(colours.get(status)?.size, `one colour for ${status}`).toBe(1)
  expect(new Set([...colours.values()].flatMap((all) => [...all])).size, 'a colour of its own each').toBe(3)
})

test('[ART-8] a row with unpublished changes keeps status, category and labelled date at every width', async ({
  open,
  rest,
  word,
}) => {
  const category = await rest.send<{ id: string }>('POST', '/api/categories', { name: `R ${word.slice(-4)}` })
  const live = await rest.createArticle({ title: word, status: 'published', category_id: category.id })
  await rest.send('PUT', `/api/articles/${live.id}/working-copy`, { ...live, content_markdown: 'Neu.' })
  await rest.createArticle({ title: `${word} geplant`, status: 'scheduled', published_at: '2033-05-10T07:00:00Z' })
  await rest.createArticle({ title: `${word} neu`, category_id: category.id })
  const page = await open(`/admin/articles?q=${word}`)
  const row = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  const shown = (title: string, wanted: string | RegExp) => words(row(title), wanted).filter({ visible: true })
  for (const width of WIDTHS) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      for (const title of [word, `${word} neu`]) {
        await seen(shown(title, STATUSES[title === word ? 'published' : 'draft']).first())
        await seen(shown(title, `R ${word.slice(-4)}`))
      }
      await expect(row(word)).toContainText('Unveröffentlichte Änderungen')
      if (width < 768 || width >= 1280) await seen(shown(word, 'Unveröffentlichte Änderungen'))
      // The status word is the label of a date of publication.
      await seen(shown(word, /\d\d\. \S+ \d{4}$/))
      await seen(shown(`${word} neu`, width < 768 ? /^Geändert \d\d\. \S+ \d{4}$/ : 'Geändert'))
      await seen(shown(`${word} geplant`, width < 768 ? 'Termin 10. Mai 2033, 09:00' : 'Termin'))
      await expectNoOverflow(page)
    })
  }
})

test('[ART-8] the calendar shows words where there is room, else icons with name, tooltip and legend', async ({
  open,
  rest,
  word,
}) => {
  const title = `${word} Donaudampfschifffahrt`
  const days = { scheduled: '2033-05-10T07:00:00Z', published: '2019-05-10T07:00:00Z' } as const
  const months = Object.entries(days) as [keyof typeof days, string][]
  for (const [status, published_at] of months) await rest.createArticle({ title, status, published_at })
  await rest.createArticle({ title: `${word} ohne`, status: 'scheduled', published_at: null })
  const page = await open('/admin/calendar')
  const colours = new Map(WIDTHS.map((width) => [width, new Set<string>()]))
  for (const [status, at] of months) {
    await page.goto(`/admin/calendar?month=${at.slice(0, 7)}`)
    for (const width of WIDTHS) {
      await test.step(`${status} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        const entry = page.getByRole('button', { name: new RegExp(`^${title}`) })
        const label = STATUSES[status]
        if (width < 768) await seen(words(entry, new RegExp(`Uhr · ${label}$`)))
        else {
          await expect(entry).toHaveAccessibleName(`${title}, Artikel ${label.toLowerCase()}, 09:00 Uhr`)
          await expect(entry.getByTitle(`Artikel ${label.toLowerCase()}`, { exact: true })).toBeVisible()
          await page
            .getByRole('button', { name: /^10\. Mai/ })
            .first()
            .click()
          const list = page.getByRole('dialog')
          await seen(words(list.getByRole('listitem').filter({ hasText: title }), `09:00 Uhr · ${label}`))
          await page.keyboard.press('Escape')
          await expect(list).toHaveCount(0)
        }
        const glyph = await entry.locator('svg').evaluate((element) => getComputedStyle(element).color)
        colours.get(width)?.add(glyph)
        const legend = page.getByRole('list', { name: 'Legende', exact: true }).getByRole('listitem')
        const named = legend.filter({ hasText: `Artikel ${label.toLowerCase()}` })
        await seen(named)
        expect(await named.locator('svg').evaluate((element) => getComputedStyle(element).color)).toBe(glyph)
      })
    }
  }
  for (const [width, those] of colours) {
    await test.step(`without a date at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      expect(those.size).toBe(months.length)
      const tray = page.getByRole('region', { name: 'Ohne Termin', exact: true })
      if (width < 768) await tray.getByRole('button', { name: /^Ohne Termin/ }).click()
      const parked = tray.getByRole('button', { name: new RegExp(`${word} ohne`) })
      expect(those).toContain(await seen(words(parked, 'Geplant')))
      await expectNoOverflow(page)
    })
  }
})

test('[ART-8] the week of the dashboard shows the word at every width', async ({ open, rest, word }) => {
  const published_at = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await rest.createArticle({ title: word, status: 'scheduled', published_at })
  const page = await open('/admin')
  const link = page.getByRole('link', { name: new RegExp(`^\\d\\d:\\d\\d Geplant ${word}$`) })
  for (const width of WIDTHS) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await expect(link).toHaveAttribute('title', new RegExp(`${word} · Geplant$`))
      const colour = await link.locator('svg').evaluate((element) => getComputedStyle(element).color)
      expect(await seen(words(link, 'Geplant'))).toBe(colour)
      await expectNoOverflow(page)
    })
  }
})

test('[ART-8] the editor and hits in texts name the status at every width', async ({ open, rest, word }) => {
  const statuses = Object.keys(STATUSES) as (keyof typeof STATUSES)[]
  const ids: string[] = []
  for (const status of statuses)
    ids.push((await rest.createArticle({ title: `Treffer ${status}`, status, content_markdown: `Hier ${word}.` })).id)
  const page = await open(`/admin/articles?q=${word}`)
  const found = new Map(WIDTHS.map((width) => [width, new Set<string>()]))
  for (const [width, colours] of found) {
    await test.step(`hits at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      const hits = page.getByRole('region', { name: 'Treffer im Text', exact: true }).getByRole('listitem')
      for (const status of statuses)
        colours.add(await seen(words(hits.filter({ hasText: `Treffer ${status}` }), STATUSES[status])))
      expect(colours.size).toBe(statuses.length)
      await expectNoOverflow(page)
    })
  }
  const glyphs = new Map(WIDTHS.map((width) => [width, new Set<string>()]))
  for (const [index, status] of statuses.entries()) {
    await page.goto(`/admin/articles/${ids[index]}`)
    await expect(text(page)).toBeVisible()
    for (const [width, colours] of glyphs) {
      await test.step(`${status} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 })
        const chosen = page.getByRole('combobox', { name: 'Status', exact: true })
        // Docked in wide windows, else a panel that its button opens.
        await expect(async () => {
          if (width < 1280 && !(await chosen.isVisible()))
            await page.getByRole('button', { name: /^Angaben/ }).click({ timeout: 1000 })
          // The docked one may still be shown for a moment after the window has become narrow.
          await seen(words(chosen, STATUSES[status]))
        }).toPass()
        const glyph = chosen.locator('svg').first()
        colours.add(await glyph.evaluate((element) => getComputedStyle(element).color))
      })
    }
  }
  expect(glyphs).toEqual(found)
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

test('[RES-1] each tab shows its own type only, All shows every one', async ({ open, rest, word }) => {
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
  }
  // The URL contains it.
  await page.reload()
  await expect(rows).toHaveText([new RegExp(`^${word} file`)])
  await tab('All').click()
  await expect(rows).toHaveText([/ file/, / note/, / link/])
})

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addresses, fill, filledIn, go, LONG, settled, test } from '../support/box-walk.ts'
import { FEW_SIZES, SIZES } from '../support/boxes.ts'
import { expect } from '../support/e2e.ts'

// A fresh blog, so that content of other tests is not measured.
test.use({ ownBlog: {}, codeAhead: true })

const POPUPS = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog]'
const MARK = 'data-opener'

/** Minimum number of opener types, so that none is missed; there may be more. */
const OPENERS_TODAY = 12

/** The types of visible buttons that open something; in a list the same one occurs in every row. */
function openers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shapes = [...document.querySelectorAll('button[aria-haspopup]')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }) && button.matches(':enabled'))
      .map((button) => {
        const name = button.getAttribute('aria-label') ?? button.textContent ?? ''
        const shape = name
          .replaceAll(/„[^“]*“/g, '„“')
          .replaceAll(/\d+/g, '#')
          .replaceAll(
            /\b(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/g,
            '@',
          )
        button.setAttribute('data-shape', shape)
        return shape
      })
    return [...new Set(shapes)]
  })
}

/** Opens the first button of this type again; false if there is none at this width. */
async function press(page: Page, shape: string): Promise<boolean> {
  await close(page)
  await openers(page)
  const found = await page.evaluate(
    ({ wanted, mark }) => {
      for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
      const all = [...document.querySelectorAll<HTMLElement>('button[data-shape]')]
      const first = all.find((one) => one.dataset.shape === wanted && one.checkVisibility({ visibilityProperty: true }))
      first?.setAttribute(mark, '')
      return first !== undefined
    },
    { wanted: shape, mark: MARK },
  )
  if (!found) return false
  // By keyboard: a tooltip may be where a pointer would move next.
  await page.locator(`[${MARK}]`).press('Enter')
  await page.locator(POPUPS).last().waitFor({ timeout: 60_000 })
  return true
}

/** Closes everything that is open, one after the other. */
async function close(page: Page): Promise<void> {
  for (let left = await page.locator(POPUPS).count(); left > 0; left = await page.locator(POPUPS).count()) {
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator(POPUPS).count()).toBeLessThan(left)
    // The focus returns by a timer; a layer that is opened before it would be closed by it. Timers run in order.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  }
}

test.describe('[WEEK-1] [SHELL-6] from 320 to 2560 px opened layers are German, and nothing in them is covered, clipped or outside', () => {
  test('menus, cards, listboxes and calendars of every screen of the router', async ({ look, open, rest, word }) => {
    const filled = await fill(rest, word)
    const page = await open('/admin')
    const known = new Set<string>()
    const lookAtAll = async (address: string) => {
      for (const shape of await openers(page)) {
        if (known.has(shape)) continue
        known.add(shape)
        await look(`${address}, ${shape}`, { before: () => press(page, shape), sizes: FEW_SIZES, within: POPUPS })
        await close(page)
      }
    }
    for (const address of await addresses()) {
      await go(page, filledIn(address, filled))
      await lookAtAll(address)
      // Elements that exist on phones only.
      await page.setViewportSize({ width: 360, height: 780 })
      await lookAtAll(`${address} on a phone`)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    expect([...known].join('\n')).toContain('Aktionen für „“')
    expect(known.size, [...known].join('\n')).toBeGreaterThanOrEqual(OPENERS_TODAY)

    await go(page, '/admin/calendar')
    await page.getByRole('button', { name: 'Neues Ereignis', exact: true }).click()
    await page.getByRole('dialog', { name: 'Neues Ereignis', exact: true }).waitFor()
    const calendar = page.getByRole('dialog', { name: /^Datum wählen/ })
    await look('calendar of a date', {
      before: async () => {
        if (await calendar.isVisible()) await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Kalender öffnen', exact: true }).first().click()
        await calendar.waitFor()
      },
      sizes: SIZES,
      within: POPUPS,
    })
  })

  test('questions before a deletion', async ({ look, open, rest, word }) => {
    await fill(rest, word)
    await rest.send('POST', '/api/categories', { name: `${word} Zweite` })
    const page = await open('/admin/media')
    const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: '#888' } })
    await page
      .getByLabel('Bilder zum Hochladen', { exact: true })
      .setInputFiles({ name: `${LONG}.jpg`, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() })
    await expect(page.getByRole('list', { name: 'Bilder', exact: true }).getByRole('listitem')).not.toHaveCount(0)
    for (const [address, name] of [
      ['/admin/articles', /^Artikel löschen$/],
      ['/admin/media', / löschen$/],
      ['/admin/link-library', /^Link löschen$/],
      ['/admin/prompt-library', /^Prompt löschen$/],
      ['/admin/research', /^Recherche-Element löschen$/],
      ['/admin/settings?bereich=kategorien', / löschen$/],
      ['/admin/settings?bereich=kategorien', / zusammenführen$/],
      ['/admin/settings?bereich=papierkorb', / endgültig löschen$/],
      ['/admin/account', /^Konto löschen$/],
    ] as const) {
      await test.step(`${address}, ${name}`, async () => {
        await go(page, address)
        await page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
        await page.locator('[role=dialog], [role=alertdialog]').waitFor()
        await look(`${address}, ${name}`, { sizes: FEW_SIZES })
        await close(page)
      })
    }
  })

  test('lists with every filter set, and their empty results', async ({ look, open, rest, word }) => {
    const { category, tag } = await fill(rest, word)
    const page = await open('/admin')
    for (const address of [
      `/admin/articles?q=Rindfleisch&status=scheduled&category=${category}&tag=${tag}&sort=title`,
      '/admin/articles?q=gibt-es-nicht&status=draft',
      '/admin/media?q=gibt-es-nicht',
      '/admin/research?type=note&q=Rindfleisch',
      '/admin/inbox?status=processed',
      '/admin/link-library?q=Rindfleisch',
      '/admin/prompt-library?q=Rindfleisch',
    ]) {
      await go(page, address)
      await settled(page)
      await look(address, { sizes: FEW_SIZES })
    }
  })
})

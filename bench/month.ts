import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts'
import { registerOwner } from '../tests/support/e2e.ts'
import { restAs } from '../tests/support/rest.ts'
import { startServer } from '../tests/support/server-process.ts'
import { placeSession } from '../tests/support/stored-session.ts'
import { UNLIMITED } from '../tests/support/unlimited.ts'
import { untilUsable } from './usable.ts'

export type MonthFigure = {
  entries: number
  /**
   * Milliseconds from the navigation until the month is usable, alternating medians; and the same for a month without
   * entries.
   */
  full: number
  empty: number
  worst: number
}

const ENTRIES = 500
const FULL = { path: '/admin/calendar?month=2033-03', drawn: 'main [aria-haspopup="dialog"] [lang="de"]' }
/** It shows that nothing is planned. */
const EMPTY = { path: '/admin/calendar?month=2034-09', drawn: '.calendar-page .border-dashed p' }

/** Opens a month with five hundred entries and one with none. Null without Chromium. */
export async function measureMonth(databaseUrl: string | undefined, quick: boolean): Promise<MonthFigure | null> {
  const executablePath = findChromium()
  if (!executablePath) return null
  const entries = quick ? 50 : ENTRIES
  const server = await startServer({ databaseUrl, env: UNLIMITED })
  try {
    const owner = await registerOwner(server.url)
    const rest = await restAs(server.url, owner)
    for (let index = 0; index < entries; index += 1) {
      const day = String(1 + (index % 31)).padStart(2, '0')
      const hour = String(6 + (Math.floor(index / 31) % 16)).padStart(2, '0')
      await rest.send('POST', '/api/events', {
        title: `Termin ${index + 1}: Redaktionsschluss für die Ausgabe`,
        starts_at: `2033-03-${day}T${hour}:00:00Z`,
        type: (['deadline', 'publish', 'milestone', 'research'] as const)[index % 4],
      })
    }
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
    try {
      const context = await browser.newContext({
        baseURL: server.url,
        locale: 'de-DE',
        timezoneId: 'Europe/Berlin',
        viewport: { width: 1440, height: 900 },
      })
      const page = await context.newPage()
      await placeSession(page, owner)
      const full: number[] = []
      const empty: number[] = []
      // The first round fills caches, as an earlier visit would.
      for (let round = 0; round <= (quick ? 1 : 15); round += 1) {
        const [one, other] = [
          await untilUsable(page, server.url + FULL.path, FULL.drawn),
          await untilUsable(page, server.url + EMPTY.path, EMPTY.drawn),
        ]
        if (round === 0) continue
        full.push(one)
        empty.push(other)
      }
      const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
      return { entries, full: median(full), empty: median(empty), worst: Math.max(...full) }
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}

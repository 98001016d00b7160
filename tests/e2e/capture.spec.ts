import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { InboxItem } from '../../src/contract/inbox.ts'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

test.use({ ownBlog: { ALLOW_PRIVATE_FETCH: 'true' } })

let site: Server
let url: string

test.beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<title>Verlag</title><meta property="og:title" content="Zäune &amp; Hecken im Herbst"><p>Text')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/garten`
})
test.afterAll(async () => {
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})
test.beforeEach(async ({ rest }) => {
  const { items } = await rest.send<{ items: InboxItem[] }>('GET', '/api/inbox?limit=200')
  for (const { id } of items) await rest.send('DELETE', `/api/inbox/${id}`)
})

const list = (page: Page) => page.getByRole('list', { name: 'Einträge', exact: true })
const field = (page: Page) => page.getByLabel('Idee oder Link festhalten', { exact: true })
const pane = (page: Page) => page.getByRole('complementary', { name: 'Ausgewählter Eintrag', exact: true })

test('[WEEK-15] a pasted address gets its title, which can be edited, and a duplicate address is reported', async ({
  open,
  rest,
  expectedErrors,
}) => {
  expectedErrors(/status of 409 .*inbox\/create/)
  const page = await open('/admin/inbox')
  await field(page).fill(url)
  await field(page).press('Enter')
  await expect(toast(page, 'Eintrag hinzugefügt')).toBeVisible()
  await expect(list(page).locator('[data-row]')).toHaveText(['Zäune & Hecken im Herbst'])
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText('Zäune & Hecken im Herbst')
  await rest.send('POST', '/api/inbox', { title: 'Etwas Neueres' })

  // The title is edited; Esc keeps the input, as in the note.
  await list(page).getByText('Zäune & Hecken im Herbst', { exact: true }).click()
  await pane(page).getByRole('button', { name: 'Titel bearbeiten', exact: true }).click()
  await pane(page).getByRole('textbox', { name: 'Titel', exact: true }).fill('Zäune, richtig gestrichen')
  await page.keyboard.press('Escape')
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText('Zäune, richtig gestrichen')
  await expect(pane(page).getByRole('button', { name: 'Titel bearbeiten', exact: true })).toBeFocused()
  await expect(list(page).locator('[data-row]')).toHaveText(['Etwas Neueres', 'Zäune, richtig gestrichen'])

  // The same page in another spelling, while another entry is in the pane.
  await list(page).getByText('Etwas Neueres', { exact: true }).click()
  const spelling = `${url}/?utm_source=brief#oben`
  await field(page).fill(spelling)
  await field(page).press('Enter')
  const notice = page.getByRole('status').filter({ hasText: 'Diese Adresse steht schon in der Inbox.' })
  await expect(notice).toContainText('„Zäune, richtig gestrichen“')
  await expect(field(page)).toHaveValue(spelling)
  await expect(list(page).locator('[data-row]')).toHaveCount(2)
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Öffnen', exact: true }).click()
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText('Zäune, richtig gestrichen')
  await expect(field(page)).toHaveValue('')
  await expect(notice).toHaveCount(0)

  // On the phone, added anyway.
  await page.setViewportSize({ width: 360, height: 740 })
  await field(page).fill(spelling)
  await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click()
  await expectNoOverflow(page)
  await notice.getByRole('button', { name: 'Trotzdem hinzufügen', exact: true }).click()
  await expect(list(page).locator('[data-row]')).toHaveCount(3)
  await expect(list(page).locator('[data-row]').first()).toHaveText('Zäune & Hecken im Herbst')
  await list(page).locator('[data-row]').first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Titel bearbeiten', exact: true }).click()
  await sheet.getByRole('textbox', { name: 'Titel', exact: true }).fill('Am Telefon benannt')
  await sheet.getByRole('textbox', { name: 'Titel', exact: true }).press('Enter')
  await expect(sheet.getByRole('heading', { name: 'Am Telefon benannt', exact: true })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('[WEEK-15] the result of a conversion opens from the toast, and a URL can contain an entry', async ({
  open,
  rest,
  word,
}) => {
  const { id } = await rest.send<InboxItem>('POST', '/api/inbox', { title: `Wird Artikel ${word}` })
  await rest.send('POST', '/api/inbox', { title: 'Steht oben' })
  const page = await open(`/admin/inbox?eintrag=${id}`)
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText(`Wird Artikel ${word}`)
  await pane(page).getByRole('button', { name: 'Artikel', exact: true }).click()
  await expect(toast(page, 'Artikel angelegt')).toBeVisible()
  await toast(page, 'Artikel angelegt').getByRole('button', { name: 'Öffnen', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/articles\/[\da-f-]{36}$/)
  await expect(page.getByRole('textbox', { name: 'Titel', exact: true })).toHaveValue(`Wird Artikel ${word}`)
})

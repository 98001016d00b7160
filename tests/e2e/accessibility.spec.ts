import { go, settled } from '../support/box-walk.ts'
import { expect } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

// Other specs check their own screens with axe. This one covers every screen while it is empty, and the dialogs, menus
// and drawers of filled ones.

// The preview of the site's appearance blocks scripts, including those of a test.
test.use({ codeAhead: true })

const SETTINGS = [
  'website',
  'aussehen',
  'lesen',
  'seiten',
  'autoren',
  'kategorien',
  'schlagwoerter',
  'weiterleitungen',
  'export',
  'konten',
  'sicherung',
  'papierkorb',
].map((section) => `/admin/settings?bereich=${section}`)
/** After the dashboard, where it begins. */
const SCREENS = [
  '/admin/articles',
  '/admin/articles?q=gibtesnicht',
  '/admin/articles/new',
  '/admin/pages/new',
  '/admin/calendar',
  '/admin/editorial-plan',
  '/admin/research',
  '/admin/inbox',
  '/admin/media',
  '/admin/link-library',
  '/admin/prompt-library',
  '/admin/integrations',
  ...SETTINGS,
  '/admin/system-check',
  '/admin/account',
  '/admin/waiting',
]

test('axe finds nothing on any empty screen, in either theme', async ({ openEmpty }) => {
  const page = await openEmpty('/admin')
  await settled(page)
  await expectAccessible(page)
  // Without reloading the app.
  for (const address of SCREENS) {
    await test.step(address, async () => {
      await go(page, address)
      await expectAccessible(page)
    })
  }
})

test('axe finds nothing in dialogs, menus and drawers, in either theme', async ({ open, rest, word }) => {
  await rest.send('POST', '/api/categories', { name: `${word} A` })
  await rest.send('POST', '/api/categories', { name: `${word} B` })
  await rest.send('POST', '/api/prompts', { title: word, content: 'Schlage Überschriften vor.', category: 'ChatGPT' })
  await rest.send('POST', '/api/tasks', { title: word })
  await rest.send('POST', '/api/events', { title: word, type: 'deadline', starts_at: new Date().toISOString() })
  await rest.send('POST', '/api/research', { title: word, source_type: 'note', note: 'Notiz' })
  await rest.send('POST', '/api/inbox', { title: word, type: 'idea' })
  const deleted = await rest.send<{ id: string }>('POST', '/api/tasks', { title: `${word} weg` })
  await rest.send('DELETE', `/api/tasks/${deleted.id}`)

  const page = await open('/admin')
  const look = async (name: string, address: string, ...clicks: (string | RegExp)[]) =>
    test.step(name, async () => {
      await go(page, address)
      for (const label of clicks) await page.getByRole('button', { name: label, exact: true }).first().click()
      await expect(page.locator('[role=dialog], [role=alertdialog], [role=menu]').last()).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.locator('[role=dialog], [role=alertdialog], [role=menu]')).toHaveCount(0)
    })
  await look('new category', '/admin/settings?bereich=kategorien', 'Neue Kategorie')
  await look('edit', '/admin/settings?bereich=kategorien', `${word} A bearbeiten`)
  await look('merge', '/admin/settings?bereich=kategorien', `${word} A zusammenführen`)
  await look('remove a category', '/admin/settings?bereich=kategorien', `${word} A löschen`)
  await look('remove for good', '/admin/settings?bereich=papierkorb', `${word} weg endgültig löschen`)
  await look('new prompt', '/admin/prompt-library', 'Neuer Prompt')
  await look('delete a prompt', '/admin/prompt-library', 'Prompt löschen')
  await look('task', '/admin/editorial-plan', new RegExp(word))
  await look('new event', '/admin/calendar', 'Neues Ereignis')
  await look('event', '/admin/calendar', new RegExp(word))
  await test.step('research item', async () => {
    // Beside the list it is a pane, which needs no closing.
    await go(page, '/admin/research')
    await page
      .getByRole('button', { name: new RegExp(word) })
      .first()
      .click()
    await expect(page.getByLabel('Notizen', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
  await look('new research item', '/admin/research', 'Neues Element')
  await look('delete an inbox entry', '/admin/inbox', 'Löschen')
  await page.setViewportSize({ width: 360, height: 740 })
  await look('navigation as a drawer', '/admin', 'Navigation umschalten')
  await look('menu of an inbox entry', '/admin/inbox', `Aktionen für „${word}“`)
})

import { expect, refused, test } from '../support/e2e.ts'
import { toast } from '../support/words.ts'

// A blog with a public name: the first registration requires the code printed at start (RUL-4).
test.use({ ownBlog: { PUBLIC_URL: 'https://blog.example', SETUP_CODE: 'stern-kiesel-42' } })

test('the first registration of a public server requires the setup code (RUL-4)', async ({ page, expectedErrors }) => {
  expectedErrors(refused(422, '/auth/v1/signup'))
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Registrieren', exact: true })).toBeVisible()
  await expect(page.getByLabel('Einrichtungscode', { exact: true })).toHaveCount(0)
  await page.getByLabel('E-Mail', { exact: true }).fill('erste@redaktion.example')
  await page.getByLabel('Passwort', { exact: true }).fill('ein langes Passwort')
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Einrichtungscode', { exact: true })
  await expect(code).toBeFocused()
  await code.fill('geraten')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Der Einrichtungscode stimmt nicht.', { exact: true })).toBeVisible()
  await code.fill('stern-kiesel-42')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin')
  await expect(toast(page, 'Konto erfolgreich erstellt')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible()
})

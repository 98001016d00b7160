import { callAs, freshAccount, register } from '../support/accounts.ts'
import { expect, test } from '../support/e2e.ts'
import { stored } from '../support/stored-session.ts'
import { toast, words } from '../support/words.ts'

test('an account blocked while its screen is open is informed and can open nothing any more (RUL-4, RUL-28)', async ({
  page,
  owner,
  server,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(
    /^console error: Failed to load resource: the server responded with a status of 401 .*\/api\/(rpc\/[\w/]+|live|reader-session)\)$/,
    /^console error: Failed to load resource: the server responded with a status of 40[013] .*\/auth\/v1\/(token|logout)/,
  )
  const account = freshAccount('gesperrt')
  const { user } = await register(server.url, account)
  await callAs(server.url, owner, 'PATCH', `/users/${user.id}`, { approval: 'approved' })
  await signIn(page, '/admin/link-library', account)
  await expect(page.getByRole('heading', { level: 1, name: 'Link-Datenbank', exact: true })).toBeVisible()
  const token = (await stored(page))?.access_token

  await callAs(server.url, owner, 'PATCH', `/users/${user.id}`, { approval: 'blocked' })
  const dialog = page.getByRole('alertdialog', { name: 'Ihre Sitzung ist abgelaufen', exact: true })
  await dialog.getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(words(dialog, 'Ihr Konto ist gesperrt.')).toBeVisible()
  const answer = await fetch(`${server.url}/api/links`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(401)
  // Opened again, the address redirects to the sign-in, which refuses with the same message.
  await page.goto('/admin/link-library')
  await expect(page).toHaveURL('/auth?return=%2Fadmin%2Flink-library')
  await page.getByLabel('E-Mail', { exact: true }).fill(account.email)
  await page.getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Ihr Konto ist gesperrt.')).toBeVisible()
})

import { callAs, freshAccount, register } from '../support/accounts.ts'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'

test('[WEEK-9] a name set on the account page is shown to colleagues in presence, versions, lists and dashboard', async ({
  open,
  rest,
  word,
  server,
  owner,
  signIn,
  newContext,
}) => {
  const colleague = freshAccount('ruth.adler')
  const { user } = await register(server.url, colleague)
  await rest.send('PATCH', `/api/users/${user.id}`, { approval: 'approved' })
  const article = await rest.createArticle({ title: `${word} zu zweit`, content_markdown: 'Ein Satz.' })
  const theirs = await callAs(server.url, colleague, 'POST', '/articles', { title: `${word} von Ruth` })

  // The colleague enters her name by keyboard, on a phone.
  const context = await newContext({ viewport: { width: 360, height: 780 } })
  const other = await context.newPage()
  await signIn(other, '/admin/account', colleague)
  const card = other.locator('section').filter({ has: other.getByRole('heading', { name: 'Anmeldung', exact: true }) })
  await expect(words(card, /^ruth\.adler-\d+$/)).toBeVisible()
  await other.getByRole('button', { name: 'Namen angeben', exact: true }).press('Enter')
  const dialog = other.getByRole('dialog', { name: 'Namen angeben', exact: true })
  const field = dialog.getByLabel('Name', { exact: true })
  await expect(field).toBeFocused()
  await expectAccessible(other)
  await other.keyboard.type('ruth@adler.example')
  await other.keyboard.press('Enter')
  await expect(words(dialog, 'Bitte einen Namen, keine E-Mail-Adresse')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('  Ruth   Ädler ')
  await other.keyboard.press('Enter')
  await expect(toast(other, 'Name gespeichert')).toBeVisible()
  await expect(words(card, 'Ruth Ädler')).toBeVisible()
  await expectNoOverflow(other)

  // The owner sees the name, not the address.
  const page = await open('/admin/articles')
  const row = page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: `${word} von Ruth` })
  await expect(row.first()).toContainText('Ruth Ädler')
  await signIn(other, `/admin/articles/${article.id}`, colleague)
  await open(`/admin/articles/${article.id}`)
  await expect(page.getByText('Ruth Ädler bearbeitet gerade', { exact: true })).toBeVisible()

  // The name changes while the article is open, without a reload.
  await callAs(server.url, colleague, 'PATCH', '/account', { display_name: 'Ruth Adler-Berg' })
  await expect(page.getByText('Ruth Adler-Berg bearbeitet gerade', { exact: true })).toBeVisible()
  await open(`/admin/articles/${String(theirs.id)}`)
  await page.getByRole('button', { name: 'Fassungen', exact: true }).click()
  const versions = page.getByRole('list', { name: 'Fassungen', exact: true })
  await expect(versions.getByRole('button').first()).toContainText('Ruth Adler-Berg')
  await expect(page.getByRole('main')).not.toContainText('@')

  // Only the user management shows addresses.
  await open('/admin/settings?bereich=konten')
  const account = page.getByRole('list', { name: 'Konten', exact: true }).getByRole('listitem')
  await expect(account.filter({ hasText: 'Ruth Adler-Berg' })).toContainText(colleague.email)
  await expect(account.filter({ hasText: owner.email })).toContainText('(Sie)')
})

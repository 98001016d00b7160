import { expect } from '../support/e2e.ts'
import { test } from '../support/signed-in.ts'

test('the first menu and the first dialog of a page open on click as soon as their code is loaded, without a timer', async ({
  page,
  signIn,
  rest,
  word,
}) => {
  await rest.createArticle({ title: word })
  await page.clock.install()
  await signIn(page, `/admin/articles?q=${word}`)
  const removal = page.getByRole('button', { name: 'Artikel löschen', exact: true })
  const menu = page.getByRole('main').locator('[aria-haspopup=menu]').first()
  await removal.waitFor({ state: 'attached' })
  // The clock is stopped: what Suspense delays by 300 ms never appears.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await menu.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.clock.runFor(1_000)
  await expect(page.getByRole('menu')).toBeHidden()
  await removal.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
})

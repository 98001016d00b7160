import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

test('[MOVE-6] [RUL-54] an owner downloads the whole blog as one zip from settings', async ({ open, rest, word }) => {
  const { slug } = await rest.createArticle({ title: `${word} mitgenommen`, content_markdown: 'Alles **da**.' })
  const page = await open('/admin/settings?bereich=export')
  const button = page.getByRole('button', { name: 'Exportieren', exact: true })
  await expect(button).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoOverflow(page)
  const coming = page.waitForEvent('download')
  await button.click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^blog-\d{4}-\d\d-\d\d\.zip$/)
  await expect(toast(page, 'Export heruntergeladen')).toBeVisible()
  await expect(button).toBeVisible()
  const files = unzipSync(await readFile(await download.path()))
  expect(Buffer.from(files[`articles/${slug}.md`] ?? []).toString()).toContain('\n---\n\nAlles **da**.')
  expect(Object.keys(files)).toContain('manifest.json')
})

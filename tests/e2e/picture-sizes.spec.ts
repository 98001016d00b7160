import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { MediaAsset } from '../../src/contract/media.ts'
import { expect } from '../support/e2e.ts'
import type { Rest } from '../support/rest.ts'
import { test } from '../support/signed-in.ts'

const LADDER = [480, 800, 1200, 1600, 2400]

/** A photo of stripes in a unique colour, uploaded through the library's own field. */
async function upload(
  page: Page,
  rest: Rest,
  { name, width, height }: { name: string; width: number; height: number },
) {
  const stripes = await sharp({
    create: { width: 8, height: 8, channels: 3, background: { r: 40, g: 90, b: width % 255 } },
  })
    .png()
    .toBuffer()
  const buffer = await sharp(stripes).resize(width, height, { fit: 'fill' }).jpeg().toBuffer()
  await page.getByLabel('Bilder zum Hochladen', { exact: true }).setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  const cards = page.getByRole('list', { name: 'Bilder', exact: true }).getByRole('listitem')
  await expect(cards.filter({ hasText: name })).toBeVisible()
  const { items } = await rest.send<{ items: MediaAsset[] }>('GET', `/api/media?q=${encodeURIComponent(name)}`)
  return items[0]!
}

test('[SITE-8] own pictures have srcset, width and height, and a phone loads no picture wider than needed', async ({
  open,
  rest,
  word,
  newContext,
}) => {
  const admin = await open('/admin/media')
  const wide = await upload(admin, rest, { name: `${word}-breit.jpg`, width: 2600, height: 1500 })
  const tall = await upload(admin, rest, { name: `${word}-hoch.jpg`, width: 1300, height: 1900 })
  const { slug } = await rest.createArticle({
    title: `Bilder ${word}`,
    content_markdown: `Text\n\n![Breit](${wide.url})\n\n![Hoch](${tall.url} "Ein Turm")\n`,
    cover_image_url: wide.url,
    status: 'published',
  })
  // Generated after the response; the page changes once they exist.
  await expect(async () => {
    const { waiting } = await rest.send<{ waiting: number }>('GET', '/api/media/sizes')
    expect(waiting).toBe(0)
  }).toPass()

  for (const phone of [
    { width: 360, height: 740, scale: 2 },
    { width: 412, height: 900, scale: 1 },
    { width: 1440, height: 900, scale: 1 },
  ]) {
    const context = await newContext({
      viewport: { width: phone.width, height: phone.height },
      deviceScaleFactor: phone.scale,
    })
    const reader = await context.newPage()
    for (const address of [`/article/${slug}`, '/']) {
      await reader.goto(address)
      const images = reader.locator('main img[src*="/blog-media/"]')
      await expect(images.first()).toHaveAttribute('srcset', /480w/)
      for (const image of await images.all()) {
        await image.scrollIntoViewIfNeeded()
        await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true)
        const seen = await image.evaluate((element: HTMLImageElement) => ({
          shown: element.clientWidth,
          source: element.currentSrc,
          own: Number(element.getAttribute('width')),
          height: Number(element.getAttribute('height')),
          set: element.srcset,
          tint: element.classList.contains('tint'),
        }))
        expect(seen).toMatchObject({ tint: true })
        expect(seen.height).toBeGreaterThan(0)
        expect(seen.set).toMatch(new RegExp(` ${seen.own}w$`))
        const loaded = (await sharp(Buffer.from(await (await fetch(seen.source)).arrayBuffer())).metadata()).width
        const needed = [...LADDER.filter((width) => width < seen.own), seen.own].find(
          (width) => width >= seen.shown * phone.scale,
        )
        expect([address, phone.width, loaded]).toEqual([address, phone.width, needed ?? seen.own])
      }
    }
    await context.close()
  }
})

test('[SITE-8] the focal point of a cropped picture is set beside it, by pointer and by keys', async ({
  open,
  rest,
  word,
}) => {
  const page = await open('/admin/media')
  const image = await upload(page, rest, { name: `${word}-fokus.jpg`, width: 900, height: 600 })
  await page.goto(`/admin/media?bild=${image.id}`)
  const field = page.getByRole('group', { name: 'Bildausschnitt', exact: true })
  const focus = async () => {
    const { focus_x, focus_y } = await rest.send<MediaAsset>('GET', `/api/media/${image.id}`)
    return [focus_x, focus_y]
  }
  expect(await focus()).toEqual([50, 50])
  await field.getByRole('slider', { name: 'Senkrecht', exact: true }).press('ArrowLeft')
  await field.getByRole('slider', { name: 'Senkrecht', exact: true }).press('ArrowLeft')
  await expect.poll(focus).toEqual([50, 40])
  const picture = field.locator('button')
  const box = (await picture.boundingBox())!
  await picture.click({ position: { x: box.width * 0.9, y: box.height * 0.25 } })
  await expect.poll(async () => (await focus())[0]).toBeGreaterThanOrEqual(88)
  await page.reload()
  await expect(field.getByRole('slider', { name: 'Senkrecht', exact: true })).toHaveValue('25')
})

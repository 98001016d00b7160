import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

test('a missing imported picture becomes its alternative text, on pages and in feeds; what the site serves itself stays', async () => {
  const content_markdown =
    'Davor.\n\n![Ein Hund](bilder/hund.png "Am Zaun")\n\n![Eine Katze](/media/katze.png) ![Das Zeichen](/icon-192.png)'
  await owner.call('POST', '/api/articles', { title: 'Tiere', status: 'published', content_markdown })
  await owner.call('POST', '/api/pages', { title: 'Hof', status: 'published', content_markdown })
  for (const address of ['/article/tiere', '/hof', '/atom.xml']) {
    const body = (await app.call<string>('GET', address, undefined, { 'accept-encoding': 'identity' })).body.toString()
    for (const words of ['Ein Hund', 'Am Zaun', 'Eine Katze', 'icon-192.png']) expect(body, address).toContain(words)
    expect(body, address).not.toMatch(/(?:hund|katze)\.png/)
  }
})

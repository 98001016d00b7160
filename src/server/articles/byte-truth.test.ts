import { afterAll, beforeAll, expect, test } from 'vitest'
import { oddDocument } from '../../../tests/support/builders/documents.ts'
import { createKit } from '../../../tests/support/builders/kit.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../tests/support/test-app.ts'
import type { Article } from '../../contract/articles.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const COUNT = 1000

test(`${COUNT} odd documents saved and read again are byte for byte the same`, async () => {
  const { random } = createKit({ seed: 'wire' })
  const { body: made }: { body: Article } = await owner.call('POST', '/api/articles', { title: 'Bytes' })
  let { version } = made
  for (let round = 0; round < COUNT; round += 1) {
    const content_markdown = oddDocument(random)
    const saved = await owner.call('PATCH', `/api/articles/${made.id}`, { version, content_markdown })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    version = saved.body.version
    const read = await owner.call('GET', `/api/articles/${made.id}`)
    expect(read.body.content_markdown, `round ${round}`).toBe(content_markdown)
  }
}, 120_000)

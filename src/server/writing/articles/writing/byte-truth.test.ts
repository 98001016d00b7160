import { afterAll, beforeAll, expect, test } from 'vitest'
import { oddDocument } from '../../../../demo/builders/documents.ts'
import { createKit } from '../../../../demo/builders/kit.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

const WRITERS = 10
const EACH = 100

test(`${WRITERS * EACH} odd documents saved are read back byte for byte the same`, async () => {
  const write = async (writer: number) => {
    const { random } = createKit({ seed: `wire ${writer}` })
    const { body: made }: { body: Article } = await owner.call('POST', '/api/articles', { title: `Bytes ${writer}` })
    let { version } = made
    for (let round = 0; round < EACH; round += 1) {
      const content_markdown = oddDocument(random)
      const saved = await owner.call('PATCH', `/api/articles/${made.id}`, { version, content_markdown })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      version = saved.body.version
      // The response is the record as stored in the database.
      expect(saved.body.content_markdown, `writer ${writer}, round ${round}`).toBe(content_markdown)
    }
    const read = await owner.call('GET', `/api/articles/${made.id}`)
    expect(read.body.version).toBe(version)
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
})

import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { fillWholeBlog, type PublicExample } from '../../../../tests/support/whole-blog.ts'
import { sqliteFile } from '../../platform/db/db.ts'
import { turnDueArticles } from '../../writing/articles/publication/publication.service.ts'

let app: TestApp
let pages: PublicExample[]
const statements = new Set<string>()

beforeAll(async () => {
  if (DIALECT !== 'sqlite') return
  app = await startTestApp({ onStatement: (sql) => statements.add(sql) })
  const owner = await app.register()
  pages = await fillWholeBlog(async (...sent) => (await owner.call(...sent)).body, 'Plan')
})
afterAll(() => app?.stop())

/** All of a status are read, and then sorted or grouped. Lists are read along the order of their index. */
const READS_ALL = /(?:SEARCH|SCAN) articles USING [^\n]*(?:\(status=\?\)|INDEX articles_by_title$)[^]*TEMP B-TREE/m

// SQLite keeps no statistics: it takes each equality for rare, and a status is not.
test.runIf(DIALECT === 'sqlite')(
  '[SITE-10] no public page, and nothing that happens each second, reads every published article to find a few',
  async () => {
    statements.clear()
    for (const { path } of [...pages, { path: '/themen' }]) await fetch(app.url + path)
    await turnDueArticles(app.db, new Date())
    const database = new DatabaseSync(sqliteFile(app.dataDir), { readOnly: true })
    const planOf = (sql: string) =>
      database
        .prepare(`explain query plan ${sql}`)
        .all()
        .map(({ detail }) => String(detail))
        .join('\n')
    const reads = [...statements].filter((sql) => /^\s*(?:select|with)\b/i.test(sql))
    expect(reads.length).toBeGreaterThan(50)
    expect(reads.filter((sql) => READS_ALL.test(planOf(sql)))).toEqual([])
    database.close()
  },
)

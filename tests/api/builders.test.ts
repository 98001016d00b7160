import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../../src/server/platform/db/db.ts'
import {
  articleRow,
  formerSlugRow,
  namedRow,
  previewLinkRow,
  revisionRow,
  workingCopyRow,
} from '../../src/demo/builders/articles.ts'
import {
  feedRow,
  inboxRow,
  researchFileRow,
  researchLinkRow,
  researchRow,
  storageObjectRow,
} from '../../src/demo/builders/collecting.ts'
import { insertRows } from '../../src/demo/builders/insert.ts'
import { createKit } from '../../src/demo/builders/kit.ts'
import { linkRow, mediaRow, promptRow, userRow } from '../../src/demo/builders/libraries.ts'
import { LINK_CATEGORIES } from '../../src/rules/libraries.ts'
import { eventRow, taskRow } from '../../src/demo/builders/planning.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('every table accepts the rows of its builder, in batches beyond the parameter limits', async () => {
  const kit = createKit()
  const author = userRow(kit)
  const category = namedRow(kit, 'Übersetzung')
  const tag = namedRow(kit, 'Größe')
  const articles = Array.from({ length: 3000 }, (_, index) =>
    articleRow(kit, {
      title: `Straße ${index}`,
      content_markdown: 'Text',
      author_id: author.id,
      category_id: category.id,
      status: 'published',
    }),
  )
  const [first] = articles as [ReturnType<typeof articleRow>]
  const feed = feedRow(kit)
  const research = researchRow(kit, { article_id: first.id })
  const file = researchFileRow(kit, research, {
    filename: 'Gespräch.pdf',
    mime_type: 'application/pdf',
    size_bytes: 12,
  })
  const rows: { [T in keyof Tables]?: Parameters<typeof insertRows<T>>[2] } = {
    users: [author],
    categories: [category],
    tags: [tag],
    articles,
    article_tags: [{ article_id: first.id, tag_id: tag.id, article_created_at: first.created_at }],
    article_working_copies: [workingCopyRow(kit, first)],
    article_revisions: [revisionRow(kit, first)],
    slug_history: [formerSlugRow(kit, first, 'Früher')],
    preview_links: [previewLinkRow(kit, first, { token_hash: 'abc' })],
    media_assets: [mediaRow(kit)],
    calendar_events: [eventRow(kit)],
    editorial_tasks: [taskRow(kit), taskRow(kit, { article_id: first.id })],
    research_items: [research],
    research_links: [researchLinkRow(kit, research, { url: 'https://beispiel.example/', title: 'Beispiel' })],
    research_files: [file],
    storage_objects: [storageObjectRow(kit, file, '"abc"')],
    rss_feeds: [feed],
    inbox_items: [
      inboxRow(kit),
      inboxRow(kit, { url: 'https://beispiel.example/', feed_id: feed.id, feed_entry_key: '1' }),
    ],
    link_library: LINK_CATEGORIES.map((name) => linkRow(kit, { category: name })),
    prompt_library: [promptRow(kit)],
  }
  for (const [table, values] of Object.entries(rows)) {
    await insertRows(app.db, table as keyof Tables, values as never)
    const { count } = await app.db
      .selectFrom(table as 'tags')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count), table).toBe(values.length)
  }
  const inserted = await app.db
    .selectFrom('articles')
    .select('search_text')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow()
  expect(inserted.search_text).toContain('strasse 0')
  await insertRows(app.db, 'tags', [])
})

import type { Call } from '../support/test-app.ts'

/** The last acknowledged and the last sent text of a writer: after a crash the server has one of the two. */
export type Article = { id: string; slug: string; version: number; acknowledged: string; asked: string }

/** One stream of saves. `save` sends one and resolves with true if the server acknowledged it. */
export type Writer = {
  name: string
  articles: Article[]
  save: (call: Call, text: string) => Promise<boolean>
  /** The text on the server of one of the articles, or null if there is no such article. */
  read: (call: Call, article: Article) => Promise<string | null>
}

/** The streams that the crash test runs in parallel: every way in which an article's text is stored. */
export async function createWriters(call: Call): Promise<Writer[]> {
  const draft = await createArticle(call, 'Entwurf', 'draft')
  const live = await createArticle(call, 'Veröffentlicht', 'published')
  const working = await createArticle(call, 'Arbeitsfassung', 'published')
  return [
    { name: 'saves of a draft', articles: [draft], save: (as, text) => update(as, draft, text), read: readText },
    { name: 'updates that go live', articles: [live], save: (as, text) => update(as, live, text), read: readText },
    { name: 'autosaves', articles: [working], save: (as, text) => autosave(as, working, text), read: readWorkingCopy },
    newArticles(),
  ]
}

/** Takes the server's text after a crash as the base of the next save. Throws if an acknowledged save is missing. */
export async function verify(call: Call, writer: Writer): Promise<{ inFlight: number }> {
  let inFlight = 0
  for (const article of writer.articles) {
    const text = await writer.read(call, article)
    if (text !== article.acknowledged && text !== article.asked) {
      throw new Error(
        `${writer.name}: acknowledged "${article.acknowledged}", asked for "${article.asked}", the server has "${text}" (${article.id})`,
      )
    }
    if (text !== article.acknowledged) inFlight += 1
    article.acknowledged = article.asked = text ?? ''
    const { body } = await call('GET', `/api/articles/${article.id}`)
    article.version = body.version
  }
  return { inFlight }
}

async function createArticle(call: Call, title: string, status: string, text = ''): Promise<Article> {
  const { status: code, body } = await call('POST', '/api/articles', { title, status, content_markdown: text })
  if (code !== 201) throw new Error(`creating an article: ${code} ${JSON.stringify(body)}`)
  return { id: body.id, slug: body.slug, version: body.version, acknowledged: text, asked: text }
}

async function update(call: Call, article: Article, text: string): Promise<boolean> {
  article.asked = text
  return settle(
    article,
    text,
    await call('PATCH', `/api/articles/${article.id}`, { version: article.version, content_markdown: text }),
  )
}

async function autosave(call: Call, article: Article, text: string): Promise<boolean> {
  article.asked = text
  const content = { title: 'Arbeitsfassung', slug: article.slug, excerpt: '', cover_image_url: null, category_id: null }
  const answer = await call('PUT', `/api/articles/${article.id}/working-copy`, {
    ...content,
    version: article.version,
    content_markdown: text,
  })
  return settle(article, text, answer)
}

function settle(
  article: Article,
  text: string,
  { status, body }: { status: number; body: { version: number } },
): boolean {
  // Anything but a success is a fault of the server, since this article has no other writer.
  if (status !== 200) throw new Error(`saving ${article.id}: ${status} ${JSON.stringify(body)}`)
  article.version = body.version
  article.acknowledged = text
  return true
}

function newArticles(): Writer {
  const articles: Article[] = []
  return {
    name: 'new articles',
    articles,
    async save(call, text) {
      articles.push(await createArticle(call, text, 'draft', text))
      return true
    },
    read: readText,
  }
}

async function readText(call: Call, article: Article): Promise<string | null> {
  const { status, body } = await call('GET', `/api/articles/${article.id}`)
  return status === 404 ? null : body.content_markdown
}

async function readWorkingCopy(call: Call, article: Article): Promise<string | null> {
  const { body } = await call('GET', `/api/articles/${article.id}`)
  return body.working_copy?.content_markdown ?? body.content_markdown
}

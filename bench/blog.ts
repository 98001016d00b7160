import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerProcess } from '../tests/support/server-process.ts'

export type Blog = {
  accessToken: string
  /** Of the owner, for the sign-in form. */
  credentials: { email: string; password: string }
  /** Signs in this many more times and returns the refresh token of each session. */
  openSessions: (count: number) => Promise<string[]>
  /** Slug of the measured published article. */
  slug: string
  /** Address of the category that contains all of them. */
  category: string
}

const CREDENTIALS = { email: 'messung@redaktion.example', password: 'ein langes Passwort' }

/** Fills a fresh server with `articles` published articles of real markdown. */
export async function fillBlog(server: ServerProcess, articles: number): Promise<Blog> {
  const post = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Record<string, string>
  }
  const { access_token: accessToken = '' } = await post('/auth/v1/signup', CREDENTIALS)
  const texts = documents()
  const category = await post('/api/categories', { name: 'Messung' }, accessToken)
  let slug = ''
  for (let index = 0; index < articles; index++) {
    const text = texts[index % texts.length] ?? ''
    const created = await post(
      '/api/articles',
      {
        title: `Messung ${index + 1}`,
        content_markdown: text,
        excerpt: 'Ein Artikel, an dem gemessen wird.',
        status: 'published',
        category_id: category.id,
      },
      accessToken,
    )
    if (index === 0) slug = created.slug ?? ''
  }
  const openSessions = async (count: number) => {
    const tokens: string[] = []
    for (let index = 0; index < count; index++) {
      tokens.push((await post('/auth/v1/token?grant_type=password', CREDENTIALS)).refresh_token ?? '')
    }
    return tokens
  }
  return { accessToken, credentials: CREDENTIALS, openSessions, slug, category: `/kategorie/${category.slug}` }
}

/** Real markdown: READMEs of installed packages between 8 and 40 KB, the one nearest to 20 KB first. */
export function documents(): string[] {
  const modules = join(import.meta.dirname, '..', 'node_modules')
  const texts = readdirSync(modules).flatMap((name) => {
    try {
      return [readFileSync(join(modules, name, 'README.md'), 'utf8')]
    } catch {
      return []
    }
  })
  const fitting = texts.filter((text) => text.length > 8_000 && text.length < 40_000)
  return fitting.sort((a, b) => Math.abs(a.length - 20_000) - Math.abs(b.length - 20_000)).slice(0, 20)
}

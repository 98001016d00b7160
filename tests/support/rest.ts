import type { Article, CreateArticle } from '../../src/contract/articles.ts'
import type { Account } from './e2e.ts'

type Body = Record<string, unknown>

/** The REST API as one signed-in account; a refused call throws the server's message. */
export type Rest = {
  send: <T = Body>(method: string, path: string, body?: unknown) => Promise<T>
  createArticle: (article: Partial<CreateArticle> & { title: string }) => Promise<Article>
  getArticle: (id: string) => Promise<Article>
}

/** Signs in by password and returns the API for browser tests that prepare or check data. */
export async function restAs(url: string, account: Account): Promise<Rest> {
  const request = async <T>(method: string, path: string, body: unknown, token?: string): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : null) as T
  }
  const session = await request<{ access_token: string }>('POST', '/auth/v1/token?grant_type=password', account)
  const send = <T = Body>(method: string, path: string, body?: unknown) =>
    request<T>(method, path, body, session.access_token)
  return {
    send,
    createArticle: (article) => send<Article>('POST', '/api/articles', article),
    getArticle: (id) => send<Article>('GET', `/api/articles/${id}`),
  }
}

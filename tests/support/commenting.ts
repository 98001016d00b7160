import type { TestAccount, TestApp } from './test-app.ts'

export type Posted = { status: number; location: string | null; body: string; headers: Headers }

/** Posts a form as a browser does. */
export async function postForm(
  app: Pick<TestApp, 'url'>,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Posted> {
  const response = await fetch(app.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: await response.text(),
    headers: response.headers,
  }
}

/** The signed time of a preview page. */
export function stampIn(page: string): string {
  return /name="stamp" value="([^"]+)"/.exec(page)?.[1] ?? ''
}

/** A clock that a test moves. */
export class Clock {
  #app: TestApp
  now: number

  constructor(app: TestApp, at: string) {
    this.#app = app
    this.now = Date.parse(at)
    app.setClock(new Date(this.now))
  }

  pass(seconds: number): void {
    this.now += seconds * 1000
    this.#app.setClock(new Date(this.now))
  }
}

/** Writes a comment in two steps, as readers do, and returns the path of its secret page. */
export async function comment(
  app: TestApp,
  clock: Clock,
  slug: string,
  fields: { name: string; text: string; parent?: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const path = `/article/${slug}/kommentare`
  const preview = await postForm(app, path, fields, headers)
  if (preview.status !== 200) throw new Error(`preview answered ${preview.status}: ${preview.body}`)
  clock.pass(5)
  const sent = await postForm(app, path, { ...fields, stamp: stampIn(preview.body) }, headers)
  if (sent.status !== 303 || !sent.location) throw new Error(`storing answered ${sent.status}: ${sent.body}`)
  return sent.location
}

/** A published article. */
export async function publish(
  owner: TestAccount,
  title: string,
  values: object = {},
): Promise<{ id: string; slug: string; version: number }> {
  const { body } = await owner.call('POST', '/api/articles', {
    title,
    content_markdown: 'Ein Text.',
    status: 'published',
    ...values,
  })
  return body
}

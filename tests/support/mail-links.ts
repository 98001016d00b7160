import type { Call } from './test-app.ts'

/** Where a followed link ended: the address and its parameters, from fragment and query. */
export type Landing = { status: number; url: string; query: URLSearchParams; fragment: URLSearchParams }

/** Opens a mailed link as a browser does: reads the page, presses its button, and returns the result. */
export async function followMailLink(call: Call, link: string, headers: Record<string, string> = {}): Promise<Landing> {
  const { pathname, search } = new URL(link)
  const page = await call('GET', pathname + search)
  const field = (name: string) =>
    (new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1] ?? '').replaceAll('&amp;', '&')
  const form = new URLSearchParams(['type', 'token', 'redirect_to'].map((name) => [name, field(name)]))
  return pressButton(call, form, headers)
}

/** Submits the form of a link's page with the given fields. */
export async function pressButton(
  call: Call,
  form: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Landing> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await call('POST', '/auth/v1/verify', form.toString(), { ...type, ...headers })
  const url = new URL(answer.headers.get('location') ?? 'about:blank')
  const fragment = new URLSearchParams(url.hash.slice(1))
  return { status: answer.status, url: url.origin + url.pathname, query: url.searchParams, fragment }
}

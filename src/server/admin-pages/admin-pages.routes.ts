import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { isAdminPath } from '../../rules/admin-paths.ts'
import { ADMIN_POLICY, BASE_HEADERS } from '../platform/http/headers.ts'

/**
 * The admin app's page for `/auth` and everything below `/admin`, with the public key in a meta element (RUL-33). Unknown
 * addresses get the same page with status 404 (RUL-41): signed in one sees PUB-8, signed out the sign-in.
 */
export function adminPages(builtAdmin: string, anonKey: string): Hono {
  const app = new Hono()
  let page: Promise<string> | undefined
  const load = () => {
    page ??= readFile(join(builtAdmin, 'index.html'), 'utf8').then((html) =>
      html.replace('</head>', `  <meta name="anon-key" content="${anonKey}">\n  </head>`),
    )
    page.catch(() => (page = undefined))
    return page
  }
  const answer = (status: 200 | 404) => async () =>
    new Response(await load(), {
      status,
      headers: {
        ...BASE_HEADERS,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': ADMIN_POLICY,
        'Cache-Control': 'no-cache',
      },
    })
  app.get('/auth', answer(200))
  app.get('/admin', answer(200))
  app.get('/admin/*', (context) => answer(isAdminPath(context.req.path) ? 200 : 404)())
  return app
}

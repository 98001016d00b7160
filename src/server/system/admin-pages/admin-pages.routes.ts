import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { isAdminPath } from '../../../nouns/admin-paths.ts'
import { ADMIN_POLICY, BASE_HEADERS } from '../../platform/http/headers.ts'
import { answerWith, holdFile } from '../../platform/http/held-file.ts'

/**
 * The admin app's page for `/auth` and everything below `/admin`, with the public key in a meta element (RUL-33).
 * Unknown addresses get the same page with status 404 (RUL-41): with a session it shows PUB-8, without one the sign-in.
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
  // Not among the assets: the scope of a service worker is its own folder, and its name never changes.
  const file = (name: string, type: string, headers: Record<string, string> = {}) => {
    app.get(`/admin/${name}`, async (context) => {
      // Missing in development.
      const bytes = await readFile(join(builtAdmin, name)).catch(() => null)
      if (!bytes) return answer(404)()
      const held = await holdFile(bytes, type)
      return answerWith(context, held, {
        ...BASE_HEADERS,
        'Content-Security-Policy': ADMIN_POLICY,
        'Cache-Control': 'no-cache',
        ...headers,
      })
    })
  }
  file('sw.js', 'text/javascript; charset=utf-8', { 'Service-Worker-Allowed': '/admin' })
  file('manifest.webmanifest', 'application/manifest+json')
  // The service worker handles shared content; without one the inbox opens, and nothing is added.
  app.post(
    '/admin/share',
    () => new Response(null, { status: 303, headers: { ...BASE_HEADERS, Location: '/admin/inbox' } }),
  )
  app.get('/auth', answer(200))
  app.get('/admin', answer(200))
  app.get('/admin/*', (context) => answer(isAdminPath(context.req.path) ? 200 : 404)())
  return app
}

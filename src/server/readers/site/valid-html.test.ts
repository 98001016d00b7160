import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { markupFaults } from '../../../../tests/support/valid-html.ts'
import { fillWholeBlog, INDEXNOW_KEY, type PublicExample } from '../../../../tests/support/whole-blog.ts'
import { LANDING_FORMS } from '../../../contract/appearance.ts'
import { newId } from '../../platform/ids.ts'
import { hashOfToken } from '../newsletter/keys.ts'
import { ROUTES, routeOf } from './routes.ts'

// Markup does not depend on the database: once is enough.
describe('markup of public pages', () => {
  let app: TestApp
  let owner: TestAccount
  let examples: PublicExample[]

  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await owner.call(method, path, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  /** The validator's messages for a page; none for other files. */
  const faults = async ({ path, status }: PublicExample): Promise<string[]> => {
    const answer = await app.call<string>('GET', path)
    if (answer.status !== status) return [`${path}: ${answer.status} instead of ${status}`]
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return []
    return markupFaults(answer.body, path)
  }
  const allFaults = async (pages: readonly PublicExample[]): Promise<string[]> => {
    const found: string[] = []
    for (const page of pages) found.push(...(await faults(page)))
    return found
  }

  beforeAll(async () => {
    app = await startTestApp({ env: { INDEXNOW_KEY, SMTP_URL: 'smtp://127.0.0.1:9', AUTH_MAIL_CONFIRM: 'false' } })
    owner = await app.register()
    examples = await fillWholeBlog(send, 'Probe')
  })
  afterAll(() => app.stop())

  test('every public route has an example', () => {
    const shown = new Set(examples.map(({ path }) => routeOf(path.split('?', 1)[0]!)?.route))
    expect(ROUTES.filter((route) => !shown.has(route)).map(({ path }) => path.source)).toEqual([])
  })

  test('html-validate finds nothing on any page, in any form of the landing page, or on an empty blog', async () => {
    expect(await allFaults(examples)).toEqual([])
    const landing = examples.filter(({ path }) => path === '/' || path === '/?seite=2')
    for (const form of LANDING_FORMS) {
      await send('PATCH', '/api/appearance', { landing: form })
      expect(await allFaults(landing), form).toEqual([])
    }
    const empty = await startTestApp()
    try {
      const { body } = await empty.call<string>('GET', '/')
      expect(await markupFaults(body, '/')).toEqual([])
    } finally {
      await empty.stop()
    }
  })

  test('html-validate finds nothing on pages of the newsletter and articles with its form', async () => {
    await send('PATCH', '/api/newsletter', { enabled: true, address: 'Ada Moor, Weg 1' })
    const at = new Date().toISOString()
    const subscriber = { id: newId(), email: 'a@leser.example', email_hash: 'a', state: 'active', rhythm: 'each' }
    const times = { reply: null, confirmed_at: at, state_since: at, created_at: at, token_hash: hashOfToken('wort') }
    await app.db
      .insertInto('newsletter_subscribers')
      .values({ ...subscriber, ...times })
      .execute()
    const article = examples.find(({ path }) => path.startsWith('/article/'))!.path
    const pages = ['abmelden', 'einstellungen', 'loeschen'].map((page) => `${page}/wort`)
    const found = await allFaults([
      ...[article, '/newsletter', ...['danke', ...pages].map((page) => `/newsletter/${page}`)].map((path) => ({
        name: path,
        path,
        status: 200,
      })),
      { name: 'an old link', path: '/newsletter/bestaetigen/alt', status: 404 },
    ])
    expect(found).toEqual([])
  })
})

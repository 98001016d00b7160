import type { Page } from '@playwright/test'
import type { Account } from './e2e.ts'
import { QUIET } from './shared-tab.ts'

/** Key of the app's session in local storage, and name of the channel that informs other tabs. */
export const SESSION = 'blog-cms-auth'

type Stored = { access_token: string; refresh_token: string; expires_at: number; user: { email: string } }

/** The session in the browser's storage; null without one. */
export const stored = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null, SESSION)

/** Leaves the app, so that no running request is affected, and makes the stored access token expired for the client. */
export async function expire(page: Page, refreshToken?: string) {
  await page.goto(QUIET)
  await page.evaluate(
    ([key, expiresAt, token]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '') as Stored
      localStorage.setItem(
        key,
        JSON.stringify({ ...session, expires_at: expiresAt, refresh_token: token ?? session.refresh_token }),
      )
    },
    [SESSION, Math.floor(Date.now() / 1000) - 60, refreshToken] as const,
  )
}

/**
 * Puts a session of this account into the browser's storage, which is faster than the sign-in form. The base address of
 * the page's context must be the blog.
 */
export async function placeSession(page: Page, account: Account): Promise<void> {
  if (new URL(page.url()).pathname !== QUIET) await page.goto(QUIET)
  const { origin } = new URL(page.url())
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${await answer.text()}`)
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [SESSION, await answer.text()] as const)
}

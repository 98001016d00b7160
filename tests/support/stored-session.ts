import type { Page } from '@playwright/test'
import type { Account } from './e2e.ts'
import { QUIET } from './shared-tab.ts'

/** Where the app keeps its session, and the name of the channel that tells other tabs. */
export const SESSION = 'blog-cms-auth'

type Stored = { access_token: string; refresh_token: string; expires_at: number; user: { email: string } }

/** The session as the browser keeps it; null without one. */
export const stored = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null, SESSION)

/** Leaves the app, so that nothing in flight notices, and lets the stored access token have run out, as a client sees it. */
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
 * Puts a session of this account into the browser's storage, as signing in does, without the time the form takes.
 * The page's context knows the blog as its base address.
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

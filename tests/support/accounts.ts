import type { Account } from './e2e.ts'

type Tokens = { access_token: string; refresh_token: string; user: { id: string } }

async function post(url: string, path: string, body: unknown): Promise<Tokens> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Tokens
}

let counter = 0

/** An e-mail address that no other test of this worker uses. */
export function freshAccount(name: string): Account {
  counter += 1
  return { email: `${name}-${counter}@redaktion.example`, password: 'ein langes Passwort' }
}

/** Registers an account over HTTP, outside any browser. */
export const register = (url: string, account: Account) => post(url, '/auth/v1/signup', account)

/** A session of an account over HTTP, outside any browser. */
export const grant = (url: string, account: Account) => post(url, '/auth/v1/token?grant_type=password', account)

/** Calls the API as an account and returns status and body. */
export async function callAs(url: string, account: Account, method: string, path: string, body?: unknown) {
  const { access_token } = await grant(url, account)
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

/** A member of the editorial team: registered, and approved by the owner. */
export async function approved(url: string, owner: Account, name: string): Promise<Account & { id: string }> {
  const account = freshAccount(name)
  const { user } = await register(url, account)
  await callAs(url, owner, 'PATCH', `/users/${user.id}`, { approval: 'approved' })
  return { ...account, id: user.id }
}

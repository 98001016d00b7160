import type { Chrome, Session, Settings } from './chrome.ts'

/** The popup: signs in and adds the current tab to the inbox. Plain REST with a bearer token, no cookies. */

declare const chrome: Chrome

/** An element of `popup.html`. */
const element = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T
const field = (id: string) => element<HTMLInputElement>(id)
const VIEWS = ['sign-in', 'second-factor', 'capture'] as const
const UNREACHABLE = 'Der Server antwortet nicht. Bitte prüfen Sie die Backend-URL in den Einstellungen.'
const TOKEN_ENDED =
  'Ihr Inbox-Token gilt nicht mehr. Legen Sie in der Redaktion unter Integrationen ein neues an, und tragen Sie es in den Einstellungen ein.'

type Entry = { id: string }
/** Error body of the auth protocol or the API. */
type Refused = { code?: string; error_code?: string; message?: string; msg?: string; current?: Entry }
type Factor = { id: string; factor_type: string; status: string }

/** An error response of the server: its message and code. */
class Refusal extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly current: Entry | undefined

  constructor(status: number, { code, error_code, message, msg, current }: Refused = {}) {
    super(message || msg || `Der Server antwortet mit ${status}.`)
    this.status = status
    this.code = error_code || code
    this.current = current
  }
}

let settings: Settings = {}
let byRecoveryCode = false

function show(view: (typeof VIEWS)[number]): void {
  for (const id of VIEWS) element(id).hidden = id !== view
  element('sign-out').hidden = Boolean(settings.token)
  element(view).querySelector('input')?.focus()
}

function say(text: string): void {
  element('message').textContent = text
}

async function request<T = unknown>(
  method: string,
  path: string,
  { body, token }: { body?: object; token?: string } = {},
): Promise<T> {
  let response: Response
  try {
    response = await fetch(settings.backendUrl + path, {
      method,
      credentials: 'omit',
      headers: {
        ...(settings.anonKey && { apikey: settings.anonKey }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        'Accept-Language': 'de',
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Refusal(0, { message: UNREACHABLE })
  }
  const text = await response.text()
  let answer: unknown = {}
  try {
    answer = text ? JSON.parse(text) : {}
  } catch {
    // The server under this address is not a backend.
    if (response.ok) throw new Refusal(response.status, { message: UNREACHABLE })
  }
  if (!response.ok) throw new Refusal(response.status, answer as Refused)
  return answer as T
}

async function keepSession(answer: Session): Promise<void> {
  settings.session = {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token,
    expires_at: answer.expires_at,
  }
  await chrome.storage.local.set({ session: settings.session })
}

async function forgetSession(): Promise<void> {
  delete settings.session
  await chrome.storage.local.remove('session')
}

/** The token for requests: the inbox-only one, else the session's, refreshed when it is about to expire. */
async function bearer(): Promise<string | null> {
  if (settings.token) return settings.token
  if (!settings.session) return null
  if (settings.session.expires_at * 1000 - Date.now() > 60_000) return settings.session.access_token
  try {
    const body = { refresh_token: settings.session.refresh_token }
    await keepSession(await request<Session>('POST', '/auth/v1/token?grant_type=refresh_token', { body }))
  } catch (error) {
    if (error instanceof Refusal && (error.status === 0 || error.status >= 500)) throw error
    await forgetSession()
    return null
  }
  return settings.session.access_token
}

function askToSignIn(text = ''): void {
  show('sign-in')
  say(text)
}

/** Asks for the second factor: a code of the authenticator app, or a recovery code. */
function askForFactor(withRecoveryCode = false): void {
  byRecoveryCode = withRecoveryCode
  element('code-label').textContent = byRecoveryCode ? 'Wiederherstellungscode' : 'Code aus Ihrer App'
  element('other-way').textContent = byRecoveryCode ? 'Code aus der App eingeben' : 'Wiederherstellungscode verwenden'
  field('code').inputMode = byRecoveryCode ? 'text' : 'numeric'
  field('code').value = ''
  show('second-factor')
  say('')
}

/** Raises the session to aal2 by a code of any enrolled authenticator app (auth protocol: challenge, verify). */
async function confirmFactor(token: string, code: string): Promise<Session> {
  const { factors = [] } = await request<{ factors?: Factor[] }>('GET', '/auth/v1/user', { token })
  let refusal: unknown = new Refusal(0, {
    message:
      'Ihr zweiter Faktor lässt sich hier nicht eingeben. Verwenden Sie einen Wiederherstellungscode, oder legen Sie in der Redaktion unter Integrationen ein Token an und tragen Sie es in den Einstellungen ein.',
  })
  for (const { id } of factors.filter((factor) => factor.factor_type === 'totp' && factor.status === 'verified')) {
    try {
      const challenge = await request<{ id: string }>('POST', `/auth/v1/factors/${id}/challenge`, { token, body: {} })
      const body = { challenge_id: challenge.id, code }
      return await request<Session>('POST', `/auth/v1/factors/${id}/verify`, { token, body })
    } catch (error) {
      refusal = error
    }
  }
  throw refusal
}

/** The existing entry with the address, if the server returns it; an inbox-only token does not get it. */
let entryThere: Entry | undefined

/** Reports that the address is already in the inbox, and offers to open the entry or to save anyway. */
function offerBoth({ message, current }: Refusal): void {
  entryThere = current
  element('already-there').hidden = false
  say(message)
}

async function save({ allowDuplicate = false } = {}): Promise<void> {
  element('already-there').hidden = true
  const token = await bearer()
  if (!token) return askToSignIn('Bitte melden Sie sich an.')
  const body = {
    title: field('title').value.trim(),
    url: field('url').value.trim(),
    note: field('note').value,
    source: 'extension',
    allow_duplicate: allowDuplicate,
  }
  try {
    await request('POST', '/api/inbox', { token, body })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'already_in_inbox') return offerBoth(error)
    if (error.code === 'insufficient_aal') {
      askForFactor()
      return say('Bitte bestätigen Sie die Anmeldung mit Ihrem zweiten Faktor.')
    }
    if (error.status === 401) {
      if (settings.token) throw new Refusal(401, { message: TOKEN_ENDED })
      await forgetSession()
      return askToSignIn('Ihre Anmeldung ist abgelaufen.')
    }
    throw error
  }
  for (const id of VIEWS) element(id).hidden = true
  say('In der Inbox gespeichert.')
}

async function fillIn(): Promise<void> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  const url = tab?.url ?? ''
  const isPage = /^https?:/i.test(url)
  field('title').value = isPage ? (tab?.title ?? url) : ''
  field('url').value = isPage ? url : ''
  if (!isPage) say('Diese Seite hat keine Adresse im Netz. Sie können Titel und Adresse selbst eingeben.')
}

/** Runs one action at a time with the button disabled, and shows errors. */
async function attempt(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  button.disabled = true
  say('')
  try {
    await work()
  } catch (error) {
    say((error as Error).message)
  } finally {
    button.disabled = false
  }
}

/** Registers the submit handler of a form. */
function onSubmit(id: string, work: () => Promise<void>): void {
  const button = element(id).querySelector<HTMLButtonElement>('button:not([type])')!
  const run = () => attempt(button, work)
  element(id).addEventListener('submit', (event) => {
    event.preventDefault()
    void run()
  })
}

onSubmit('sign-in', async () => {
  const body = { email: field('email').value, password: field('password').value }
  const answer = await request<Session & { user?: { factors?: Factor[] } }>(
    'POST',
    '/auth/v1/token?grant_type=password',
    { body },
  )
  field('password').value = ''
  await keepSession(answer)
  const hasFactor = answer.user?.factors?.some(({ status }) => status === 'verified')
  if (hasFactor) askForFactor()
  else show('capture')
})

onSubmit('second-factor', async () => {
  const token = await bearer()
  if (!token) return askToSignIn('Ihre Anmeldung ist abgelaufen.')
  const code = field('code').value.replace(/\s/g, '')
  const raised = byRecoveryCode
    ? await request<Session>('POST', '/api/account/recovery-codes/use', { token, body: { code } })
    : await confirmFactor(token, code)
  await keepSession(raised)
  field('code').value = ''
  show('capture')
})

onSubmit('capture', () => save())

element('save-anyway').addEventListener('click', () => {
  void attempt(element<HTMLButtonElement>('save-anyway'), () => save({ allowDuplicate: true }))
})
element('open-entry').addEventListener('click', () => {
  const entry = entryThere ? `?eintrag=${entryThere.id}` : ''
  void chrome.tabs.create({ url: `${settings.backendUrl}/admin/inbox${entry}` })
})

element('other-way').addEventListener('click', () => askForFactor(!byRecoveryCode))
element('open-options').addEventListener('click', () => void chrome.runtime.openOptionsPage())
element('sign-out').addEventListener('click', () => void signOut())
async function signOut(): Promise<void> {
  const token = await bearer().catch(() => null)
  if (token) await request('POST', '/auth/v1/logout?scope=local', { token }).catch(() => undefined)
  await forgetSession()
  askToSignIn('Sie sind abgemeldet.')
}

async function start(): Promise<void> {
  settings = await chrome.storage.local.get(['backendUrl', 'anonKey', 'token', 'session'])
  await fillIn()
  if (!settings.backendUrl) return say('Tragen Sie zuerst in den Einstellungen die Backend-URL ein.')
  if (settings.token || settings.session) show('capture')
  else show('sign-in')
}

void start()

import type { Chrome } from './chrome.ts'

/** The options: address of the backend, its public key, and optionally an inbox-only token. */

declare const chrome: Chrome

/** An element of `options.html`. */
const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
const field = (id: string) => element<HTMLInputElement>(id)

function say(text: string): void {
  element('message').textContent = text
}

/** Input typed before the storage responded stays. */
async function load(): Promise<void> {
  const {
    backendUrl = '',
    anonKey = '',
    token = '',
  } = await chrome.storage.local.get(['backendUrl', 'anonKey', 'token'])
  field('backend-url').value ||= backendUrl
  field('anon-key').value ||= anonKey
  field('token').value ||= token
}

async function store(): Promise<void> {
  const backendUrl = field('backend-url').value.trim().replace(/\/+$/, '')
  const before = await chrome.storage.local.get('backendUrl')
  // A session belongs to its backend; its tokens are not sent to another one.
  if (before.backendUrl !== backendUrl) await chrome.storage.local.remove('session')
  const token = field('token').value.trim()
  await chrome.storage.local.set({ backendUrl, anonKey: field('anon-key').value.trim(), token })
}

async function submit(): Promise<void> {
  const url = URL.parse(field('backend-url').value.trim())
  if (!url || !/^https?:$/.test(url.protocol)) {
    say('Bitte eine Adresse mit http:// oder https:// angeben.')
    return
  }
  await store()
  say('Gespeichert.')
}

element('options').addEventListener('submit', (event) => {
  event.preventDefault()
  void submit()
})

void load()

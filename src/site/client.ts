import { offerCopies } from './code-copies.ts'

/** The only thing ever stored on a reader's machine, and only by a click on the switch (RUL-38). */
const STORAGE_KEY = 'blog-cms-theme'

type Theme = 'light' | 'dark'

const root = document.documentElement

const prefersLight = matchMedia('(prefers-color-scheme: light)')

/** The reader's choice, else the owner's (RUL-101). */
function chosenTheme(): Theme {
  let chosen: string | null | undefined = null
  try {
    chosen = localStorage.getItem(STORAGE_KEY)
  } catch {
    // storage may be switched off; the owner's choice holds
  }
  chosen ??= root.dataset['default']
  if (chosen === 'system') return prefersLight.matches ? 'light' : 'dark'
  return chosen === 'light' ? 'light' : 'dark'
}

function show(theme: Theme): void {
  root.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('[name=theme-color]'))
    meta.content = meta.dataset[theme] ?? ''
}

function applyTheme(): void {
  show(chosenTheme())
}

function switchTheme(): void {
  const next: Theme = root.dataset['theme'] === 'light' ? 'dark' : 'light'
  show(next)
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // the choice then lasts as long as the page
  }
}

function showLoading(text: string): void {
  const status = document.querySelector('.loading')
  if (status) status.textContent = text
}

/** Whether a click leads to another page of the site in this very window. */
function leadsToPage(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false
  if (link.target || link.origin !== location.origin) return false
  return link.pathname + link.search !== location.pathname + location.search || link.hash === ''
}

/** Loads what a placeholder stands for (RUL-49): a reader has asked for it, and nobody else. */
function loadEmbed(event: MouseEvent, button: HTMLElement): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const frame = document.createElement('iframe')
  frame.src = button.dataset['embed'] ?? ''
  frame.title = button.closest('figure')?.querySelector('b')?.textContent ?? ''
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  // it may do everything in its box, and open others; it may not lead the reader away
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation',
  )
  // posts of Mastodon say their height when they are asked
  frame.addEventListener('load', () => frame.contentWindow?.postMessage({ type: 'setHeight', id: 1 }, '*'))
  // some players show nothing to pages that do not say where they are
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  button.parentElement?.replaceChildren(frame)
  frame.focus()
}

/** Posts say how high they are: as an object, or as its JSON (Instagram). Players keep their box. */
function fitPost({ source, data }: MessageEvent<unknown>): void {
  const frame = [...document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === source)
  const box = frame?.closest<HTMLElement>('.h248>div')
  if (!box) return
  try {
    const said = (typeof data === 'string' ? JSON.parse(data) : data) as { height?: unknown; details?: unknown } | null
    const height = Number(said?.height ?? (said?.details as { height?: unknown } | undefined)?.height)
    if (height > 99 && height < 3000) box.style.height = `${height}px`
  } catch {
    // it said something else
  }
}

/** Confirmation mails lead to the landing page (AUTH-8); what they bring is for the admin app. */
function forwardArrival(): void {
  const query = new URLSearchParams(location.search)
  const arrived = query.has('code') || /^#.*\b(access_token|error_code|message)=/.test(location.hash)
  if (location.pathname !== '/' || !arrived) return
  query.set('step', 'confirmed')
  location.replace(`/auth?${query}${location.hash}`)
}

/** The ways to pass a page on that this browser has; without a script there is the mail. */
function offerSharing(): void {
  const ways: Record<string, boolean> = { copy: 'clipboard' in navigator, sheet: 'share' in navigator }
  for (const button of document.querySelectorAll<HTMLElement>('[data-share]'))
    button.hidden = !ways[button.dataset['share'] ?? '']
}

/** Marks the chapter being read in the contents. */
function followChapters(): void {
  const links = new Map<Element, HTMLElement>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.toc a')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    if (heading) links.set(heading, link)
  }
  const watch = new IntersectionObserver(
    () => {
      const passed = [...links].filter(([heading]) => heading.getBoundingClientRect().top < innerHeight / 3)
      const now = passed.at(-1)?.[1]
      for (const link of links.values()) link.ariaCurrent = link === now ? 'true' : null
    },
    // upwards without a bound: a jump over all headings is seen, too
    { rootMargin: '99999px 0px -66%' },
  )
  for (const heading of links.keys()) watch.observe(heading)
}

async function copyCode(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.previousElementSibling?.textContent.trimEnd() ?? '')
    button.textContent = 'Kopiert'
  } catch {
    // not allowed: it can still be selected
  }
}

async function share(button: HTMLElement): Promise<void> {
  const url = location.origin + location.pathname
  try {
    if (button.dataset['share'] === 'sheet')
      return await navigator.share({
        title: document.querySelector('h1')?.textContent.replaceAll('\u00ad', '') ?? '',
        url,
      })
    await navigator.clipboard.writeText(url)
    const said = button.querySelector('span')
    if (said) said.textContent = 'Link kopiert'
  } catch {
    // closed again, or not allowed: nothing has happened
  }
}

/** The path as the browser shows it; as it was sent where it hides something or reads as a sentence. */
function readablePath(): string {
  try {
    const path = decodeURIComponent(location.pathname)
    if (/^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u.test(path)) return path
  } catch {
    // shown as it was sent
  }
  return location.pathname
}

/** Logs a lost address (PUB-8), names it, and offers its words to the search: the pages of all of them are equal (RUL-46). */
function nameLost(): void {
  if (!document.querySelector('[data-status="404"]')) return
  console.error(`404: ${location.pathname}`)
  const place = document.querySelector('.lost i')
  if (!place) return
  const path = readablePath()
  const code = document.createElement('code')
  code.textContent = path.length > 120 ? `${path.slice(0, 120)}…` : path
  place.replaceWith(code)
  const field = document.querySelector<HTMLInputElement>('#q')
  const words =
    path
      .replace(/\.\w{1,5}$/, '')
      .replace(/^\/article\//, '')
      .match(/\p{L}{3,}/gu) ?? []
  if (field?.value === '') field.value = words.join(' ').slice(0, field.maxLength)
}

forwardArrival()
applyTheme()
addEventListener('storage', applyTheme)
addEventListener('message', fitPost)
prefersLight.addEventListener('change', applyTheme)
// a page that comes back from the browser's memory has neither seen the choice nor left „Lädt...“ behind
addEventListener('pageshow', () => {
  applyTheme()
  showLoading('')
})
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  if (event.target.closest('button.icon')) switchTheme()
  const embed = event.target.closest<HTMLElement>('[data-embed]')
  if (embed) return loadEmbed(event, embed)
  const copy = event.target.closest<HTMLElement>('.copy')
  if (copy) void copyCode(copy)
  const button = event.target.closest<HTMLElement>('[data-share]')
  if (button) void share(button)
  const link = event.target.closest<HTMLAnchorElement>('a[href]')
  if (link && leadsToPage(event, link)) showLoading('Lädt...')
})
document.addEventListener('DOMContentLoaded', () => {
  offerSharing()
  offerCopies()
  followChapters()
  nameLost()
})

/** Name of the meta tag in which the build puts the address of the file list. */
const LIST = 'meta[name="code"]'
const PATIENCE_MS = 5_000

/** Between two looks whether the app still waits for a response. */
const LOOK_MS = 250

/** What a browser says of the line; not all do. */
type Line = EventTarget & { saveData?: boolean; effectiveType?: string }

/**
 * Prefetches all code of the admin app, so that screens and dialogs open without a network. The code is not executed. It
 * waits for a line that is neither metered nor slow, and fetches a file only while `isQuiet`, when the app itself waits for
 * nothing. Afterwards the service worker caches the page itself, too (RUL-65).
 */
export async function fetchCode(isQuiet: () => boolean): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>(LIST)?.content
  if (!address) return
  const worker = await startWorker()
  await goodLine()
  const files = (await (await fetch(address, { priority: 'low' })).json()) as string[]
  for (const file of files) {
    await goodLine()
    while (!isQuiet()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    await (await fetch(file, { priority: 'low' })).arrayBuffer()
  }
  worker?.postMessage({ list: address })
}

/** Resolves when the line is not metered, and no slower than most phones have it. */
async function goodLine(): Promise<void> {
  const { connection } = navigator as { connection?: Line }
  const isDear = () => connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
  while (connection && isDear())
    await new Promise((resolve) => connection.addEventListener('change', resolve, { once: true }))
}

/** The service worker that controls this page. Null if there can be none, as over plain http. */
async function startWorker(): Promise<ServiceWorker | null> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register('/admin/sw.js', { scope: '/admin' }).catch(() => undefined)
  // Browsers with service workers disabled may resolve with undefined.
  if (!registration) return null
  if (!serviceWorker.controller)
    await new Promise<void>((resolve) => {
      serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
      setTimeout(resolve, PATIENCE_MS)
    })
  return serviceWorker.controller ?? registration.active
}

/** Name of the meta tag in which the build puts the address of the file list. */
const LIST = 'meta[name="code"]'
const PATIENCE_MS = 5_000

/**
 * Prefetches all code of the admin app, so that screens and dialogs open without a network. The code is not executed.
 * Afterwards the service worker caches the page itself, too (RUL-65).
 */
export async function fetchCode(): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>(LIST)?.content
  if (!address) return
  const worker = await startWorker()
  const files = (await (await fetch(address)).json()) as string[]
  const next = files[Symbol.iterator]()
  const bring = async () => {
    for (const file of next) await (await fetch(file, { priority: 'low' })).arrayBuffer()
  }
  // Three at a time, so that files of an opened screen are not delayed.
  await Promise.all([bring(), bring(), bring()])
  worker?.postMessage({ list: address })
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

/** Name of the tag in which the build says where the list of its files stands. */
const LIST = 'meta[name="code"]'
const PATIENCE_MS = 5_000

/**
 * Lays all code of the admin app where it is found without a network, a few files at a time, so that screens and dialogs not
 * opened yet open without one. Nothing of it is run. The worker then keeps the page itself, too (RUL-65).
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
  // Few at a time: what somebody opens meanwhile goes first.
  await Promise.all([bring(), bring(), bring()])
  worker?.postMessage({ list: address })
}

/** The worker that answers for this page from now on; null where there can be none, as over plain http. */
async function startWorker(): Promise<ServiceWorker | null> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register('/admin/sw.js', { scope: '/admin' }).catch(() => undefined)
  // A browser in which it is switched off may answer with nothing.
  if (!registration) return null
  if (!serviceWorker.controller)
    await new Promise<void>((resolve) => {
      serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
      setTimeout(resolve, PATIENCE_MS)
    })
  return serviceWorker.controller ?? registration.active
}

/** Name of the tag in which the build says where the list of its files stands. */
const LIST = 'meta[name="code"]'

/**
 * Lays all code of the admin app into the browser's cache, a few files at a time, so that screens and dialogs not opened
 * yet open without a network. Nothing of it is run.
 */
export async function fetchCode(): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>(LIST)?.content
  if (!address) return
  const files = (await (await fetch(address)).json()) as string[]
  const next = files[Symbol.iterator]()
  const bring = async () => {
    for (const file of next) await (await fetch(file, { priority: 'low' })).arrayBuffer()
  }
  // Few at a time: what somebody opens meanwhile goes first.
  await Promise.all([bring(), bring(), bring()])
}

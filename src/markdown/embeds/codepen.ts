import type { Embed, Provider } from './provider.ts'

const PATH =
  /^\/([\w-]{1,60}|team\/[\w-]{1,60})\/(?:pen|full|details|embed|embed\/preview)\/([A-Za-z]{5,40}|[\da-f]{32})\/?$/
/** Those of its newer editor; an unlisted one has a key behind its id. */
const EDITOR =
  /^\/(editor\/(?:team\/)?[\w-]{1,60})\/(?:pen|full|details|embed|embed\/preview)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\/[\da-f]{32})?)\/?$/

export const codepen: Provider = {
  hints: ['codepen.io'],
  read(url): Embed | null {
    const [, owner = '', id = ''] =
      url.hostname === 'codepen.io' ? (PATH.exec(url.pathname) ?? EDITOR.exec(url.pathname) ?? []) : []
    if (id === '') return null
    const address = `https://codepen.io/${owner}/pen/${id}`
    return {
      address,
      frame: `https://codepen.io/${owner}/embed/${id}?default-tab=result`,
      host: 'codepen.io',
      kind: 'code',
      height: null,
      facts: `https://codepen.io/api/oembed?format=json&url=${encodeURIComponent(address)}`,
    }
  },
}

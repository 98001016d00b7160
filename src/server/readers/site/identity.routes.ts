import { drafted, readIdentityFile, readSheet } from '../appearance/appearance.service.ts'
import { openStored } from '../../platform/file-store.ts'
import { BASE_HEADERS } from '../../platform/http/headers.ts'
import { os } from '../../platform/http/implement.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PageMaker } from './cache/page-maker.ts'
import { landingPage } from './pages/landing-page.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const TYPES: Record<string, string> = { webp: 'image/webp', png: 'image/png' }

/**
 * `/site/{file}`: rules, logo and icons of the site's identity. Their names tell their bytes, so they may be kept for ever; rules
 * asked for under a former name are the present ones, and asked about again.
 */
export async function identityFile(runtime: Pick<Runtime, 'db' | 'files'>, name: string): Promise<Response> {
  const [, hash] = /^identity-([0-9a-f]{16})\.css$/.exec(name) ?? []
  if (hash !== undefined) {
    const { css, current } = await readSheet(runtime.db, hash)
    return answer(css, 'text/css; charset=utf-8', current ? FOR_EVER : 'no-cache')
  }
  const type = TYPES[name.split('.').at(-1) ?? '']
  const file = type && (await readIdentityFile(runtime, name))
  const bytes = file && (await openStored(file))
  if (!type || !bytes) return new Response(null, { status: 404, headers: BASE_HEADERS })
  return answer(bytes, type, FOR_EVER, file.size)
}

/** The landing page as it would be with other choices, for whoever makes them. */
export function appearancePreviewRoutes(pages: PageMaker) {
  return {
    preview: os.appearance.preview.handler(async ({ input, context }) => {
      const { appearance, ...draft } = await drafted(context.runtime.db, input)
      const made = await pages.take(async (source) =>
        landingPage({ ...(await source()), appearance }, { params: {}, page: 1, query: '' }),
      )
      return { ...draft, html: withoutScripts(String(made?.body ?? '')) }
    }),
  }
}

/** The site's script cannot run where the preview stands, and would only be complained about. */
function withoutScripts(html: string): string {
  return html
    .split('<script')
    .map((part, place) => (place === 0 ? part : part.slice(part.indexOf('</script>') + '</script>'.length)))
    .join('')
}

function answer(body: string | ReadableStream, type: string, caching: string, size?: number): Response {
  const headers = new Headers({ ...BASE_HEADERS, 'Content-Type': type, 'Cache-Control': caching })
  headers.set('Content-Security-Policy', "default-src 'none'; sandbox")
  if (size !== undefined) headers.set('Content-Length', String(size))
  return new Response(body, { headers })
}

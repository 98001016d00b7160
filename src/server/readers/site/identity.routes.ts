import { readSettings } from '../../settings/settings.service.ts'
import {
  drafted,
  iconName,
  readAppearance,
  readIdentityFile,
  readSheet,
  readThemeSheet,
} from '../appearance/appearance.service.ts'
import { bytesOf } from '../appearance/identity-pictures.ts'
import { openStored } from '../../platform/file-store.ts'
import { BASE_HEADERS } from '../../platform/http/headers.ts'
import { os } from '../../platform/http/implement.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PageMaker } from './cache/page-maker.ts'
import { icoPicture, toIco } from './machine-readable/icons.ts'
import { landingPage } from './pages/landing-page.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const TYPES: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' }

/**
 * `/site/{file}`: CSS, logo and icons of the site's identity. Their names contain a hash, so they may be cached for
 * ever; a former name of the CSS returns the present CSS, to be revalidated.
 */
export async function identityFile(runtime: Pick<Runtime, 'db' | 'files'>, name: string): Promise<Response> {
  const [, kind, hash] = /^(identity|theme)-([0-9a-f]{16})\.css$/.exec(name) ?? []
  if (hash !== undefined) {
    const { css, current } = await (kind === 'theme' ? readThemeSheet : readSheet)(runtime.db, hash)
    return answer(css, 'text/css; charset=utf-8', current ? FOR_EVER : 'no-cache')
  }
  const type = TYPES[name.split('.').at(-1) ?? '']
  const file = type && (await readIdentityFile(runtime, name))
  const bytes = file && (await openStored(file))
  if (!type || !bytes) return new Response(null, { status: 404, headers: BASE_HEADERS })
  return answer(bytes, type, FOR_EVER, file.size)
}

/** Sizes of the owner's icon in `favicon.ico`. */
const OWN_SIZES = [32, 192] as const

/**
 * `/favicon.ico`, for programs that read no page: the owner's icon where there is one and everybody may see it, else that of the
 * product. The last one is kept, so that a request reads no file.
 */
export function faviconFile(runtime: Pick<Runtime, 'db' | 'files'>): () => Promise<Response> {
  let last: { stamp: string; icon: Buffer } | undefined
  return async () => {
    const [{ icons }, { visibility }] = await Promise.all([readAppearance(runtime.db), readSettings(runtime.db)])
    const stamp = visibility === 'privat' ? null : icons
    if (stamp !== null && last?.stamp !== stamp) {
      const icon = await ownIcon(runtime, stamp)
      if (icon) last = { stamp, icon }
    }
    const body = last && last.stamp === stamp ? last.icon : icoPicture()
    return answer(new Blob([new Uint8Array(body)]).stream(), 'image/x-icon', 'public, max-age=86400', body.length)
  }
}

/** The owner's icon; null where it was replaced meanwhile. */
async function ownIcon(runtime: Pick<Runtime, 'db' | 'files'>, stamp: string): Promise<Buffer | null> {
  const pictures: { size: number; png: Buffer }[] = []
  for (const size of OWN_SIZES) {
    const file = await readIdentityFile(runtime, iconName(size, stamp))
    const stream = file && (await openStored(file))
    if (!stream) return null
    pictures.push({ size, png: await bytesOf(stream) })
  }
  return toIco(pictures)
}

/** The landing page with unsaved choices, for the editor who makes them. */
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

/** The site's script cannot run in the preview, and would only log an error. */
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

import { decodedPath } from '../source/addresses-in-source.ts'

/** A file of WordPress' library. */
export type Attachment = { id: string; parent: string; address: string; title: string; alt: string; isPicture: boolean }

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?|heic|svg)$/i
/** A size WordPress has made: `sea-300x200.jpg`, `sea-scaled.jpg`. */
const SIZED = /-(?:\d{1,5}x\d{1,5}|scaled)(?=\.[a-z0-9]{2,5}$)/i

/** Whether an address ends like a picture's. */
export function isPictureAddress(address: string): boolean {
  return PICTURE.test(pathOf(address))
}

function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? ''
}

/** One key for the addresses of a file: whatever the scheme, the size, the proxy of WordPress.com and the query. */
function keyOf(address: string): string {
  let rest = pathOf(address)
    .trim()
    .replace(/^(?:https?:)?\/\//i, '')
  rest = rest.replace(/^i\d\.wp\.com\//, '').replace(/^www\./, '')
  return decodedPath(rest.replace(SIZED, '')).toLowerCase()
}

/** The files a WordPress export names, found by number and by any address a text may give them. */
export class Attachments {
  readonly #byId = new Map<string, Attachment>()
  readonly #byKey = new Map<string, Attachment>()
  readonly #byParent = new Map<string, Attachment[]>()

  add(attachment: Attachment): void {
    this.#byId.set(attachment.id, attachment)
    const key = keyOf(attachment.address)
    if (!this.#byKey.has(key)) this.#byKey.set(key, attachment)
    const { parent } = attachment
    if (!attachment.isPicture || parent === '' || parent === '0') return
    const beside = this.#byParent.get(parent)
    if (beside) beside.push(attachment)
    else this.#byParent.set(parent, [attachment])
  }

  byId(id: string): Attachment | null {
    return this.#byId.get(id) ?? null
  }

  byAddress(address: string): Attachment | null {
    const found = address === '' ? undefined : this.#byKey.get(keyOf(address))
    return found?.isPicture ? found : null
  }

  /** Pictures that were uploaded to a post. */
  ofPost(id: string): readonly Attachment[] {
    return this.#byParent.get(id) ?? []
  }
}

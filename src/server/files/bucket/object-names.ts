/** What an object's path says it is (RUL-31). */
export type ObjectPlace =
  /** At the root: an image of the library. */
  | { kind: 'image' }
  /** `{user id}/dashboard-header-…`: an image of that user's dashboard. */
  | { kind: 'header'; userId: string }
  /** `{research item id}/{timestamp}.{ext}`: a file of any type. */
  | { kind: 'research'; itemId: string }

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const HEADER = new RegExp(`^(${UUID})/dashboard-header-[\\w.-]{1,80}$`)
const RESEARCH = new RegExp(`^(${UUID})/\\d{10,17}(?:\\.[A-Za-z0-9]{1,16})?$`)
/** File systems and S3 allow 255 bytes; part files and thumbnails need some of them. */
const MAX_BYTES = 200
// oxlint-disable-next-line no-control-regex -- control characters are what is refused here
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|#%\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u

/**
 * The place a name stands for; null for every name the bucket does not take: other folders, `..`, hidden names, control
 * characters, signs that mean something in an address or a file system, more than 200 bytes.
 */
export function placeOf(name: string): ObjectPlace | null {
  const header = HEADER.exec(name)
  if (header) return { kind: 'header', userId: header[1] ?? '' }
  const research = RESEARCH.exec(name)
  if (research) return { kind: 'research', itemId: research[1] ?? '' }
  if (!name.isWellFormed() || name.trim() !== name || name === '' || name.startsWith('.') || name.endsWith('.'))
    return null
  return FORBIDDEN.test(name) || Buffer.byteLength(name) > MAX_BYTES ? null : { kind: 'image' }
}

/** Whether a name at the root is one that a folder of research may have, or of an account. */
export function isFolderName(name: string): boolean {
  return new RegExp(`^${UUID}$`, 'i').test(name)
}

/** A name nobody can have used before: what stands under it never changes, so it may be kept forever. */
export function isRandomName(name: string): boolean {
  return new RegExp(`^(?:${UUID}|[0-9a-f]{32,64}|[A-Za-z0-9]{20,64})(?:\\.[A-Za-z0-9]{1,8})?$`).test(name)
}

/**
 * What an object's path says it is (RUL-31): at the root an image of the library, `{user id}/dashboard-header-…` the header image of
 * that user's dashboard, `{research item id}/{timestamp}.{ext}` a file of any type.
 */
export type ObjectKind = 'image' | 'header' | 'research'

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const HEADER = new RegExp(`^${UUID}/dashboard-header-[\\w.-]{1,80}$`)
const RESEARCH = new RegExp(`^${UUID}/\\d{10,17}(?:\\.[A-Za-z0-9]{1,16})?$`)
/** File systems and S3 allow 255 bytes; part files and thumbnails need some of them. */
const MAX_BYTES = 200
// oxlint-disable-next-line no-control-regex -- control characters are what is refused here
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|#%\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u

/**
 * The kind a name stands for; null for every name the bucket does not take: other folders, `..`, hidden names, control
 * characters, signs that mean something in an address or a file system, more than 200 bytes.
 */
export function kindOf(name: string): ObjectKind | null {
  if (HEADER.test(name)) return 'header'
  if (RESEARCH.test(name)) return 'research'
  if (!name.isWellFormed() || name.trim() !== name || name === '' || name.startsWith('.') || name.endsWith('.'))
    return null
  return FORBIDDEN.test(name) || Buffer.byteLength(name) > MAX_BYTES ? null : 'image'
}

/** The folder of a header or a file of research: the id of the account or of the item. */
export function folderOf(name: string): string {
  return name.split('/', 1)[0] ?? ''
}

/** Whether a top-level folder may have this name: folders are named by the id of a research item or an account. */
export function isFolderName(name: string): boolean {
  return new RegExp(`^${UUID}$`, 'i').test(name)
}

/** A name nobody can have used before: what stands under it never changes, so it may be kept forever. */
export function isRandomName(name: string): boolean {
  return new RegExp(`^(?:${UUID}|[0-9a-f]{32,64}|[A-Za-z0-9]{20,64})(?:\\.[A-Za-z0-9]{1,8})?$`).test(name)
}

/** The public bucket of images (specification §7). */
export const BUCKET = 'blog-media'

/** Address an image of the bucket is served at. */
export function publicUrl(objectName: string): string {
  return `/storage/v1/object/public/${BUCKET}/${encoded(objectName)}`
}

/** Address of an image's small version, as the storage protocol calls it. */
export function thumbnailUrl(objectName: string): string {
  return `/storage/v1/render/image/public/${BUCKET}/${encoded(objectName)}`
}

/** Address of an image in one of the widths it is stored in, as the storage protocol calls it. */
export function sizeUrl(objectName: string, width: number): string {
  return `${thumbnailUrl(objectName)}?width=${width}`
}

/** What says in an address which bytes of a replaced image are meant; null for one that has those it came with. */
export function versionOf({ etag, replaced_at }: { etag: string | null; replaced_at: string | null }): string | null {
  return replaced_at === null || etag === null ? null : etag.slice(1, 11)
}

/** An address under which these very bytes are found, so that they may be kept for ever; images never replaced have one alone. */
export function versioned(address: string, version: string | null): string {
  return version === null ? address : `${address}${address.includes('?') ? '&' : '?'}v=${version}`
}

/** Where the store keeps an object of the bucket; `storedAs` once an image was replaced in place. */
export function storedName(objectName: string, storedAs: string | null = null): string {
  return storedAs === null ? `${BUCKET}/${objectName}` : `replaced/${storedAs}`
}

/** Where the store keeps an image's small version: beside the bucket, not in it. */
export function storedThumbnail(objectName: string, storedAs: string | null = null): string {
  return storedAs === null ? `thumbnails/${objectName}` : `replaced/thumbnails/${storedAs}`
}

/** Where the store keeps an image in this width: beside the bucket, not in it. */
export function storedSize(objectName: string, storedAs: string | null, width: number): string {
  return storedAs === null ? `sizes/${width}/${objectName}` : `replaced/sizes/${width}/${storedAs}`
}

function encoded(objectName: string): string {
  return objectName.split('/').map(encodeURIComponent).join('/')
}

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

/** Where the store keeps an object of the bucket. */
export function storedName(objectName: string): string {
  return `${BUCKET}/${objectName}`
}

/** Where the store keeps an image's small version: beside the bucket, not in it. */
export function storedThumbnail(objectName: string): string {
  return `thumbnails/${objectName}`
}

function encoded(objectName: string): string {
  return objectName.split('/').map(encodeURIComponent).join('/')
}

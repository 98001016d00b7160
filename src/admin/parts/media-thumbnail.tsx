import { Film, Music } from 'lucide-react'
import type { MediaAsset } from '../../contract/media.ts'
import { inMinutes, isSoundType } from '../../rules/uploads.ts'
import { cx } from '../lib/class-names.ts'

type Props = { asset: MediaAsset; className: string; alt?: string }

/** What a file of the library looks like: a picture small, sound and film as their sign and length. */
export function MediaThumbnail({ asset, className, alt = '' }: Props) {
  if (!isSoundType(asset.mime_type))
    return (
      <img
        src={asset.thumbnail_url}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={cx(className, 'bg-cover bg-center object-cover')}
        style={asset.preview ? { backgroundImage: `url(${asset.preview})` } : undefined}
      />
    )
  const Sign = asset.mime_type.startsWith('video/') ? Film : Music
  return (
    <span className={cx(className, 'flex flex-col items-center justify-center gap-1.5 bg-hover text-fg-2')}>
      <Sign aria-hidden className="size-6" strokeWidth={1.5} />
      <span className="text-xs tabular-nums">{lengthOf(asset)}</span>
    </span>
  )
}

/** `Ton, 38:06`; without the length where it is not known. */
export function lengthOf({ mime_type, seconds }: Pick<MediaAsset, 'mime_type' | 'seconds'>): string {
  const kind = mime_type.startsWith('video/') ? 'Film' : 'Ton'
  return seconds === null ? kind : `${kind}, ${inMinutes(seconds)}`
}

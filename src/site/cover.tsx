import { PICTURE_SIZES } from '../rules/picture-sizes.ts'
import { tintClasses } from '../rules/picture-tint.ts'
import type { Picture } from './page-props.ts'

export type CoverShape = 'wide' | 'square' | 'tall'

/** Covers keep their shape: the class says how much room it may take. */
export function coverShape({ width, height }: Pick<Picture, 'width' | 'height'>): CoverShape {
  const ratio = width && height ? width / height : Infinity
  if (ratio >= 1.25) return 'wide'
  return ratio < 0.85 ? 'tall' : 'square'
}

/** Where a cover stands: above an article, at the head of the landing page, or beside a row of a list. */
type CoverPlace = 'hero' | 'lead' | 'row'

/** The picture itself, with its size in the markup so that nothing jumps; only a row's is not on the first screen. */
export function CoverImage({
  picture,
  alt,
  place,
  className = '',
}: {
  picture: Picture
  alt: string
  place: CoverPlace
  className?: string
}) {
  const sizes = PICTURE_SIZES[place][coverShape(picture)]
  return (
    <img
      src={picture.src}
      {...(picture.srcset !== '' && { srcSet: picture.srcset, sizes })}
      width={picture.width ?? undefined}
      height={picture.height ?? undefined}
      className={[className, picture.tint === null ? '' : tintClasses(picture.tint)].join(' ').trim() || undefined}
      alt={alt}
      decoding="async"
      {...(place === 'row' ? { loading: 'lazy' as const } : { fetchPriority: 'high' as const })}
    />
  )
}

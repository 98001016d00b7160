import type { Picture } from './page-props.ts'

export type CoverShape = 'wide' | 'square' | 'tall'

/** Covers keep their shape: the class says how much room it may take. */
export function coverShape({ width, height }: Pick<Picture, 'width' | 'height'>): CoverShape {
  const ratio = width && height ? width / height : Infinity
  if (ratio >= 1.25) return 'wide'
  return ratio < 0.85 ? 'tall' : 'square'
}

/** The picture itself, with its size in the markup so that nothing jumps; `first` ones are on the first screen. */
export function CoverImage({ picture, alt, first }: { picture: Picture; alt: string; first: boolean }) {
  return (
    <img
      src={picture.src}
      width={picture.width ?? undefined}
      height={picture.height ?? undefined}
      alt={alt}
      decoding="async"
      {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
    />
  )
}

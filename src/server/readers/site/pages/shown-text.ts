import type { BodyPicture } from '../../../../markdown/article-body.ts'
import type { EmbedFacts } from '../../../../markdown/embeds/embeds.ts'
import { knownEmbeds } from '../../../writing/embeds/embeds.service.ts'
import { findSounds, imageSizes } from '../../../writing/media/media.service.ts'
import { tags } from '../cache/tags.ts'
import { renderBody, shownIn } from '../text/article-body.ts'
import type { ArticleBody, BodyInput } from '../text/article-body.job.ts'
import { ownPicture, pictureTags, type Sizes } from './entries.ts'
import type { PageSource } from './site-source.ts'

/** A text with a cover, as the database has it. */
type Written = { content_markdown: string; cover_image_url?: string | null }

type Sounds = Awaited<ReturnType<typeof findSounds>> extends Map<string, infer Sound> ? Sound : never

/** A text as a page shows it. */
export type ShownText = {
  body: ArticleBody
  /** The path of the cover and how it is loaded, where it is a picture of this site. */
  cover: { path: string; picture: BodyPicture } | null
  sizes: Sizes
  /** Its own sound and film, in their order. */
  sounds: Sounds[]
  /** Tags of its pictures and embeds. */
  tags: string[]
}

/**
 * Reads what a text shows (its pictures, its embeds, their pictures) and then renders it. `imageAddress` maps the addresses of
 * pictures, as a preview does.
 */
export async function shownText(
  source: PageSource,
  { content_markdown: markdown, cover_image_url }: Written,
  options: Partial<BodyInput> & { imageAddress?: ((address: string) => string) | undefined } = {},
): Promise<ShownText> {
  const { imageAddress, ...rendering } = options
  const { origins, inWorker } = source
  const { pictures: inText, embeds } = await shownIn(markdown, origins, inWorker)
  const coverPath = ownPicture(cover_image_url ?? null, source)
  const known = await knownEmbeds(source.db, embeds)
  const addresses = allOf(coverPath, inText, known)
  const sizes = await imageSizes(source.db, addresses)
  const sounds = await findSounds(
    source.db,
    inText.filter((address) => !sizes.has(address)),
  )
  const pictures = new Map(
    addresses.map((address) => [address, shownPicture(address, { sizes, sounds, imageAddress })]),
  )
  const facts = new Map([...known].map(([address, embed]) => [address, embedFacts(embed, pictures)]))
  const { formulas } = source.settings
  const body = await renderBody({ formulas, ...rendering, markdown, origins, pictures, embeds: facts }, inWorker)
  const heard = inText.flatMap((address) => sounds.get(address) ?? [])
  const pictured = addresses.filter((address) => !sounds.has(address))
  const soundTags = heard.length > 0 ? [tags.pictures] : []
  const all = [...pictureTags(pictured, sizes), ...soundTags, ...embeds.map(tags.embed)]
  const picture = coverPath === null ? undefined : pictures.get(coverPath)
  return { body, cover: coverPath && picture ? { path: coverPath, picture } : null, sizes, sounds: heard, tags: all }
}

/** Addresses of the site's own pictures in a text: its cover, those in its text and those of its embeds. */
export async function ownPictures(
  source: PageSource,
  { content_markdown, cover_image_url }: Written,
): Promise<string[]> {
  const { db, origins, inWorker } = source
  const { pictures, embeds } = await shownIn(content_markdown, origins, inWorker)
  return allOf(ownPicture(cover_image_url ?? null, source), pictures, await knownEmbeds(db, embeds))
}

type KnownEmbed = { title: string; picture: string | null }

function allOf(cover: string | null, pictures: readonly string[], embeds: ReadonlyMap<string, KnownEmbed>): string[] {
  return [
    ...(cover === null ? [] : [cover]),
    ...pictures,
    ...[...embeds.values()].flatMap(({ picture }) => picture ?? []),
  ]
}

/** Pictures that the site itself serves beside those of the library. */
const SERVED = /^\/(?:site\/|preview\/|favicon|icon-\d|apple-touch-icon|article\/[^/]+\/card\.png)/

/** A picture in the form in which it is loaded: responsive at its own address, or elsewhere in one size. */
function shownPicture(
  address: string,
  {
    sizes,
    sounds,
    imageAddress,
  }: { sizes: Sizes; sounds: ReadonlyMap<string, Sounds>; imageAddress?: ((address: string) => string) | undefined },
): BodyPicture {
  const size = sizes.get(address) ?? null
  const sound = sounds.get(address)
  if (sound) {
    const src = imageAddress?.(address) ?? sound.src
    return { src, size: null, sound: { ...sound, src } }
  }
  const src = imageAddress?.(address) ?? size?.src ?? address
  const isMissing = size === null && !SERVED.test(address)
  return { src, size: size && { ...size, srcset: src === size.src ? size.srcset : '' }, isMissing }
}

/** Metadata of an embed, with its picture as shown; a deleted picture is omitted. */
function embedFacts({ title, picture }: KnownEmbed, pictures: ReadonlyMap<string, BodyPicture>): EmbedFacts {
  const found = pictures.get(picture ?? '')
  return { title, picture: found?.size ? { ...found.size, src: found.src } : null }
}

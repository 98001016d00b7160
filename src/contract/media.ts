import { z } from 'zod'
import { MEDIA_BULK_LIMIT, MEDIA_LOOKUP_LIMIT } from '../rules/limits.ts'
import { MEDIA_FILTERS, MEDIA_KINDS, MEDIA_SORTS } from '../rules/libraries.ts'
import { articleStatus } from './articles.ts'
import { aiShare } from './articles/text.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line, listQuery, page, text } from './fields.ts'

export const mediaAsset = z.object({
  id,
  /** Path on this server, usable as cover and in markdown. */
  url: z.string(),
  /** The same with what tells its present bytes from those it had before it was replaced: for showing, not for keeping. */
  file_url: z.string(),
  /** Path of a small version for grids; the image itself where there is none. */
  thumbnail_url: z.string(),
  /** A few pixels as a `data:` address, shown until the image is there. */
  preview: z.string().nullable(),
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Length of sound or film; null for pictures, and where the file does not say. */
  seconds: z.number().nullable(),
  alt: z.string(),
  caption: z.string(),
  credit: z.string(),
  /** The part AI had in the picture, which readers see as a label; null for none. */
  ai_share: aiShare,
  author_id: id.nullable(),
  created_at: instant,
  /** What is to be seen wherever it is cut, in per cent from the left and from the top. */
  focus_x: z.number().int(),
  focus_y: z.number().int(),
})
export type MediaAsset = z.infer<typeof mediaAsset>

/** An image found by its address; what lies in the trash is still seen where a live article shows it (RUL-20). */
export const foundMedia = mediaAsset.extend({ in_trash: z.boolean() })
export type FoundMedia = z.infer<typeof foundMedia>

/**
 * What shows an image: an article or a page as its cover or in its text, live or in its working text; a person, a category or a
 * tag as its picture; the appearance by its custom CSS. Only texts have a status.
 */
export const mediaUsage = z.object({
  noun: z.enum(['articles', 'pages', 'authors', 'categories', 'tags', 'appearance']),
  id,
  title: z.string(),
  status: articleStatus.nullable(),
})
export type MediaUsage = z.infer<typeof mediaUsage>

/** What an upload answers: the new image, and the older one that was uploaded from the very same file, if there is one. */
export const uploadedMedia = mediaAsset.extend({
  duplicate_of: z.object({ id, filename: z.string() }).nullable(),
  /** False where `duplicate=offer` was asked for and the image was there: this is that one, and nothing was stored. */
  stored: z.boolean(),
})
export type UploadedMedia = z.infer<typeof uploadedMedia>

/** What replacing answers: the image as it is now, and what takes it back. */
export const replacedMedia = mediaAsset.extend({ former_file_id: id })
export type ReplacedMedia = z.infer<typeof replacedMedia>

/** Living images: all of them, those that wait to be made smaller, and those that cannot be. */
export const mediaSizes = z.object({ total: z.number().int(), waiting: z.number().int(), failed: z.number().int() })
export type MediaSizes = z.infer<typeof mediaSizes>

const TOO_MANY = `Höchstens ${MEDIA_BULK_LIMIT} Bilder auf einmal`

const wordsOf = z.object({ alt: text(1000), credit: line(300) }).partial()
const mediaWords = wordsOf.extend({
  id,
  /** The words before, as far as they must still be there. */
  from: wordsOf.optional(),
})
export type MediaWords = z.infer<typeof mediaWords>

const ids = z.array(id).min(1, 'Mindestens ein Bild').max(MEDIA_BULK_LIMIT, TOO_MANY)

/** What became of each image, in the order of the ids; `filename` is null when there is no such image. */
export const mediaBulkResult = z.object({
  items: z.array(
    z.object({
      id,
      filename: z.string().nullable(),
      outcome: z.enum(['changed', 'failed']),
      /** Why it failed, in German. */
      reason: z.string().nullable(),
    }),
  ),
})
export type MediaBulkResult = z.infer<typeof mediaBulkResult>

/** The same, and the words of each changed image before. */
const mediaWordsResult = z.object({
  items: z.array(
    mediaBulkResult.shape.items.element.extend({
      former: z.object({ alt: z.string(), credit: z.string() }).nullable(),
    }),
  ),
})
export type MediaWordsResult = z.infer<typeof mediaWordsResult>

export const mediaCounts = z.object({
  all: z.number().int(),
  no_alt: z.number().int(),
  no_credit: z.number().int(),
  unused: z.number().int(),
})
export type MediaCounts = z.infer<typeof mediaCounts>

const percent = z.int('Eine ganze Zahl von 0 bis 100').min(0, '0 bis 100').max(100, '0 bis 100')

const updateInput = z
  .object({
    id,
    /** What it is called; its address stays, and its ending is that of its type. */
    filename: line(200).refine((name) => name !== '', 'Bitte einen Namen eingeben'),
    alt: text(1000),
    caption: text(2000),
    credit: line(300),
    ai_share: aiShare,
    focus_x: percent,
    focus_y: percent,
  })
  .partial()
  .required({ id: true })
export type UpdateMedia = z.infer<typeof updateInput>

/**
 * Uploads go to the raw route `POST /api/media?filename=…` with the file as their body (docs/decisions/0003-contract-first.md), answered by 201
 * `uploadedMedia`. `&name=…` says what a picture without a name of its own is about, such as the title of the article it is
 * pasted into; with `&duplicate=offer` one that is there is not stored again, and 200 gives the image there is.
 * `PUT /api/media/{id}/file` with another file as its body replaces it in place (`replacedMedia`).
 */
export const media = {
  /** Newest first by default; `q` searches file name, alternative text, caption and credit; `total` counts what it finds. */
  list: endpoint('GET', '/media', 'approved')
    .input(
      listQuery.extend({
        /** Only these; by default all. */
        kind: z.enum(MEDIA_KINDS, 'Diese Art gibt es nicht').optional(),
        filter: z.enum(MEDIA_FILTERS, 'Diesen Filter gibt es nicht').optional(),
        sort: z.enum(MEDIA_SORTS, 'Diese Reihenfolge gibt es nicht').default('newest'),
      }),
    )
    .output(page(mediaAsset).extend({ total: z.number().int() })),
  /** How many images there are, and how many each filter finds; with `q` only those that it finds. */
  counts: endpoint('GET', '/media/counts', 'approved')
    .input(listQuery.pick({ q: true }))
    .output(mediaCounts),
  /**
   * Writes alternative texts and credits of several images, in one transaction. An image that is gone, or differs from
   * `from`, is named and stays as it is.
   */
  words: endpoint('POST', '/media/words', 'approved', 200)
    .input(z.object({ items: z.array(mediaWords).min(1, 'Mindestens ein Bild').max(MEDIA_BULK_LIMIT, TOO_MANY) }))
    .output(mediaWordsResult),
  get: endpoint('GET', '/media/{id}', 'approved').input(byId).output(mediaAsset),
  /** The images with these addresses, in no order; those that are not known are simply not among them. */
  lookup: endpoint('POST', '/media/lookup', 'approved', 200)
    .input(z.object({ urls: z.array(text(2000)).max(MEDIA_LOOKUP_LIMIT, `Höchstens ${MEDIA_LOOKUP_LIMIT}`) }))
    .output(z.object({ items: z.array(foundMedia) })),
  /** How far the pictures are that readers load in the width they need (RUL-51). */
  sizes: endpoint('GET', '/media/sizes', 'approved').output(mediaSizes),
  /** What uses an image: living texts, last changed first, then records and custom CSS. */
  usage: endpoint('GET', '/media/{id}/usage', 'approved')
    .input(byId)
    .output(z.object({ items: z.array(mediaUsage) })),
  /** The same for many at once; of the ids only those that are used. */
  usageOfMany: endpoint('POST', '/media/usage', 'approved', 200)
    .input(z.object({ ids }))
    .output(z.object({ items: z.array(z.object({ id, articles: z.array(mediaUsage) })) })),
  /** Moves many to the trash, or takes them out again; what fails is named and keeps no other from it. */
  bulk: endpoint('POST', '/media/bulk', 'approved', 200)
    .input(z.object({ ids, action: z.enum(['remove', 'restore'], 'Das lässt sich mit Bildern nicht tun') }))
    .output(mediaBulkResult),
  /** What it was before its last replacement; 409 `version_conflict` when it has been replaced again since. */
  takeBackFile: endpoint('POST', '/media/{id}/former-file', 'approved', 200)
    .input(z.object({ id, former_file_id: id }))
    .output(mediaAsset),
  update: endpoint('PATCH', '/media/{id}', 'approved').input(updateInput).output(mediaAsset),
  /** Moves to the trash; readers still see it where a live article shows it (RUL-20). */
  remove: endpoint('DELETE', '/media/{id}', 'approved', 204).input(byId).output(z.void()),
}

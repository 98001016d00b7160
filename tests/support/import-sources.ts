import { zipSync } from 'fflate'
import sharp from 'sharp'
import { wordFile } from './word-file.ts'
import { wxr } from './wxr.ts'

/**
 * A generated blog in one format, as a user would upload it. Every text is called `{label} {n}`, so that sources share
 * no slug.
 */
export type ImportSource = {
  /** The row of the acceptance list that names the format. */
  row: 'MOVE-1' | 'MOVE-2' | 'MOVE-3'
  label: string
  file: string
  bytes: Uint8Array
  /** Number of articles in it. */
  texts: number
}

/** More than an import writes between two checks of its state (20 items), so that it can be stopped in between. */
const TEXTS = 24

const zipped = (files: Record<string, string | Uint8Array>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, Buffer.from(content as string)])))
const indices = Array.from({ length: TEXTS }, (_, index) => index)
const each = (make: (index: number) => [path: string, content: string | Uint8Array]) =>
  Object.fromEntries(indices.map(make))
const png = (red: number) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: { r: red, g: 100, b: 50 } } })
    .png()
    .toBuffer()
const day = (index: number) => `2019-05-${String(index + 1).padStart(2, '0')}`

/** One source for each import format, with pictures if the format has them. */
export async function importSources(): Promise<ImportSource[]> {
  const [ghostPicture, markdownPicture, wordPicture, htmlPicture] = await Promise.all([20, 60, 120, 200].map(png))
  const words = (index: number) => `Text ${index} mit <b>Wort</b>.`
  return [
    {
      row: 'MOVE-1',
      label: 'WordPress',
      file: 'wordpress.xml',
      bytes: Buffer.from(
        [
          ...wxr(
            indices.map((index) => ({ id: 100 + index, title: `WordPress ${index}`, tags: [`Wort ${index % 5}`] })),
          ),
        ].join(''),
      ),
      texts: TEXTS,
    },
    {
      row: 'MOVE-2',
      label: 'Ghost',
      file: 'ghost.zip',
      bytes: zipped({
        'ghost.json': JSON.stringify({
          db: [
            {
              meta: { version: '5.80' },
              data: {
                posts: indices.map((index) => ({
                  id: `g${index}`,
                  title: `Ghost ${index}`,
                  slug: `ghost-${index}`,
                  status: 'published',
                  published_at: `${day(index)}T05:06:07.000Z`,
                  html: `<p>${words(index)}</p><img src="__GHOST_URL__/content/images/see.png" alt="See">`,
                })),
                tags: [{ id: 't1', name: 'Wasser', slug: 'wasser' }],
                posts_tags: indices.map((index) => ({ post_id: `g${index}`, tag_id: 't1', sort_order: 0 })),
              },
            },
          ],
        }),
        'content/images/see.png': ghostPicture!,
      }),
      texts: TEXTS,
    },
    {
      row: 'MOVE-3',
      label: 'Markdown',
      file: 'markdown.zip',
      bytes: zipped({
        'config.toml': 'baseURL = "https://alt.example/"\n',
        ...each((index) => [
          `content/post/markdown-${index}.md`,
          `---\ntitle: Markdown ${index}\ndate: ${day(index)}\ntags: [Berge]\n---\nText ${index}.\n\n![See](bild.png)\n`,
        ]),
        'content/post/bild.png': markdownPicture!,
      }),
      texts: TEXTS,
    },
    {
      row: 'MOVE-3',
      label: 'Word',
      file: 'word.zip',
      bytes: zipped(
        each((index) => [`word-${index}.docx`, wordFile({ title: `Word ${index}`, picture: wordPicture! })]),
      ),
      texts: TEXTS,
    },
    {
      row: 'MOVE-3',
      label: 'HTML',
      file: 'html.zip',
      bytes: zipped({
        ...each((index) => [
          `html-${index}.html`,
          `<!doctype html><html><head><title>HTML ${index}</title><meta property="article:published_time" content="${day(index)}T03:04:05Z"></head><body><article><h1>HTML ${index}</h1><p>${words(index)}</p><img src="bild.png" alt="See"></article></body></html>`,
        ]),
        'bild.png': htmlPicture!,
      }),
      texts: TEXTS,
    },
    {
      row: 'MOVE-3',
      // Its category wants no slug of another source: the import that came first would have it.
      label: 'Feed',
      file: 'feed.xml',
      bytes: Buffer.from(
        `<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>${indices
          .map(
            (index) =>
              `<item><title>Feed ${index}</title><link>https://alt.example/feed/${index}/</link><guid>https://alt.example/feed/${index}/</guid><category>Feedreader</category><pubDate>${new Date(`${day(index)}T10:00:00Z`).toUTCString()}</pubDate><description>&lt;p&gt;Ganzer Text ${index}.&lt;/p&gt;</description></item>`,
          )
          .join('')}</channel></rss>`,
      ),
      texts: TEXTS,
    },
  ]
}

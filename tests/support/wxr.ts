/** A post of a generated WordPress export, with typical defaults. */
export type WxrPost = {
  id: number
  title?: string
  type?: string
  status?: string
  slug?: string
  link?: string
  /** `2019-05-04 12:00:00`, in GMT and, two hours later, in the blog's own time. */
  gmt?: string
  local?: string
  content?: string
  excerpt?: string
  categories?: string[]
  tags?: string[]
  author?: string
  password?: string
  sticky?: boolean
  parent?: number
  attachment?: string
  meta?: Record<string, string>
  comments?: number
}

export const WXR_BLOG = 'https://alt.example'

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** The text of an export in chunks, so that it can be of any size. */
export function* wxr(posts: Iterable<WxrPost>, { blog = WXR_BLOG } = {}): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Altes Blog</title><link>${blog}</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${blog}</wp:base_site_url><wp:base_blog_url>${blog}</wp:base_blog_url>
<wp:author><wp:author_login>${cdata('ruth')}</wp:author_login><wp:author_display_name>${cdata('Ruth Adler')}</wp:author_display_name></wp:author>
<wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>technik</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>${cdata('Technik')}</wp:cat_name></wp:category>
<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename>netz</wp:category_nicename><wp:category_parent>technik</wp:category_parent><wp:cat_name>${cdata('Netz &amp; Leute')}</wp:cat_name></wp:category>
<wp:tag><wp:term_id>3</wp:term_id><wp:tag_slug>linux</wp:tag_slug><wp:tag_name>${cdata('Linux')}</wp:tag_name></wp:tag>
`
  for (const post of posts) yield item(post, blog)
  yield '</channel></rss>\n'
}

function item(post: WxrPost, blog: string): string {
  const {
    id,
    type = 'post',
    status = type === 'attachment' ? 'inherit' : 'publish',
    gmt = '2019-05-04 10:00:00',
  } = post
  const slug = post.slug ?? `beitrag-${id}`
  const title = post.title ?? `Beitrag ${id}`
  const link = post.link ?? (type === 'post' ? `${blog}/2019/05/${slug}/` : `${blog}/${slug}/`)
  const term = (domain: string) => (name: string) =>
    `<category domain="${domain}" nicename="${slugOf(name)}">${cdata(name)}</category>`
  return `<item><title>${cdata(title)}</title><link>${link}</link><dc:creator>${cdata(post.author ?? 'ruth')}</dc:creator>
<guid isPermaLink="false">${blog}/?p=${id}</guid><description></description>
<content:encoded>${cdata(post.content ?? `<p>Text von ${title}.</p>`)}</content:encoded><excerpt:encoded>${cdata(post.excerpt ?? '')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${post.local ?? later(gmt)}</wp:post_date><wp:post_date_gmt>${gmt}</wp:post_date_gmt>
<wp:post_name>${cdata(slug)}</wp:post_name><wp:status>${status}</wp:status><wp:post_parent>${post.parent ?? 0}</wp:post_parent>
<wp:post_type>${type}</wp:post_type><wp:post_password>${cdata(post.password ?? '')}</wp:post_password><wp:is_sticky>${post.sticky ? 1 : 0}</wp:is_sticky>
${(post.categories ?? []).map(term('category')).join('')}${(post.tags ?? []).map(term('post_tag')).join('')}
${post.attachment ? `<wp:attachment_url>${post.attachment}</wp:attachment_url>` : ''}
${Object.entries(post.meta ?? {})
  .map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  )
  .join('')}
${Array.from({ length: post.comments ?? 0 }, (_, index) => `<wp:comment><wp:comment_id>${index}</wp:comment_id><wp:comment_content>${cdata('Danke!')}</wp:comment_content></wp:comment>`).join('')}
</item>
`
}

function later(gmt: string): string {
  const time = Date.parse(`${gmt.replace(' ', 'T')}Z`)
  return Number.isNaN(time) ? gmt : new Date(time + 2 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

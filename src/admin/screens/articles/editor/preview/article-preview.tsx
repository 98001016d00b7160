import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Article } from '../../../../../contract/articles.ts'
import type { FoundMedia } from '../../../../../contract/media.ts'
import { BLANK_TEXT } from '../../../../../rules/article-text.ts'
import { peopleOf } from '../../../../../rules/authors.ts'
import { blanksOf } from '../../../../../rules/blanks.ts'
import { pictureCredit } from '../../../../../rules/labels.ts'
import { ownPath } from '../../../../../rules/url.ts'
import { ArticleView } from '../../../../../site/article-view.tsx'
import { ContentPageView } from '../../../../../site/content-page-view.tsx'
import publicCss from '../../../../../styles/public.css?inline'
import '../../../../../styles/fonts-heading.css'
import '../../../../../styles/fonts-sans.css'
import { useApi } from '../../../../data/api-context.tsx'
import { settingsQuery, useSiteZone } from '../../../../data/settings.ts'
import { formatInZone } from '../../../../lib/dates.ts'
import type { ArticleText } from '../../../../writing/text/article-text.ts'
import type { RenderedBlocks } from './preview-lines.ts'
import { useIsLegal } from '../state/use-blanks.tsx'
import { useKnownNames } from '../state/use-known-names.ts'
import { redrawBlocks } from './redraw-blocks.ts'
import { usePreviewBody } from './use-preview-body.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/**
 * Layout of the public page at this width. As a whole page it is shifted to where title and text are in the editor
 * (`--editor-top`, `--editor-side`), and with a gutter to the common axis.
 */
const OWN_CSS = `
:host { display: block; container: page / inline-size; }
.page { display: flow-root; min-height: 0; }
.main {
  container-type: inline-size;
  width: min(100% - 2 * max(var(--pad), var(--editor-side, 0px)), var(--measure));
  margin-top: var(--editor-top, 0);
}
mark[data-remark] {
  border-bottom: 1.5px solid var(--line-control);
  background: color-mix(in oklab, var(--line-control) 16%, transparent);
  box-shadow: none;
  color: inherit;
  cursor: pointer;
}
mark[data-remark].now {
  border-bottom-color: var(--accent);
  background: var(--accent-soft);
}
@container page (width >= 64rem) {
  .main {
    width: min(100% - 2 * var(--pad), var(--gutter) + var(--gap) + var(--main));
    margin: 4px auto 0 calc(var(--axis) - var(--gutter) - var(--gap));
  }
}
`

let sheets: CSSStyleSheet[] | undefined

/**
 * The public page's own styles, isolated in a shadow root. Rules for the page and the window width apply to the preview
 * and its width: beside the text it is a narrow page.
 */
function styles(): CSSStyleSheet[] {
  const css = publicCss
    .replaceAll(/:root|(?<![\w.-])(?:html|body)(?=\s*\{)/g, '.page')
    .replaceAll(/@media (?:print, ?)?\(/g, '@container page (')
  sheets ??= [css, OWN_CSS].map((each) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(each)
    return sheet
  })
  return sheets
}

type Props = {
  text: ArticleText
  base: Article | null
  /** Receives the rendered blocks for synchronised scrolling. */
  onDrawn?: (blocks: RenderedBlocks) => void
}

/** EDIT-2: the article's page as readers get it, with the same renderer, markup and styles, without scripts. */
export function ArticlePreview({ text, base, onDrawn }: Props) {
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!host.current) return
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = styles()
    setRoot(shadow)
  }, [])
  return (
    <div ref={host}>{root && createPortal(<Page root={root} text={text} base={base} onDrawn={onDrawn} />, root)}</div>
  )
}

function Page({ root, text, base, onDrawn }: Props & { root: ShadowRoot; onDrawn: Props['onDrawn'] }) {
  const zone = useSiteZone()
  const settings = useQuery(settingsQuery(useApi())).data
  const categories = useKnownNames('categories', text.category_id ? [text.category_id] : []).names
  const tags = useKnownNames('tags', text.tag_ids).names
  const [opened] = useState(() => new Date().toISOString())
  const origins = [location.origin, ...originOf(settings?.base_url)]
  const cover = (text.cover_image_url && ownPath(text.cover_image_url, origins)?.split('#', 1)[0]) || null
  const { noun } = useWrittenNoun()
  const legal = useIsLegal({ base })
  const rendered = usePreviewBody(text.content_markdown, {
    cover,
    origins,
    blanks: legal || Boolean(text.template),
    sponsored: Boolean(text.advert),
  })
  const main = useRef<HTMLDivElement>(null)
  const { html = null, lines } = rendered?.body ?? {}
  const markdown = rendered?.markdown ?? ''
  // React draws the first text alone: it would draw each block of the next ones again.
  const [first, setFirst] = useState<string | null>(null)
  if (first === null && html !== null) setFirst(html)
  useLayoutEffect(() => {
    const prose = main.current?.querySelector('.prose')
    if (!prose || html === null || !lines) return
    redrawBlocks(prose, html)
    onDrawn?.({ elements: [...prose.children], lines, markdown })
  }, [html, lines, markdown, onDrawn])
  useEffect(() => {
    const lead = (event: Event) => leadWithin(root, event)
    root.addEventListener('click', lead)
    return () => root.removeEventListener('click', lead)
  }, [root])
  if (!rendered) return null
  const { body, pictures } = rendered
  const missing = legal ? blanksOf(text.content_markdown).length : 0
  const publishedAt = base?.published_at ?? opened
  const dayOf = (instant: string) => ({
    day: formatInZone(instant, 'yyyy-MM-dd', zone),
    words: formatInZone(instant, settings?.public_date_format ?? 'MMMM d, yyyy', zone),
  })
  return (
    <div className="page" lang="de">
      <div ref={main} className="frame main">
        {noun === 'pages' ? (
          <>
            {missing > 0 && (
              <p className="meta preview">
                <b>{base?.status === 'published' ? 'Vorschau' : 'Vorschau der Vorlage – nicht öffentlich'}</b>{' '}
                <span>
                  {missing === 1 ? 'Eine Angabe fehlt' : `${missing} Angaben fehlen`} noch. Keine Rechtsberatung.
                </span>
              </p>
            )}
            <ContentPageView
              page={{ headline: text.title, html: first ?? '' }}
              asOf={legal ? dayOf(base?.updated_at ?? opened) : null}
            />
          </>
        ) : (
          <ArticleView
            article={{
              headline: text.title,
              category: categories.find(({ id }) => id === text.category_id)?.name ?? null,
              categoryPath: null,
              authors: peopleOf((text.byline ?? '').trim() || (settings?.author_name ?? '')).map((name) => ({
                name,
                path: null,
              })),
              minutes: body.minutes,
              lang: text.lang ?? BLANK_TEXT.lang,
              excerpt: text.excerpt,
              tags: tags.filter(({ id }) => text.tag_ids.includes(id)).map(({ name }) => ({ name, path: null })),
              cover: cover ? coverOf(cover, pictures.get(cover)) : null,
              chapters: body.chapters,
              advert: text.advert ?? null,
              aiShare: text.ai_share ?? null,
              html: first ?? '',
            }}
            published={dayOf(publishedAt)}
          />
        )}
      </div>
    </div>
  )
}

function coverOf(address: string, known: FoundMedia | undefined) {
  const { file_url: src = address, width = null, height = null, alt = '', caption = '' } = known ?? {}
  const credit = known ? pictureCredit(known.credit, known.ai_share) : ''
  return {
    src,
    srcset: '',
    tint: null,
    focus: { x: 50, y: 50 },
    width,
    height,
    alt,
    caption: `${caption} ${credit}`.trim(),
  }
}

function originOf(address: string | null | undefined): string[] {
  return address && URL.canParse(address) ? [new URL(address).origin] : []
}

/** Links within the text (footnotes) stay in the preview, others open in a new tab. */
function leadWithin(root: ShadowRoot, event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const address = link?.getAttribute('href')
  if (!link || !address) return
  event.preventDefault()
  if (address.startsWith('#'))
    root.getElementById(decodeURIComponent(address.slice(1)))?.scrollIntoView({ block: 'center' })
  else window.open(link.href, '_blank', 'noopener')
}

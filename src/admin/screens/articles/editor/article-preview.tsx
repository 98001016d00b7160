import { useEffect, useMemo, useRef } from 'react'
import { renderMarkdown } from '../../../../markdown/render.ts'
import publicCss from '../../../../styles/public.css?inline'
import type { ArticleText } from './article-text.ts'

const OWN_CSS = `
:host { display: block; overflow-wrap: break-word; }
.title { font: 600 38px/44px var(--reading); letter-spacing: -0.014em; text-wrap: balance; }
.excerpt { margin-top: 24px; font: italic var(--font-body); color: var(--text-2); }
.prose { margin-top: 24px; }
@media (max-width: 767px) { .title { font-size: 28px; line-height: 34px; } }
`

let sheets: CSSStyleSheet[] | undefined

/** The public page's own styles, closed off from the admin app's; its variables sit on the host instead of the page. */
function styles(): CSSStyleSheet[] {
  sheets ??= [publicCss.replaceAll(':root', ':host'), OWN_CSS].map((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    return sheet
  })
  return sheets
}

/** EDIT-2: title, excerpt in italics and the text as the public page renders it, in the same type. */
export function ArticlePreview({ text }: { text: ArticleText }) {
  const host = useRef<HTMLDivElement>(null)
  const html = useMemo(() => renderMarkdown(text.content_markdown).html, [text.content_markdown])
  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = styles()
    const article = document.createElement('article')
    article.lang = 'de'
    const title = document.createElement('h1')
    title.className = 'title'
    title.textContent = text.title
    const excerpt = document.createElement('p')
    excerpt.className = 'excerpt'
    excerpt.textContent = text.excerpt
    const prose = document.createElement('div')
    prose.className = 'prose'
    prose.innerHTML = html
    article.append(title, ...(text.excerpt ? [excerpt] : []), prose)
    root.replaceChildren(article)
    const follow = (event: Event) => leadWithin(root, event)
    root.addEventListener('click', follow)
    return () => root.removeEventListener('click', follow)
  }, [html, text.title, text.excerpt])
  return <div ref={host} className="mx-auto max-w-(--measure)" />
}

/** Links within the text (footnotes) stay in the preview, others open beside the editor. */
function leadWithin(root: ShadowRoot, event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const address = link?.getAttribute('href')
  if (!link || !address) return
  event.preventDefault()
  if (address.startsWith('#')) root.getElementById(address.slice(1))?.scrollIntoView({ block: 'center' })
  else window.open(link.href, '_blank', 'noopener')
}

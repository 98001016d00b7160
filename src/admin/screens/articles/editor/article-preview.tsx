import { useEffect, useMemo, useRef } from 'react'
import { renderMarkdown } from '../../../../markdown/render.ts'
import publicCss from '../../../../styles/public.css?inline'
import type { ArticleText } from './article-text.ts'

const OWN_CSS = `
:host { display: block; overflow-wrap: break-word; }
.title { font: 600 38px/44px var(--reading); letter-spacing: -0.014em; text-wrap: balance; }
.excerpt { margin-top: 24px; font: italic var(--font-body); color: var(--text-2); }
.excerpt[hidden] { display: none; }
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

/** The elements of the rendered text and the line of the markdown each begins on. */
export type RenderedBlocks = { elements: Element[]; lines: number[] }

type Props = {
  text: Pick<ArticleText, 'title' | 'excerpt' | 'content_markdown'>
  /** Learns what was drawn, for scrolling along. */
  onDrawn?: (blocks: RenderedBlocks) => void
}

/** EDIT-2: title, excerpt in italics and the text as the public page renders it, in the same type. */
export function ArticlePreview({ text, onDrawn }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const drawn = useRef<string>(null)
  const { html, lines } = useMemo(() => renderMarkdown(text.content_markdown), [text.content_markdown])
  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? drawFrame(host.current)
    const [title, excerpt, prose] = ['.title', '.excerpt', '.prose'].map((part) =>
      root.querySelector<HTMLElement>(part),
    )
    if (!title || !excerpt || !prose) return
    title.textContent = text.title
    excerpt.textContent = text.excerpt
    excerpt.hidden = text.excerpt === ''
    // Drawing the whole text anew for a letter of the title would let its images blink.
    if (drawn.current !== html) prose.innerHTML = html
    drawn.current = html
    onDrawn?.({ elements: [...prose.children], lines })
  }, [html, lines, text.title, text.excerpt, onDrawn])
  return <div ref={host} className="mx-auto max-w-(--measure)" />
}

/** Title, excerpt and text, closed off from the admin app's styles; they are filled later. */
function drawFrame(host: HTMLElement): ShadowRoot {
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = styles()
  const article = document.createElement('article')
  article.lang = 'de'
  for (const [name, className] of [
    ['h1', 'title'],
    ['p', 'excerpt'],
    ['div', 'prose'],
  ] as const) {
    const part = document.createElement(name)
    part.className = className
    article.append(part)
  }
  root.append(article)
  root.addEventListener('click', (event) => leadWithin(root, event))
  return root
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

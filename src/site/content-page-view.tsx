import type { ContentPageProps } from './page-props.ts'
import { directionOf } from '../rules/languages.ts'

type ViewProps = {
  page: Pick<ContentPageProps['page'], 'headline' | 'html'>
  /** The day of its last change for machines and as readers see it; null where nobody needs to know. */
  asOf: { day: string; words: string } | null
}

/** A page apart from articles as readers see it, on its own address and in the editor's preview. */
export function ContentPageView({ page, asOf }: ViewProps) {
  return (
    <article>
      <header className="head">
        {/* An empty one still shows the accent. */}
        <p className="meta">
          {asOf && (
            <span>
              Stand: <time dateTime={asOf.day}>{asOf.words}</time>
            </span>
          )}
        </p>
        <h1 dir={directionOf(page.headline)}>{page.headline}</h1>
      </header>
      <div className="hang body">
        <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
      </div>
    </article>
  )
}

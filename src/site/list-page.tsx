import { BackHeader, Document, FeedLine, Main } from './document.tsx'
import { Entry } from './entry.tsx'
import type { ListHead, ListProps } from './page-props.ts'
import { breadcrumbs } from './structured-data.ts'
import { pageAddress, Paging, pagesBeside, TimePaging } from './paging.tsx'

/** The head of a list: what kind it is and how long in the gutter, its name large. */
export function ListHeader({
  head: { kind, headline, count, above },
  feeds = null,
}: {
  head: Omit<ListHead, 'path' | 'name'>
  feeds?: string | null
}) {
  return (
    <header className="head list">
      <p className="meta">
        <b>{above === null ? kind : <a href={above}>{kind}</a>}</b>{' '}
        <span>{`${count.toLocaleString('de-DE')} Artikel`}</span>
      </p>
      <h1>{headline}</h1>
      {feeds !== null && <FeedLine path={feeds} />}
    </header>
  )
}

/** Articles of a category, a tag, an author or a month, newest first, ten a page (RUL-44). */
export function ListPage({ site, head, entries, page, pages, beside }: ListProps) {
  const { kind, name, path } = head
  // A month is over some day: nobody follows it.
  const followed = head.above === null
  const called = page === 1 ? name : `${name}, Seite ${page}`
  return (
    <Document
      site={site}
      head={{
        title: `${called} – ${site.title}`,
        shared: called,
        description: `${kind} ${name}: ${head.count.toLocaleString('de-DE')} Artikel auf ${site.title}`,
        path: pageAddress(path, page),
        ...pagesBeside(path, page, pages),
        ...(followed && { feeds: { path, title: `${name} – ${site.title}` } }),
        data: [breadcrumbs(site, [{ name, path }])],
      }}
      header={<BackHeader site={site} />}
    >
      <Main>
        <ListHeader head={head} feeds={followed ? path : null} />
        {entries.map((entry) => (
          <Entry key={entry.slug} site={site} entry={entry} />
        ))}
        {pages > 1 && <Paging path={path} page={page} pages={pages} />}
        {beside && <TimePaging label="Monate" {...beside} alone={pages === 1} />}
      </Main>
    </Document>
  )
}

import { BackHeader, Document, Main } from './document.tsx'
import { Entry } from './entry.tsx'
import type { ListHead, ListProps } from './page-props.ts'
import { pageAddress, Paging, pagesBeside, TimePaging } from './paging.tsx'

/** The head of a list: what kind it is and how long in the gutter, its name large. */
export function ListHeader({ head: { kind, name, count, above } }: { head: Omit<ListHead, 'path'> }) {
  return (
    <header className="head list">
      <p className="meta">
        <b>{above === null ? kind : <a href={above}>{kind}</a>}</b>{' '}
        <span>{`${count.toLocaleString('de-DE')} Artikel`}</span>
      </p>
      <h1>{name}</h1>
    </header>
  )
}

/** Articles of a category, a tag, an author or a month, newest first, ten a page (ruling R44). */
export function ListPage({ site, head, entries, page, pages, beside }: ListProps) {
  const { kind, name, path } = head
  const called = page === 1 ? name : `${name}, Seite ${page}`
  return (
    <Document
      site={site}
      head={{
        title: `${called} – ${site.title}`,
        description: `${kind} ${name}: ${head.count.toLocaleString('de-DE')} Artikel auf ${site.title}`,
        path: pageAddress(path, page),
        ...pagesBeside(path, page, pages),
      }}
      header={<BackHeader site={site} />}
    >
      <Main>
        <ListHeader head={head} />
        {entries.map((entry) => (
          <Entry key={entry.slug} site={site} entry={entry} />
        ))}
        {pages > 1 && <Paging path={path} page={page} pages={pages} />}
        {beside && <TimePaging label="Monate" {...beside} alone={pages === 1} />}
      </Main>
    </Document>
  )
}

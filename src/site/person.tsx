import type { Person } from './page-props.ts'

/** Where else a person is found; `rel=me` says that it is the same one. */
export function PersonLinks({ links }: Pick<Person, 'links'>) {
  return links.map(({ label, url }) => (
    <a key={url} className="text u-url" rel="me" href={url}>
      {label}
    </a>
  ))
}

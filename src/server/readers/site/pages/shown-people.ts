import type { PublicArticle } from '../../../../contract/articles.ts'
import type { PersonName, Person as ShownPerson } from '../../../../site/page-props.ts'
import { peopleIn, type Person } from '../../../writing/authors/authors.public.ts'
import { tags } from '../cache/tags.ts'
import { toPeople } from './entries.ts'
import type { PageSource } from './site-source.ts'

/** The people of an article: of its own author line, else of that of the settings (RUL-39). */
export async function authorsOf(source: PageSource, { byline }: Pick<PublicArticle, 'byline'>): Promise<Person[]> {
  return peopleIn(source.db, (byline ?? '').trim() || source.settings.author_name.trim())
}

/** The tag of a response that shows a person. */
export function personTag({ id, slug }: Pick<Person, 'id' | 'slug'>): string {
  return tags.name(id ?? slug)
}

/** The people of an article by name, those of them with words, face or links, and the tags of a response that shows them. */
export async function shownPeople(
  source: PageSource,
  article: Pick<PublicArticle, 'byline'>,
): Promise<{ authors: PersonName[]; people: ShownPerson[]; tags: string[] }> {
  const people = await authorsOf(source, article)
  const { shown, tags: pictures } = await toPeople(source, people)
  return {
    authors: shown.map(({ name, path }) => ({ name, path })),
    people: shown.filter(({ text, face, links }) => text !== '' || face !== null || links.length > 0),
    tags: [...pictures, ...people.map(personTag)],
  }
}

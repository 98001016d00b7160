import type { PublicArticle } from '../../../../contract/articles.ts'
import type { PersonName, Person as ShownPerson } from '../../../../site/page-props.ts'
import { peopleIn, type Person } from '../../../writing/authors/authors.public.ts'
import { imageSizes } from '../../../writing/media/media.service.ts'
import { tags } from '../cache/tags.ts'
import { ownPicture, pictureTags, toCover } from './entries.ts'
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
  const { shown, tags: pictures } = await drawn(source, people)
  return {
    authors: shown.map(({ name, path }) => ({ name, path })),
    people: shown.filter(({ text, face, links }) => text !== '' || face !== null || links.length > 0),
    tags: [...pictures, ...people.map(personTag)],
  }
}

/** People as pages show them, and the tags of their pictures. */
export async function drawn(
  source: PageSource,
  people: readonly Omit<Person, 'id'>[],
): Promise<{ shown: ShownPerson[]; tags: string[] }> {
  const faces = people.flatMap(({ picture }) => ownPicture(picture, source) ?? [])
  const sizes = await imageSizes(source.db, faces)
  const shown = people.map(({ name, slug, text, picture, links }) => ({
    name,
    path: `/autor/${slug}`,
    text,
    face: toCover(ownPicture(picture, source), sizes),
    links,
  }))
  return { shown, tags: pictureTags(faces, sizes) }
}

import { authorSlug } from '../../rules/slug.ts'
import { saveAppearance, UNCHOSEN, readAppearance } from '../../server/readers/appearance/appearance.service.ts'
import { changeAuthor, ensurePeople } from '../../server/writing/authors/authors.service.ts'
import { findAuthors } from '../../server/writing/authors/authors.queries.ts'
import { rename } from '../../server/writing/taxonomy/taxonomy.service.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { inTransaction } from '../../server/platform/db/transaction.ts'
import type { Topic } from '../builders/corpus.ts'
import type { Person } from './accounts.ts'
import type { Cover, Names } from './articles.ts'

/** What each of the authors says of themselves, and the picture beside it; those of a demo show no faces. */
const AUTHORS: Record<string, { text: string; cover: string; links: { label: string; url: string }[] }> = {
  'Mira Öztürk': {
    text: 'Leitet die Redaktion und liest jede Zeile laut vor, bevor sie erscheint. Schreibt über Maschinen, die nicht fertig werden.',
    cover: 'polarlicht',
    links: [{ label: 'Mastodon', url: 'https://social.example/@mira' }],
  },
  'Ruth Adler': {
    text: 'Spielt, was andere vergessen haben, und schreibt auf, was davon bleibt. Sammelt Handbücher.',
    cover: 'pixelabend',
    links: [{ label: 'Website', url: 'https://ruth-adler.example' }],
  },
  'Henrik Böhme': {
    text: 'Misst nach. Zuständig für Werkbank, Lötkolben und alles, was sich noch reparieren lässt.',
    cover: 'leiterplatte',
    links: [],
  },
}

const CATEGORIES: Record<Topic, { description: string; cover: string }> = {
  KI: { description: 'Modelle, die auf den Schreibtisch passen, und was sie dort anrichten.', cover: 'netz' },
  Spiele: { description: 'Was sich noch einmal zu spielen lohnt.', cover: 'pixelabend' },
  Technik: { description: 'Geräte, Netze und Programme, von innen betrachtet.', cover: 'serverraum' },
  'Recht & Netz': { description: 'Gesetze, Urteile und Regeln für alle, die etwas veröffentlichen.', cover: 'briefe' },
  Werkstatt: { description: 'Bauen, messen, reparieren – und was dabei schiefging.', cover: 'schallplatte' },
  Redaktion: { description: 'Wie diese Texte entstehen.', cover: 'tastatur' },
}

type Options = { people: Person[]; names: Names; covers: Cover[]; now: Date }

/**
 * Gives the website what an owner would choose: authors with words and pictures, described categories, navigation, and a landing
 * page in sections. An appearance that somebody has chosen stays.
 */
export async function dressWebsite(db: Db, { people, names, covers, now }: Options): Promise<void> {
  const pictureOf = (name: string) => covers.find((cover) => cover.name === name)?.url ?? null
  for (const { id: account_id, name } of people.filter(({ standing }) => standing !== 'pending')) {
    const { text, cover, links } = AUTHORS[name] ?? { text: '', cover: '', links: [] }
    await inTransaction(db, (tx) => ensurePeople(tx, name, now))
    const slug = authorSlug(name) ?? ''
    const author = (await findAuthors(db, [slug])).get(slug)
    if (author?.text === '')
      await changeAuthor(db, { id: author.id, account_id, text, links, picture: pictureOf(cover) }, now)
  }
  for (const [name, { description, cover }] of Object.entries(CATEGORIES)) {
    const id = names.categories.get(name)
    if (id) await rename(db, 'categories', { id, description, picture: pictureOf(cover) }, now)
  }
  if (JSON.stringify(await readAppearance(db)) !== JSON.stringify(UNCHOSEN)) return
  await saveAppearance(db, {
    landing: 'abschnitte',
    navigation: [
      { label: 'Themen', href: '/themen' },
      { label: 'Archiv', href: '/archiv' },
    ],
  })
}

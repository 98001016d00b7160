import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quoted } from '../../rules/quoted.ts'

/** Names of the categories; each has a text file of sections. */
export const TOPICS = {
  KI: 'ki',
  Spiele: 'spiele',
  Technik: 'technik',
  'Recht & Netz': 'recht',
  Werkstatt: 'werkstatt',
  Redaktion: 'redaktion',
} as const
export type Topic = keyof typeof TOPICS

/**
 * An article as written: everything but its state. `cover` names an illustration (`covers.ts`); `opening` are the
 * paragraphs before the first heading.
 */
export type Manuscript = {
  title: string
  topic: Topic
  tags: string[]
  excerpt: string
  cover: string | null
  opening: string
}
/** A part of a body under its heading, in markdown; footnotes are defined within it. */
export type Section = { heading: string; markdown: string }

const FOLDER = join(import.meta.dirname, 'corpus')

let manuscripts: Manuscript[] | undefined
const sections = new Map<Topic, Section[]>()

/** The written articles, read once from `corpus/articles.md`. */
export function listManuscripts(): Manuscript[] {
  manuscripts ??= split(readText('articles'), '# ').map(toManuscript)
  return manuscripts
}

/** The sections a body of this topic is made of, read once from its text file. */
export function listSections(topic: Topic): Section[] {
  const known = sections.get(topic)
  if (known) return known
  const read = split(readText(TOPICS[topic]), '## ').map(({ heading, rest }) => ({ heading, markdown: rest }))
  sections.set(topic, read)
  return read
}

function readText(name: string): string {
  return readFileSync(join(FOLDER, `${name}.md`), 'utf8').replaceAll('\r\n', '\n')
}

/** Cuts a text at its headings of one level; headings inside code fences of the corpus start deeper, so lines suffice. */
function split(text: string, mark: '# ' | '## '): { heading: string; rest: string }[] {
  return text
    .split(new RegExp(`^${mark}`, 'm'))
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return { heading: part.slice(0, end).trim(), rest: part.slice(end).trim() }
    })
}

function toManuscript({ heading, rest }: { heading: string; rest: string }): Manuscript {
  const [head = '', ...paragraphs] = rest.split('\n\n')
  const field = (name: string) => {
    const found = new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1]?.trim()
    if (!found) throw new Error(`corpus/articles.md: ${quoted(heading)} has no line ${name}`)
    return found
  }
  const topic = field('Kategorie')
  if (!Object.hasOwn(TOPICS, topic))
    throw new Error(`corpus/articles.md: ${quoted(heading)} names the unknown category ${topic}`)
  return {
    title: heading,
    topic: topic as Topic,
    tags: field('Schlagwörter')
      .split(',')
      .map((tag) => tag.trim()),
    excerpt: field('Auszug'),
    cover: /^Bild: (.+)$/m.exec(head)?.[1] ?? null,
    opening: paragraphs.join('\n\n'),
  }
}

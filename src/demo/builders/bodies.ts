import { listSections, type Manuscript, type Topic } from './corpus.ts'
import type { Kit } from './kit.ts'
import { TITLE_PARTS } from './title-parts.ts'
import { quoted } from '../../rules/quoted.ts'

/** A picture of the library as a text uses it. */
export type Picture = { url: string; alt: string; caption: string }

/**
 * The markdown of an article: its own opening, then sections of its topic under their headings, with a picture after some
 * of them. A section carries 80 to 330 words; `sections` beyond what the topic has go on with the editors' own topic.
 */
export function writeBody(
  { random }: Kit,
  manuscript: Manuscript,
  { sections, pictures = [] }: { sections: number; pictures?: readonly Picture[] },
): string {
  const own = random.sample(listSections(manuscript.topic), sections)
  const more = manuscript.topic === 'Redaktion' ? [] : random.sample(listSections('Redaktion'), sections - own.length)
  const waiting = [...pictures]
  const parts = [...own, ...more].map(({ heading, markdown }, index) => {
    const picture = index % 2 === 0 ? waiting.shift() : undefined
    return `## ${heading}\n\n${markdown}${picture ? `\n\n![${picture.alt}](${picture.url} "${picture.caption}")` : ''}`
  })
  return `${[manuscript.opening, ...parts].join('\n\n')}\n`
}

/** A title put together from parts: some hundred thousand different ones, a few of them with long compounds. */
export function writeTitle({ random }: Kit): string {
  const { subjects, predicates, places, angles, compounds } = TITLE_PARTS
  const shape = random.number()
  if (shape < 0.45) return `${random.pick(subjects)} ${random.pick(predicates)} ${random.pick(places)}`
  if (shape < 0.75) return `${random.pick(subjects)} ${random.pick(places)}: ${random.pick(angles)}`
  if (shape < 0.9) return `${quoted(random.pick(subjects))} – ${random.pick(angles)}`
  return `${random.pick(compounds)}: ${random.pick(angles)} ${random.pick(places)}`
}

/** A short text of one to three paragraphs, for articles by the thousand. */
export function writeShortBody({ random }: Kit, topic: Topic): string {
  const { heading, markdown } = random.pick(listSections(topic))
  const prose = (text: string) =>
    text.split('\n\n').filter((block) => /^[\p{L}„]/u.test(block) && !block.includes('[^'))
  const first = random.sample(prose(random.pick(listSections(topic)).markdown), 1)
  return `${[...first, `## ${heading}`, ...prose(markdown).slice(0, random.int(1, 2))].join('\n\n')}\n`
}

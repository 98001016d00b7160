import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { anchorAt, findAnchor } from './anchor.ts'

const doc = (text: string) => Text.of(text.split('\n'))

/** Finds the position marked by `|` in another text, and marks it there. */
function again(marked: string, now: string): string {
  const at = marked.indexOf('|')
  const found = findAnchor(doc(now), anchorAt(doc(marked.replace('|', '')), at))
  return `${now.slice(0, found)}|${now.slice(found)}`
}

test.each([
  ['nothing has changed', 'Eins.\n\n|\n\nZwei.', 'Eins.\n\n\n\nZwei.', 'Eins.\n\n|\n\nZwei.'],
  ['words came before it', 'Eins.\n\n|\n\nZwei.', 'Neu.\n\nEins.\n\n\n\nZwei.', 'Neu.\n\nEins.\n\n|\n\nZwei.'],
  ['what follows was rewritten', 'Eins.\n\n|\n\nZwei.', 'Neu. Eins.\n\nDrei.', 'Neu. Eins.\n\n|Drei.'],
  ['what stood before it went', 'Eins.\n\n|Zwei.', 'Drei und vier.\n\nZwei.', 'Drei und vier.\n\n|Zwei.'],
  ['all of it went', 'Eins, zwei.|', 'Kurz', 'Kurz|'],
  [
    'the same words stand twice',
    'A.\n\nB.\n\n|C.\n\nA.\n\nB.',
    'x A.\n\nB.\n\nC.\n\nA.\n\nB.',
    'x A.\n\nB.\n\n|C.\n\nA.\n\nB.',
  ],
  ['the text is empty by now', 'Eins.|', '', '|'],
])('a position is found again when %s', (_name, marked, now, found) => expect(again(marked, now)).toBe(found))

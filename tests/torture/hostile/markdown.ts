import { type Growing, type Probe, randomly, repeated } from './probe.ts'
import { call, send, type World } from './world.ts'

const KNOWN: Growing[] = [
  repeated('headings', '# a\n'),
  repeated('numbered headings', '## Abschnitt {n}\n\n'),
  repeated('footnotes in place', '^[a]'),
  repeated('open footnotes in place', '^['),
  repeated('footnotes', '[^{n}]: a\n\n[^{n}]\n\n'),
  repeated('one footnote, called often', '[^1]', '[^1]: a\n\n'),
  repeated('rows of a table', '| a | b |\n', '| a | b |\n|---|---|\n'),
  repeated('columns of a table', '|a', '', `\n|-|-|\n`),
  repeated('columns of a table and its rule', '|-', '|a|b|\n'),
  repeated('tables', '| a |\n|---|\n| b |\n\n'),
  repeated('tasks', '- [ ] a\n'),
  repeated('nested tasks', '  - [x] a\n'),
  repeated('opening brackets', '['),
  repeated('pictures', '!['),
  repeated('nested links', '[a](', ''),
  repeated('links', '[a](/b{n}) '),
  repeated('references', '[a{n}]: /b\n'),
  repeated('references used', '[a] ', '[a]: /b\n\n'),
  repeated('backticks', '`'),
  repeated('backticks of many lengths', '` `` ``` '),
  repeated('fences', '```\n'),
  repeated('open fence', 'a\n', '```js\n'),
  repeated('emphasis', '*a '),
  repeated('emphasis both ways', '*a_ '),
  repeated('strong', '**a*'),
  repeated('stars', '*'),
  repeated('underscores', 'a_'),
  repeated('struck', '~~a~'),
  repeated('quotes', '> '),
  repeated('quotes, line by line', '> a\n'),
  repeated('deep quotes', '>'),
  repeated('lists', '- a\n'),
  repeated('lists in lists', '- '),
  repeated('numbers', '{n}. a\n'),
  repeated('entities', '&amp;&#x41;&x;'),
  repeated('ampersands', '&'),
  repeated('angle brackets', '<'),
  repeated('open tags', '<a '),
  repeated('open comments', '<!--'),
  repeated('processing instructions', '<?'),
  repeated('addresses', 'http://a.example/{n} '),
  repeated('one address', 'a', 'http://a.example/'),
  repeated('addresses of mail', 'a@b.example '),
  repeated('at signs', 'a@'),
  repeated('points', 'a.'),
  repeated('www', 'www.'),
  repeated('backslashes', '\\'),
  repeated('line breaks', '\n'),
  repeated('spaces', ' ', 'a', 'b'),
  repeated('tabs', '\t'),
  repeated('rules', '---\n'),
  repeated('equal signs', 'a\n=\n'),
  repeated('quotation marks', '"\''),
  repeated('a long word', 'ä'),
  repeated('long words', 'Donaudampfschifffahrt'),
  repeated('words', 'Donaudampfschifffahrtsgesellschaft {n} '),
  repeated('parentheses', '(', '[a](', ''),
  repeated('titles of links', '"', '[a](/b ', ''),
  repeated('right to left', '\u202e\u0301'),
  repeated('surrogates', '😀'),
]

const TOKENS = [
  ...[
    '#',
    '## ',
    ' ',
    '\n',
    '\n\n',
    'a',
    'ä',
    '*',
    '**',
    '_',
    '`',
    '```',
    '~',
    '~~',
    '[',
    ']',
    '(',
    ')',
    '!',
    '^',
    '|',
    '-',
  ],
  ...[
    '^[',
    '[^1]',
    '[^1]: ',
    '[^{n}]',
    '> ',
    '- ',
    '- [ ] ',
    '1. ',
    '|---|',
    '&amp;',
    '&',
    ';',
    '<',
    '>',
    '<a ',
    '<!--',
  ],
  ...[
    'http://a.example/',
    'www.',
    '@',
    '.',
    ':',
    '"',
    "'",
    '\\',
    '\t',
    '    ',
    '![',
    '](',
    ' "t"',
    '=',
    '+',
    '{n}',
    '\u00a0',
  ],
]

/** Articles that an editor publishes and readers open. */
export function markdownProbes(random: () => number, randomOnes: number): Probe[] {
  const fresh = Array.from({ length: randomOnes }, () => randomly('random', TOKENS, random))
  return [...KNOWN, ...fresh].map(({ kind, input, of }) => ({
    kind: `markdown: ${kind}`,
    from: 4096,
    to: 2 ** 20,
    input,
    send: (world, size) => publish(world, of(size)),
  }))
}

async function publish(world: World, text: string) {
  const body = JSON.stringify({ title: `Artikel ${world.next()}`, content_markdown: text, status: 'published' })
  const created = await send(world, { method: 'POST', path: '/api/articles', token: world.token, body })
  if (created.status !== 201) return [created]
  const { id, slug, version } = JSON.parse(created.body)
  const read = [
    await send(world, { path: `/article/${slug}`, headers: { 'accept-encoding': 'gzip, br' } }),
    await send(world, { path: '/' }),
    await send(world, { path: `/api/articles/by-slug/${slug}` }),
  ]
  const saved = await send(world, {
    method: 'PATCH',
    path: `/api/articles/${id}`,
    token: world.token,
    body: JSON.stringify({ version, content_markdown: `${text}\n` }),
  })
  const again = await send(world, { path: `/article/${slug}` })
  await call(world, 'DELETE', `/api/articles/${id}`)
  return [created, ...read, saved, again]
}

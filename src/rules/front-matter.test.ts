import { expect, test } from 'vitest'
import { matterOf } from './front-matter.ts'

const head = (...lines: string[]) => matterOf(`---\n${lines.join('\n')}\n---\nText\n`)

test('a line that is no YAML loses nothing but its form: the others are read, and it is the words it is', () => {
  const found = head(
    'title: Nachlese: Herbst',
    'date: 2021-10-03',
    'tags: [wald, pilze]',
    'subtitle: [Gast] Eine Fahrt',
    'motto: "Ach", sagte sie',
    "frage: 'Was gibt's?'",
    'ort: @see',
    'ruf: *laut* und leise',
    'extra:',
    '  tief: ja',
    'description: >-',
    '  Zwei',
    '  Zeilen',
  )
  expect(found).toMatchObject({ body: 'Text\n', found: true, isWhole: true })
  expect({ ...found.fields }).toEqual({
    title: 'Nachlese: Herbst',
    date: '2021-10-03',
    tags: ['wald', 'pilze'],
    subtitle: '[Gast] Eine Fahrt',
    motto: '"Ach", sagte sie',
    frage: "Was gibt's?",
    ort: '@see',
    ruf: '*laut* und leise',
    extra: { tief: 'ja' },
    description: 'Zwei Zeilen',
  })
  for (const line of ['title: Nachlese: Herbst', "frage: Was gibt's?", 'ort: @see'])
    expect(found.fault).toContain(`„${line}“`)
  expect(found.fault).not.toContain('2021')
})

test('tabs and spaces that keep their place part keys from values, too', () => {
  expect(head('title:\tMit Tab', 'tags:', '\t- eins', '\t- zwei')).toMatchObject({
    fields: { title: 'Mit Tab', tags: ['eins', 'zwei'] },
    fault: null,
  })
  expect(head('title:\u00a0Fest', 'date: 2021-10-03')).toMatchObject({ fields: { title: 'Fest', date: '2021-10-03' } })
})

test('words behind a tag, and tags behind a hash, are words', () => {
  expect(head('title: !Wichtig', 'date: 2021-10-03').fields).toMatchObject({ title: '!Wichtig', date: '2021-10-03' })
  expect(head('title: Wald', 'tags: #pilze #moos').fields).toMatchObject({ tags: '#pilze #moos' })
  expect(head('title: Wald', 'tags: # kommen noch').fields).toMatchObject({ tags: null })
  expect(head('title: Halt #3 am Moor')).toMatchObject({ fields: { title: 'Halt' }, isWhole: false })
  expect(head('title: Halt #3 am Moor').fault).toContain('#3 am Moor')
})

test('a number that is not written as it is printed stays the words it is', () => {
  expect(
    head(
      'a: 007',
      'b: 1.0',
      'c: 8e15',
      'd: 0x10',
      'e: 12',
      'f: -3',
      'g: 2.5',
      'h: 99999999999999999999',
      'i: null',
      'j: true',
    ).fields,
  ).toEqual({
    a: '007',
    b: '1.0',
    c: '8e15',
    d: '0x10',
    e: 12,
    f: -3,
    g: 2.5,
    h: '99999999999999999999',
    i: null,
    j: true,
  })
})

test('empty lines, a comment for programs and old line ends may stand before it and in it', () => {
  const fields = { title: 'Moor' }
  expect(matterOf('\n \n---\ntitle: Moor\n---\nText')).toMatchObject({ fields, body: 'Text', found: true })
  expect(matterOf('<!-- vale off -->\n---\ntitle: Moor\n---\nText')).toMatchObject({ fields, body: 'Text' })
  expect(matterOf('---\rtitle: Moor\r---\rText\r')).toMatchObject({ fields, body: 'Text\n' })
  expect(matterOf('----\ntitle: Moor\n----\nText')).toMatchObject({ fields, body: 'Text' })
  expect(matterOf('\uFEFF---\r\ntitle: Moor\r\n---\r\nText')).toMatchObject({ fields, body: 'Text' })
  for (const text of ['\n---\nEin Absatz\n---\nText', '----\n\n----\nText', 'Text\n---\ntitle: Moor\n---\n'])
    expect(matterOf(text)).toEqual({ fields: {}, body: text, found: false, fault: null, isWhole: true })
})

test('TOML is read entry by entry, too; what is nothing at all is named and the text comes', () => {
  const found = matterOf('+++\ntitle = Moor\ndate = 2021-10-03\n[taxonomies]\ntags = ["wald"]\n+++\nText')
  expect(found.fields).toMatchObject({ title: 'Moor', date: new Date('2021-10-03'), taxonomies: { tags: ['wald'] } })
  expect(found.fault).toContain('„title: Moor“')
  expect(head('title: [')).toMatchObject({ fields: {}, fault: 'Die Angaben am Anfang (YAML) sind nicht lesbar.' })
  expect(head('title: Moor: Nebel', '}}}')).toMatchObject({ fields: { title: 'Moor: Nebel' } })
  expect(matterOf(`---\n${'a: b: c\n'.repeat(400)}---\n`).fields).toEqual({})
})

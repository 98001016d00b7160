/**
 * Characters that look like Latin ones, by the Latin one: Cyrillic, Greek, Armenian, Cherokee, Lisu and the small capitals of the
 * phonetic alphabet. Compatibility forms (full width, mathematical, circled) are folded by NFKD.
 */
const LIKE: Record<string, string> = {
  a: 'аαɑᴀꭺꓮ',
  b: 'вьβʙᏼꓐ',
  c: 'сϲᴄꮯꓚ',
  d: 'ԁɗᴅꭰꓓ',
  e: 'еεєҽᴇꭼꓰ',
  f: 'ғϝքꓝ',
  g: 'ɡԍցɢꓖ',
  h: 'һнհʜꮋηꓧ',
  i: 'іιıɪӏⅼ|ɩՙꭵꓲ',
  j: 'јϳյᴊꓙ',
  k: 'кκᴋꮶꓗ',
  l: 'ⅼʟꮮꓡ',
  m: 'мᴍⅿꮇꓟ',
  n: 'пոռɴꓠ',
  o: 'оοσօᴏ0ჿөѳθꓳ',
  p: 'рρᴘꮲꓑ',
  q: 'ԛգ',
  r: 'гɾʀꭱꓣ',
  s: 'ѕꜱꮪ$ꓢ',
  t: 'тτᴛꭲꓔ',
  u: 'υսᴜцμꓴ',
  v: 'ѵνᴠꮩꓦ',
  w: 'ԝωѡᴡꮤꓪ',
  x: 'хχ×ꓫ',
  y: 'уγүʏꮍꓬ',
  z: 'ᴢꮓꓜ',
}
const LATIN = new Map(Object.entries(LIKE).flatMap(([latin, others]) => [...others].map((other) => [other, latin])))

/** White characters on black circles and squares, and those of flags: each alphabet begins here. */
const BOXED = [0x1f150, 0x1f170, 0x1f1e6]
for (const first of BOXED)
  for (let at = 0; at < 26; at += 1) LATIN.set(String.fromCodePoint(first + at), String.fromCharCode(97 + at))

/** Characters without a mark that NFKD leaves whole. */
const PLAIN: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', æ: 'ae', œ: 'oe', þ: 'p', ŧ: 't' }

/** Pairs and digits that are read as one character. */
const AS_ONE: readonly [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[l1!j]/g, 'i'],
  [/5/g, 's'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/ae/g, 'a'],
  [/oe/g, 'o'],
  [/ue/g, 'u'],
  [/(.)\1+/g, '$1'],
]

/**
 * What a name looks like: two names with the same skeleton can be taken for each other. Marks, case, spaces, punctuation and invisible
 * characters are left out; those of other scripts become the Latin ones they resemble. Empty for a name without alphanumeric characters.
 */
export function skeletonOf(name: string): string {
  const folded = [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => PLAIN[letter] ?? LATIN.get(letter) ?? letter)
    .join('')
    // Capitals of other scripts are folded above; a second time for what they became.
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}!]/gu, '')
  return AS_ONE.reduce((skeleton, [pair, letter]) => skeleton.replaceAll(pair, letter), folded)
}

/** Words of an office: nobody outside calls themselves one of them, alone or beside a name. */
const OFFICES = [
  'Redaktion',
  'Redakteur',
  'Redakteurin',
  'Admin',
  'Administrator',
  'Administration',
  'Moderator',
  'Moderatorin',
  'Moderation',
  'Team',
]
const OFFICE_SKELETONS = new Set(OFFICES.map(skeletonOf))
/** Parts that make any word one of an office (`Blogredaktion`, `Moderationsteam`). */
const OFFICE_PARTS = ['redaktion', 'moderation', 'administrat'].map(skeletonOf)

function isOffice(word: string): boolean {
  const skeleton = skeletonOf(word.replaceAll(/\p{N}/gu, ''))
  return OFFICE_SKELETONS.has(skeleton) || OFFICE_PARTS.some((part) => skeleton.includes(part))
}

const wordsOf = (name: string) =>
  name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
/** Characters that stand among Latin ones to deceive. Those of East Asia look like none of them. */
const DECEIVING =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Coptic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Carian}\p{Script=Lycian}\p{Script=Lydian}\p{Script=Old_Italic}\p{Script=Deseret}\p{Script=Osage}\p{Script=Tifinagh}\p{Script=Canadian_Aboriginal}]/u
const isMixed = (word: string) => /\p{Script=Latin}/u.test(word) && DECEIVING.test(word)

/**
 * Whether a name is one of those that are taken, or can be taken for one (COM-6). A taken name of several words is found within a
 * longer one, in any order, and without some of its words (`Dr.`); a single word only as the whole name, since others may have the
 * same first name. `taken` are names, not skeletons.
 */
export function looksLikeTaken(name: string, taken: readonly string[]): boolean {
  const own = skeletonOf(name)
  if (own === '') return false
  const words = wordsOf(name)
  if (OFFICE_SKELETONS.has(own) || words.some((word) => isOffice(word) || isMixed(word))) return true
  const ownWords = skeletonsOf(name)
  return taken.some((other) => {
    const skeleton = skeletonOf(other)
    if (skeleton === '') return false
    const otherWords = skeletonsOf(other)
    const isWithin = otherWords.size > 1 && skeleton.length >= 6 && own.includes(skeleton)
    return own === skeleton || isWithin || isPartOf(otherWords, ownWords) || isPartOf(ownWords, otherWords)
  })
}

const skeletonsOf = (name: string) => new Set(wordsOf(name).map(skeletonOf))
/** Whether several words are all among others. */
const isPartOf = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  some.size > 1 && [...some].every((word) => others.has(word))

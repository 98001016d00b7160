/**
 * Characters that look like Latin ones, by the Latin one: Cyrillic, Greek, Armenian, Cherokee and the small capitals of the phonetic
 * alphabet. Compatibility forms (full width, mathematical, circled) are folded by NFKD.
 */
const LIKE: Record<string, string> = {
  a: 'аαɑᴀꭺ',
  b: 'вьβʙᏼ',
  c: 'сϲᴄꮯ',
  d: 'ԁɗᴅꭰ',
  e: 'еεєҽᴇꭼ',
  f: 'ғϝք',
  g: 'ɡԍցɢ',
  h: 'һнհʜꮋη',
  i: 'іιıɪӏⅼ|ɩՙ',
  j: 'јϳյᴊ',
  k: 'кκᴋꮶ',
  l: 'ⅼʟꮮ',
  m: 'мᴍⅿꮇ',
  n: 'пոռɴ',
  o: 'оοσօᴏ0ჿөѳθ',
  p: 'рρᴘꮲ',
  q: 'ԛգ',
  r: 'гɾʀꭱ',
  s: 'ѕꜱꮪ$',
  t: 'тτᴛꭲ',
  u: 'υսᴜцμ',
  v: 'ѵνᴠꮩ',
  w: 'ԝωѡᴡꮤ',
  x: 'хχ×',
  y: 'уγүʏꮍ',
  z: 'ᴢꮓ',
}
const LATIN = new Map(Object.entries(LIKE).flatMap(([latin, others]) => [...others].map((other) => [other, latin])))

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
]
const OFFICE_SKELETONS = new Set(OFFICES.map(skeletonOf))

/**
 * Whether a name is one of those that are taken, or can be taken for one (COM-6). A taken name of several words is found within a
 * longer one; a single word only as the whole name, since others may have the same first name. `taken` are names, not skeletons.
 */
export function looksLikeTaken(name: string, taken: readonly string[]): boolean {
  const own = skeletonOf(name)
  if (own === '') return false
  const words = name.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}]+/u)
  if (OFFICE_SKELETONS.has(own) || words.some((word) => OFFICE_SKELETONS.has(skeletonOf(word)))) return true
  return taken.some((other) => {
    const skeleton = skeletonOf(other)
    if (skeleton === '') return false
    const isWhole = /[^\p{L}\p{M}\p{N}]/u.test(other.trim())
    return own === skeleton || (isWhole && skeleton.length >= 6 && own.includes(skeleton))
  })
}

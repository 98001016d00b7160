/** A generator of numbers that is the same in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Corpus = { name: string; text: string }[]

const SPAM_OPENINGS = [
  'Toller Artikel!',
  'Great post, thanks for sharing.',
  'Ich habe damit in einer Woche 4.000 Euro verdient.',
  'Danke für diesen Beitrag, sehr hilfreich.',
  'I was looking for this everywhere.',
  'Sehr geehrte Damen und Herren,',
  'Wow.',
]
const SPAM_OFFERS: ((word: string) => string)[] = [
  (word) => `Mehr dazu: https://${word}.example/start`,
  (word) => `Schauen Sie auf www.${word}-shop.example vorbei`,
  (word) => `${word}.com hat das beste Angebot`,
  (word) => `[hier klicken](http://${word}.example)`,
  (word) => `Schreiben Sie an ${word}@mail.example`,
  (word) => `WhatsApp +49 151 ${word.length}2345678`,
  (word) => `Online Casino ${word} mit Bonus`,
  (word) => `Günstig kaufen: ${word}`,
  (word) => `Best SEO ranking for ${word}`,
  (word) => `Купить ${word} дешево и быстро сегодня`,
  (word) => `Krypto ${word} verdoppelt Ihr Geld`,
  (word) => `Viagra ${word} ohne Rezept`,
]
const SYLLABLES = ['ba', 'ko', 'lin', 'ra', 'mo', 'ter', 'sa', 'vel', 'du', 'gri', 'pe', 'nor']

/** Adverts as they come by the thousand: praise, then a link, a host, an address, a number, or the words of the trade. */
export function spamComments(count: number): Corpus {
  const random = seeded(7)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  return Array.from({ length: count }, (_, index) => {
    const word = `${pick(SYLLABLES)}${pick(SYLLABLES)}${pick(SYLLABLES)}${index % 10}`
    return {
      name: `${pick(['Max', 'SEO-Maria', 'John', 'best', 'Anna'])} ${word}`,
      text: `${pick(SPAM_OPENINGS)} ${pick(SPAM_OFFERS)(word)}`,
    }
  })
}

const SUBJECTS = [
  'Der Katalog',
  'Die Umstellung',
  'Der Schluss',
  'Das zweite Diagramm',
  'Ihr Beispiel',
  'Die Tabelle',
  'Der Keller',
]
const VERBS = [
  'erinnert mich an',
  'widerspricht doch',
  'passt gut zu',
  'fehlt mir noch neben',
  'erklärt endlich',
  'übersieht leider',
]
const OBJECTS = [
  'meine Jahre in der Stadtbücherei',
  'dem, was Sie 2019 schrieben',
  'die Karten mit den Durchschlägen',
  'das Gedächtnis eines Hauses',
  'den Preis von 2.400 Euro im Jahr',
  'die Sache mit der Einheit an der Achse',
]
const ENDS = [
  'Danke dafür.',
  'Oder sehe ich das falsch?',
  'Wie war das bei Ihnen?',
  'Ich bleibe skeptisch.',
  'Mehr davon, bitte!',
  'Das war z.B. 1987 so.',
]
const NAMES = [
  'Henrik V.',
  'Eva aus Jena',
  'm.',
  'Katrin Sommerfeld',
  'Otto Grün',
  'M. Yıldız',
  'p. sand',
  'José',
  'Łukasz',
  'Anna-Lena',
  '李雷',
  'Анна',
]

/** What readers write: sentences about the text, with quotations, code and numbers, under real and made-up names. */
export function realComments(count: number): Corpus {
  const random = seeded(11)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  return Array.from({ length: count }, (_, index) => {
    const sentence = () => `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)}.`
    const quoted = index % 7 === 0 ? `> ${sentence()}\n\n` : ''
    const code = index % 11 === 0 ? ' Die Funktion `zaehle()` gibt bei mir 0 zurück.' : ''
    return { name: pick(NAMES), text: `${quoted}${sentence()} ${sentence()} (${index})${code} ${pick(ENDS)}` }
  })
}

import { posix } from 'node:path'
import { type MediaItem, type OtherItem, SourceFault, type SourceFiles, type SourceItem } from './source-items.ts'
import { quoted } from '../../rules/quoted.ts'

/** File names that belong to a program, not to texts of a blog, without folder. */
export const ABOUT_THE_PROGRAM =
  /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security|todo)(?:[.-][\w-]{2,10})?\.\w+$/i
export const PICTURE_FILE = /\.(?:avif|bmp|gif|jpe?g|png|tiff?|webp)$/i
/** Folders of packages and version control. They contain thousands of files, so each folder gets one report line. */
const PACKAGES = /^(.*?(?:^|\/)(?:node_modules|bower_components|\.git|\.svn|\.hg))\//
/** A folder whose name begins with a dot; `.obsidian` marks a blog of notes. */
const HIDDEN = /(?:^|\/)\.(?!obsidian\/|\.?\/)[^/]+\//
/** A text whose name hides it from generators and note programs. */
const HIDDEN_TEXT = /(?:^|\/)\.(?!\.)[^/]*\.(?:html?|markdown|mdown|mdx?)$/i

const ARCHIVE = /\.(?:7z|bz2|gz|rar|tar|tgz|xz|zip|zst)$/i
const AS_DOCX = 'Bitte öffnen Sie das Dokument, speichern Sie es als .docx und importieren Sie es noch einmal.'
const AS_FEED =
  'Bitte geben Sie beim Import statt einer Datei die Adresse des Feeds an, aus ihm werden die Beiträge gelesen.'

/** Reasons for skipping files by type. The first match counts. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/\.docx$/i, 'Das ist kein Dokument von Word, oder es ist beschädigt.'],
  [/\.(?:doc|dot|fodt|odt|ott|pages|rtf|wpd)$/i, `Dokumente dieser Art werden nicht gelesen. ${AS_DOCX}`],
  [ARCHIVE, 'Ein Archiv in einem Archiv wird nicht geöffnet. Bitte importieren Sie es einzeln.'],
  [
    /\.(?:adoc|asciidoc|creole|org|rst|textile|txt|text|wiki)$/i,
    'Texte in diesem Format werden nicht gelesen. Bitte speichern Sie die Datei als Markdown (.md), wenn sie zum Blog gehört.',
  ],
  [/\.(?:csv|ods|tsv|xlsx?)$/i, 'Eine Tabelle ist kein Text des Blogs; sie wird nicht gelesen.'],
  [
    /\.(?:aac|epub|flac|heic|m4a|m4v|mov|mp3|mp4|odp|ogg|opus|pdf|pptx?|svg|wav|webm)$/i,
    'Nur Bilder kommen mit. Bitte laden Sie diese Datei selbst hoch, wenn Texte auf sie führen.',
  ],
  [/\.(?:conf|env|ini|lock|toml|ya?ml)$/i, 'Eine Einstellung eines Programms ist kein Text des Blogs.'],
  [
    /\.(?:astro|bat|cjs|css|ejs|eot|go|hbs|jsx?|less|liquid|map|mjs|njk|otf|php|pl|pug|py|rb|sass|scss|sh|styl|svelte|tsx?|ttf|vue|woff2?)$/i,
    'Die Datei gehört zu Aussehen oder Programm; sie ist kein Text des Blogs.',
  ],
  [/\.(?:atom|json|opml|rss|sql|xml)$/i, 'In der Datei steht kein Export, der hier gelesen wird.'],
  [/\.x?html?$/i, 'Die Seite gehört zu Aussehen oder Programm; sie ist kein Text des Blogs.'],
]

/** Why no reader claims a file: a German sentence for the report. */
export function unreadReason(path: string): string {
  if (ABOUT_THE_PROGRAM.test(posix.basename(path)))
    return 'Die Datei beschreibt ein Programm, sie ist kein Text des Blogs.'
  return REASONS.find(([kind]) => kind.test(path))?.[1] ?? 'Dateien dieser Art werden nicht gelesen.'
}

/** The report line of a skipped file. */
export function leftOutFile(path: string, reason: string): OtherItem {
  return { kind: 'other', sourceId: path, title: path, reasons: [reason], skip: true }
}

/**
 * Yields what `read` finds in each file. An unreadable file gets a report line with the reason, since the others may be
 * readable. Throws SourceFault where it is the only one.
 */
export async function* eachFile(
  paths: readonly string[],
  read: (path: string) => AsyncIterable<SourceItem>,
): AsyncGenerator<SourceItem> {
  for (const path of paths)
    try {
      yield* read(path)
    } catch (error) {
      if (!(error instanceof SourceFault) || paths.length === 1) throw error
      yield leftOutFile(path, error.message)
    }
}

/** A picture in the source. */
export function pictureFile(path: string): MediaItem {
  return {
    kind: 'media',
    sourceId: path,
    reasons: [],
    address: path,
    title: null,
    alt: null,
    caption: null,
    date: null,
  }
}

/**
 * Whether all readers ignore a file: it is hidden, or in a folder such as a trash, of packages or of version control.
 */
export function isHidden(path: string): boolean {
  return PACKAGES.test(path) || HIDDEN.test(path) || HIDDEN_TEXT.test(path)
}

/**
 * The report lines of unclaimed files: pictures are imported, since texts may show them; each other file gets the
 * reason for skipping it.
 */
export function* itemsOfUnread(paths: readonly string[]): Generator<MediaItem | OtherItem> {
  const folders = new Map<string, number>()
  for (const path of paths) {
    const folder = PACKAGES.exec(path)?.[1]
    if (folder !== undefined) folders.set(folder, (folders.get(folder) ?? 0) + 1)
    else if (HIDDEN.test(path)) yield leftOutFile(path, 'Was in einem versteckten Ordner liegt, wird nicht gelesen.')
    else if (PICTURE_FILE.test(path)) yield pictureFile(path)
    else if (HIDDEN_TEXT.test(path)) yield leftOutFile(path, 'Eine versteckte Datei wird nicht gelesen.')
    else yield leftOutFile(path, unreadReason(path))
  }
  for (const [folder, count] of folders)
    yield leftOutFile(
      folder,
      `Der Ordner gehört einem Programm und wird nicht gelesen (${count === 1 ? '1 Datei' : `${count.toLocaleString('de-DE')} Dateien`}).`,
    )
}

/** Files whose reason contains advice. */
const HELPED = /\.(?:adoc|asciidoc|creole|docx?|fodt|odt|org|ott|pages|rst|rtf|textile|txt|wiki|wpd)$/i
/** Bytes searched for the signature of a file. */
const MARK_BYTES = 64 * 1024
/** Maximum text files of an archive searched for the signature of Kirby. */
const MOST_LOOKS = 20

/** File types that cannot be imported: patterns of their first bytes (as Latin-1), and advice. */
const REFUSALS: readonly (readonly [signs: readonly RegExp[], sentence: string])[] = [
  [
    [/^(?:[^ -~]\u008b|BZh|\u00fd7zXZ|7z\u00bc\u00af|Rar!|\u0028\u00b5\u002f\u00fd|[\s\S]{257}ustar)/],
    'ist ein Archiv, das hier nicht geöffnet wird. Bitte entpacken Sie es und packen Sie den Inhalt als gewöhnliches ZIP.',
  ],
  [[/^\u00d0\u00cf.\u00e0\u00a1\u00b1/], `ist ein Dokument in einem älteren Format. ${AS_DOCX}`],
  [[/^\s{0,20}\{\\rtf/], `ist ein RTF-Dokument. ${AS_DOCX}`],
  [
    [/^%PDF-/],
    'ist ein PDF, aus dem sich kein Text übernehmen lässt. Bitte importieren Sie das Dokument, aus dem es entstanden ist, als .docx.',
  ],
  [
    [/^(?:\u0089PNG|\u00ff\u00d8\u00ff|GIF8|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftyp(?:avif|heic|mif1))/],
    'ist ein Bild. Bilder laden Sie unter Medien hoch.',
  ],
  [
    [/^(?:\u00ef\u00bb\u00bf)?(?:AUTHOR|TITLE|BASENAME|STATUS|DATE): /, /\n-----\r?\n(?:EXTENDED )?BODY:/],
    `ist ein Export von Movable Type oder TypePad, der nicht gelesen wird. ${AS_FEED}`,
  ],
  [
    [/^(?:\u00ef\u00bb\u00bf)?[A-Z][\w-]{0,40}: ?/i, /\r?\n----[ \t]{0,20}\r?\n/],
    `ist ein Text von Kirby, der nicht gelesen wird. ${AS_FEED}`,
  ],
  [
    [/^\s{0,100}\{/, /"(?:collections|username)"\s{0,100}:/, /"posts"\s{0,100}:/, /"body"\s{0,100}:/],
    `ist ein Export von write.as, der nicht gelesen wird. ${AS_FEED}`,
  ],
]

/** Why nothing of a source can be imported, with advice: a German sentence. `formats` are the supported ones. */
export async function refusalOf(files: SourceFiles, formats: readonly string[]): Promise<string> {
  const list = files.list()
  const name = quoted(files.name)
  const [only] = list
  if (!only) return `${name} ist leer.`
  const start = async (path: string) => (await files.read(path)).subarray(0, MARK_BYTES).toString('latin1')
  if (list.length === 1) {
    if (only.bytes === 0) return `${name} ist leer.`
    const mark = await start(only.path)
    const known = REFUSALS.find(([signs]) => signs.every((sign) => sign.test(mark)))
    if (known) return `${name} ${known[1]}`
  }
  const paths = list.map(({ path }) => path)
  if (paths.includes('mimetype') && paths.includes('content.xml'))
    return `${name} ist ein Dokument von LibreOffice oder OpenOffice. ${AS_DOCX}`
  const inner = paths.find((path) => ARCHIVE.test(path))
  if (inner !== undefined)
    return `In ${name} liegt ein weiteres Archiv. Bitte entpacken Sie die Datei und importieren Sie ${quoted(inner)} einzeln.`
  for (const path of paths.filter((each) => /\.txt$/i.test(each)).slice(0, MOST_LOOKS))
    if (/^\uFEFF?(?:Title|Text|Uuid):|\n----\s*\n/i.test(await start(path)))
      return `${name} hält Texte von Kirby, die nicht gelesen werden. ${AS_FEED}`
  if (paths.every((path) => PICTURE_FILE.test(path)))
    return `In ${name} liegen nur Bilder. Bilder laden Sie unter Medien hoch.`
  const helped = [files.name, ...paths].find((path) => HELPED.test(path))
  const help = helped === undefined ? '' : `${quoted(helped)}: ${unreadReason(helped)} `
  return (
    `In ${name} steht nichts, was sich importieren lässt. ${help}Lesbar sind: ${formats.join(', ')}. ` +
    'Für andere Systeme wie Kirby, Wix oder Jimdo geben Sie bitte die Adresse des Feeds an.'
  )
}

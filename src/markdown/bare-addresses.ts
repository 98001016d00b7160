import type { MarkdownIt } from 'markdown-it'

/** What may follow an address in a sentence and is hardly ever its last sign (the list of GitHub's markdown). */
const AFTER = new Set('?!.,:;*_~\'"')
/** Before these a `www.` belongs to something longer. */
const JOINED = new Set('/\\.@:-=&')

/** What may stand before an address of mail: spaces, brackets, dashes and quotation marks, German ones too. */
const BEFORE_MAIL = '[\\s<>\\uff5c"(\\[,;–—…„“”‚‘’»«›‹]'

function withoutEnd(address: string): number {
  let end = address.length
  while (end > 0 && AFTER.has(address[end - 1]!)) end -= 1
  return end
}

/**
 * Addresses that stand in a text without marks are links: written out with their scheme, beginning with `www.`, and of mail.
 * A bare name is none: „README.md“ and „node.js“ are words, and so is „z.B.de“.
 */
export function bareAddresses(md: MarkdownIt): void {
  md.set({ linkify: true })
  const { linkify } = md
  linkify.set({ fuzzyLink: false, fuzzyEmail: true }).add('//', null).add('ftp:', null)
  const name = new RegExp(`(?:^|${BEFORE_MAIL})(${linkify.re.get_mail_name().source})$`)
  linkify.re.get_mail_name_validator = () => name
  const match = (pattern: RegExp, text: string, at: number): number => {
    pattern.lastIndex = at
    const [address = ''] = pattern.exec(text) ?? []
    return withoutEnd(address)
  }
  for (const scheme of ['http:', 'https:'])
    linkify.add(scheme, { validate: (text, at) => match(linkify.re.get_http_validator(), text, at) })
  linkify.add('www.', {
    validate: (text, at) =>
      JOINED.has(text[at - 5] ?? '') ? 0 : match(linkify.re.get_relative_proto_validator(), text, at),
    normalize: (found) => void (found.url = `http://${found.url}`),
  })
}

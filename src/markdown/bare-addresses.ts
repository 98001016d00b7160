import type { MarkdownIt } from 'markdown-it'

/** Characters that may follow an address in a sentence and are hardly ever part of it (GitHub's list). */
const AFTER = new Set('?!.,:;*_~\'"')
/** After these characters `www.` belongs to something longer. */
const JOINED = new Set('/\\.@:-=&')

/** Characters that may precede a mail address: spaces, brackets, dashes and quotation marks, including German ones. */
const BEFORE_MAIL = '[\\s<>\\uff5c"(\\[,;–—…„“”‚‘’»«›‹]'

function withoutEnd(address: string): number {
  let end = address.length
  while (end > 0 && AFTER.has(address[end - 1]!)) end -= 1
  return end
}

/**
 * Makes links of bare addresses in a text: with a scheme, beginning with `www.`, and of mail. A bare name is none:
 * „README.md“ and „node.js“ are words, and so is „z.B.de“.
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

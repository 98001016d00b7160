import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { danger, expressionsIn } from './regular-expressions.ts'

const root = join(import.meta.dirname, '..', '..')
/** What the product runs: the demo blog's own texts are nobody's input. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(tsx?|m?js)$/.test(path) && !/^src\/demo\/|\.test\.tsx?$/.test(path))

/** Expressions that the checker cannot clear, each with what keeps its input small or its work linear, and where. */
const CLEARED: Record<string, string> = {
  [String.raw`/^ {0,3}(${'`'}{3,}(?!${'`'})|~{3,}(?!~))[^\r\n\u2028\u2029]*(?:\r\n|\r|\n)[\s\S]*?(?:^ {0,3}\1[${'`'}~]*[ \t]*$|$(?![\s\S]))/gm`]:
    'publish-check.ts, text-measure.ts: what follows the first line ends with the text at the latest, so no start is in vain',
  '/\\/+$/':
    'options.ts, own-address.ts, s3.ts, settings.service.ts: addresses the operator or owner gave (PUBLIC_URL, S3_ENDPOINT, base_url)',
  '/[^\\r\\n]*(?:\\r\\n|\\r|\\n)|[^\\r\\n]+$/g':
    'merge.ts: where the first alternative fails, on the last line, the second takes all of it',
  '/\\bAndroid\\b.*\\bMobile\\b/': 'device.ts: a request header, 16 KB with all others (node:http)',
  "new RegExp(`^${name}: ?(.*)$`, 'm')": 'live.ts: one event of the own server, its name a constant',
  'new RegExp(`(?:^|${BEFORE_MAIL})(${linkify.re.get_mail_name().source})$`)':
    'bare-addresses.ts: letters before one @ back to the last address; growth.test.ts doubles such texts',
  "new RegExp(bounded, match_case ? 'gu' : 'giu')":
    'replace-words.ts: up to 200 letters as they stand, each sign of a pattern escaped; replace-words.test.ts reads a million',
  "new RegExp(`^${known.replace('{id}', '[^/]+')}$`)": 'admin-paths.ts: an anchored path with one segment open',
  "new RegExp(`</${element}\\\\s*>`, 'gi')": 'plain-text.ts: one of five element names; blanks begin no end tag',
  'new RegExp(`;\\\\s*${key}="((?:[^"\\\\\\\\]|\\\\\\\\.)*)"`, \'i\')':
    'multipart.ts: a header of at most 16 KB (MAX_HEADER_BYTES); each start ends at the next quote',
  "new RegExp(`^${UUID}$`, 'i')": 'object-names.ts: anchored, bounded',
  'new RegExp(`^${UUID}/dashboard-header-[\\\\w.-]{1,80}$`)': 'object-names.ts: anchored, bounded',
  'new RegExp(`^${UUID}/\\\\d{10,17}(?:\\\\.[A-Za-z0-9]{1,16})?$`)': 'object-names.ts: anchored, bounded',
  'new RegExp(`^(?:${UUID}|[0-9a-f]{32,64}|[A-Za-z0-9]{20,64})(?:\\\\.[A-Za-z0-9]{1,8})?$`)':
    'object-names.ts: anchored, bounded',
}

test('no regular expression of the product can take more than linear time', () => {
  const found = new Map<string, { fault: string; path: string }>()
  let seen = 0
  const checked = new Map<string, string | null>()
  for (const path of files) {
    for (const expression of expressionsIn(path, readFileSync(join(root, path), 'utf8'))) {
      seen += 1
      const { pattern, flags, built } = expression
      const name = built ? pattern : `/${pattern}/${flags}`
      if (!checked.has(name)) checked.set(name, built ? 'built at run time' : danger(expression))
      const fault = checked.get(name)
      if (fault) found.set(name, { fault, path })
    }
  }
  expect(seen).toBeGreaterThan(300)
  const faults = [...found].filter(([name]) => !(name in CLEARED))
  expect(faults.map(([name, { fault, path }]) => `${path}: ${name}: ${fault}`)).toEqual([])
  // What is no longer there, or no longer suspect, is not excused either.
  expect(Object.keys(CLEARED).filter((name) => !found.has(name))).toEqual([])
})

test.each([
  ['nested', /^(a+)+$/],
  ['comments at the end', /<\/rss>\s*(?:<!--[\s\S]*?-->\s*)*$/],
  ['a comment', /<!--[\s\S]*?-->/g],
  ['a tag', /<link\b[^>]*>/gi],
  ['an element', /<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi],
  ['blanks at the end', /\s+$/],
  ['blanks around', /\s*\n\s*/g],
  ['the dot', /,.*;/],
])('finds what explodes: %s', (_name, { source, flags }) => {
  expect(danger({ pattern: source, flags, built: false })).toEqual(expect.stringMatching(/exponential|polynomial/))
})

test.each([/^\s+/, /"[^"]*"/g, /<[^<>]{1,100}>/g, /^[^\n]*\n/, /[\w-]+/g, /(?:\d{1,3}\.){3}\d{1,3}/])(
  'lets pass what does not: %s',
  ({ source, flags }) => {
    expect(danger({ pattern: source, flags, built: false })).toBeNull()
  },
)

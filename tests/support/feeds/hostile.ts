/** Feeds that aim at high CPU time: small, in shapes that grow. `entries` or `fault` is the expected result. */
export type HostileFeed = {
  name: string
  body: (size: number) => string
  size: number
  entries?: number
  fault?: RegExp
  type?: string
}

const rss = (items: string, root = '<rss version="2.0">') => `${root}<channel><title>F</title>${items}</channel></rss>`
let items = 0
/** Each links to a page of its own, since the inbox accepts a page once. */
const item = (inner: string) => `<item><link>https://h.example/${(items += 1)}</link>${inner}</item>`
const BROKEN = /beschädigt|weder RSS/

export const HOSTILE_FEEDS: readonly HostileFeed[] = [
  // 292 bytes that once took 38 s, and larger variants.
  {
    name: 'comments behind the end',
    size: 29,
    entries: 0,
    body: (n) => `<rss version="2.0"><channel></channel></rss>${'<!---->'.repeat(n)}<x/>`,
  },
  {
    name: 'very many comments behind the end',
    size: 200_000,
    entries: 0,
    body: (n) => `<rss version="2.0"><channel></channel></rss>${'<!---->'.repeat(n)}<x/>`,
  },
  {
    name: 'title tags without end',
    size: 60_000,
    entries: 1,
    body: (n) => rss(item(`<title>T</title>`) + '<title '.repeat(n)),
  },
  { name: 'title tags without end, at once', size: 240_000, fault: BROKEN, body: (n) => '<title '.repeat(n) },
  {
    name: 'script in a description',
    size: 120_000,
    entries: 1,
    body: (n) => rss(item(`<title>T</title><description><![CDATA[${'<script'.repeat(n)}]]></description>`)),
  },
  {
    name: 'closed scripts in a description',
    size: 80_000,
    entries: 1,
    body: (n) => rss(item(`<title>T</title><description><![CDATA[${'<script>'.repeat(n)}]]></description>`)),
  },
  {
    name: 'br in a description',
    size: 240_000,
    entries: 1,
    body: (n) => rss(item(`<title>T</title><description><![CDATA[${'<br '.repeat(n)}]]></description>`)),
  },
  {
    name: 'quotes in a description',
    size: 120_000,
    entries: 1,
    body: (n) => rss(item(`<title>T</title><description><![CDATA[${'<a b="'.repeat(n)}>]]></description>`)),
  },
  {
    name: 'p in a title',
    size: 360_000,
    entries: 1,
    body: (n) => rss(item(`<title><![CDATA[T${'<p '.repeat(n)}]]></title>`)),
  },
  { name: 'encoded words', size: 240_000, entries: 1, body: (n) => rss(item(`<title>T${'=?a'.repeat(n)}</title>`)) },
  {
    name: 'spaces in a title',
    size: 800_000,
    entries: 1,
    body: (n) => rss(item(`<title>T${' \u00a0'.repeat(n)}x</title>`)),
  },
  {
    name: 'link in a page',
    size: 240_000,
    fault: /Webseite/,
    body: (n) => `<!doctype html><html>${'<link '.repeat(n)}`,
  },
  {
    name: 'comments without end',
    size: 360_000,
    entries: 1,
    body: (n) => rss(item(`<title>T</title>`) + '<!-- '.repeat(n)),
  },
  {
    name: 'sections without end',
    size: 160_000,
    entries: 1,
    body: (n) => rss(item(`<title>T</title>`) + '<![CDATA['.repeat(n)),
  },
  {
    name: 'instructions without end',
    size: 360_000,
    entries: 1,
    body: (n) => rss(item(`<title>T</title>`) + '<?x'.repeat(n)),
  },
  { name: 'document types without end', size: 120_000, fault: BROKEN, body: (n) => '<!doctype ['.repeat(n) },
  {
    name: 'items without end',
    size: 240_000,
    fault: BROKEN,
    body: (n) => `<rss version="2.0"><channel>${'<item>'.repeat(n)}`,
  },
  {
    name: 'torn items',
    size: 280_000,
    fault: BROKEN,
    body: (n) => `<rss version="2.0"><channel>${'<item '.repeat(n)}`,
  },
  {
    name: 'deep elements with foreign ends',
    size: 160_000,
    fault: /tiefer verschachtelt/,
    body: (n) => `<rss version="2.0"><channel>${'<a>'.repeat(n)}${'</b>'.repeat(n)}`,
  },
  {
    name: 'deep elements closed twice',
    size: 100_000,
    fault: /tiefer verschachtelt/,
    body: (n) => `<rss version="2.0"><channel>${'<a><b>'.repeat(n)}${'</a></b>'.repeat(n)}`,
  },
  {
    name: 'a wide root around many damaged items',
    size: 60_000,
    entries: 10_000,
    body: (n) =>
      rss(
        Array.from({ length: n }, (_, k) => `<item><link>https://w.example/${k}</link><title>T${k}</title>`).join(''),
        `<rss version="2.0" ${'xmlns:p="https://p.example/" '.repeat(1400)}>`,
      ),
  },
  {
    name: 'attributes without values',
    size: 360_000,
    entries: 1,
    body: (n) => rss(item(`<title ${'aaaa '.repeat(n)}>T</title>`)),
  },
  {
    name: 'entities in entities',
    size: 12,
    fault: /dehnt sich/,
    body: (n) =>
      `<!DOCTYPE rss [<!ENTITY e0 "${'x'.repeat(1000)}">${Array.from({ length: n }, (_, k) => `<!ENTITY e${k + 1} "${`&e${k};`.repeat(10)}">`).join('')}]>${rss(item(`<title>&e7;</title>`))}`,
  },
  {
    name: 'an entity in itself',
    size: 1,
    entries: 1,
    body: () => `<!DOCTYPE rss [<!ENTITY e "a &e;">]>${rss(item(`<title>&e;</title>`))}`,
  },
  {
    name: 'deep JSON',
    size: 800_000,
    fault: /JSON, aber kein Feed|beschädigt/,
    type: 'application/json',
    body: (n) => `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":${'['.repeat(n)}`,
  },
  {
    name: 'deep JSON that is whole',
    size: 800_000,
    entries: 0,
    type: 'application/json',
    body: (n) => `{"version":"https://jsonfeed.org/version/1.1","x":${'['.repeat(n)}${']'.repeat(n)},"items":[]}`,
  },
  {
    name: 'a JSON item of brackets',
    size: 800_000,
    fault: /beschädigt/,
    type: 'application/json',
    body: (n) => `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[${'['.repeat(n)}`,
  },
  {
    name: 'JSON names',
    size: 160_000,
    fault: /JSON, aber kein Feed/,
    type: 'application/json',
    body: (n) => `{${'"items" '.repeat(n)}`,
  },
  {
    name: 'addresses that grow',
    size: 60_000,
    fault: /zu viel (?:Text|Speicher)/,
    body: (n) =>
      `<rss version="2.0" xml:base="https://h.example/${'a'.repeat(1900)}/"><channel>${Array.from({ length: n }, (_, k) => `<item><link>${k}</link></item>`).join('')}</channel></rss>`,
  },
]

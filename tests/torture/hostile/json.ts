import { type Growing, type Probe, repeated } from './probe.ts'
import { send, type Answer, type World } from './world.ts'

const BODIES: Growing[] = [
  repeated('nested lists', '[', '{"data":', ''),
  { ...repeated('nested lists, closed', '['), of: (size) => nested('[', ']', size, '{"data":{"x":', '}}') },
  { ...repeated('nested objects, closed', '{"a":'), of: (size) => nested('{"a":', '}', size, '{"data":', '}', '1') },
  {
    ...repeated('nested objects in a text field', '{"a":'),
    of: (size) => nested('{"a":', '}', size, '{"title":', ',"email":"a@b.example","password":"geheim-genug"}', '1'),
  },
  repeated('keys', '"k{n}":{n},', '{', '"title":"t"}'),
  repeated('one key, many times', '"title":"t",', '{', '"title":"t"}'),
  repeated('prototypes', '"__proto__":{"constructor":', '{', ''),
  repeated('a long text', 'x', '{"title":"', '","email":"a@b.example","password":"geheim-genug"}'),
  repeated('a long address of mail', 'a@', '{"email":"', '","password":"geheim-genug"}'),
  repeated('a long password', 'ä', '{"email":"a@b.example","password":"', '"}'),
  repeated('a long token', 'a.', '{"refresh_token":"', '","token":"x"}'),
  repeated('a long text of escapes', '\\u0000\\ud800', '{"title":"', '"}'),
  repeated('a long number', '1', '{"version":', '}'),
  repeated('a long exponent', '9', '{"version":1e', '}'),
  repeated('white space', ' ', '{"title":', '"t"}'),
  repeated('a long list', '1,', '{"tag_ids":[', '1]}'),
  repeated('a list of ids', '"00000000-0000-7000-8000-000000000000",', '{"tag_ids":[', '"x"],"title":"t"}'),
  repeated('addresses to check', '"/article/a{n}",', '{"slug":"a","addresses":[', '"/"]}'),
  repeated('no JSON at all', '<', ''),
  repeated('a list instead of an object', '{},', '[', '{}]'),
]

/**
 * Metadata beside an RPC body names the type of its values (big numbers, dates, patterns), each of which costs the
 * server work.
 */
const RPC_BODIES: Growing[] = [
  repeated('a big number', '9', '{"json":{"title":"', '"},"meta":[[0,"title"]]}'),
  repeated('a pattern', '(a+)+', '{"json":{"title":"/', '$/"},"meta":[[5,"title"]]}'),
  repeated('notes about nothing', '[1,"a{n}","b"],', '{"json":{"title":"t"},"meta":[', '[1,"title"]]}'),
  repeated('notes about one value', '[6,"title"],', '{"json":{"title":["t"]},"meta":[', '[6,"title"]]}'),
  repeated(
    'notes about prototypes',
    '[3,"__proto__","x{n}"],',
    '{"json":{"title":"t"},"meta":[',
    '[3,"constructor","prototype"]]}',
  ),
  repeated('a path of a note', '"a",', '{"json":{"title":"t"},"meta":[[1,', '"b"]]}'),
  repeated('parts', '[0,"title"],', '{"json":{"title":"t"},"meta":[],"maps":[', '["title"]],"files":[]}'),
]

const QUERIES: Growing[] = [
  repeated('brackets', '[a]', 'q', '=1'),
  repeated('a list', 'status[]=draft&', '', 'q=1'),
  repeated('far places of a list', 'status[{n}99999]=draft&', '', 'q=1'),
  repeated('open brackets', '[', 'q', '=1'),
  repeated('words', '%20a', 'q=b'),
  repeated('wild cards', '%25_', 'q=b'),
  repeated('quotation marks', '%22%27', 'q=b'),
  repeated('letters that fold', '%EF%B7%BA', 'q=a'),
  repeated('prototypes', '__proto__[a{n}]=1&', '', 'q=1'),
  repeated('a cursor', 'eyJ', 'cursor='),
]

const AUTH = [
  '/signup',
  '/token?grant_type=password',
  '/token?grant_type=refresh_token',
  '/recover',
  '/otp',
  '/resend',
  '/verify',
]
const OPEN: [method: string, path: string][] = [
  ...AUTH.map((path): [string, string] => ['POST', `/auth/v1${path}`]),
  ['POST', '/api/articles'],
]
const SIGNED_IN: [method: string, path: string][] = [
  ['POST', '/api/articles'],
  ['POST', '/api/articles/check'],
  ['POST', '/api/articles/bulk'],
  ['POST', '/api/inbox'],
  ['POST', '/api/rpc/articles/create'],
  ['PATCH', '/api/settings'],
  ['PUT', '/auth/v1/user'],
  ['POST', '/auth/v1/factors'],
  ['POST', '/functions/v1/import-rss-feed'],
  ['POST', '/storage/v1/object/list/blog-media'],
  ['DELETE', '/storage/v1/object/blog-media'],
]

/** Bodies and queries that are large, deep, wide or strange, with and without a session. */
export function jsonProbes(): Probe[] {
  const toEach =
    (places: [string, string][], token: (world: World) => string | undefined) =>
    (of: (size: number) => string) =>
    async (world: World, size: number) => {
      const answers: Answer[] = []
      for (const [method, path] of places) {
        const tooMuch = path.startsWith('/auth') ? 2 ** 18 : 2 ** 23
        if (size <= tooMuch) answers.push(await send(world, { method, path, token: token(world), body: of(size) }))
      }
      return answers
    }
  const byNobody = toEach(OPEN, () => undefined)
  const byEditor = toEach(SIGNED_IN, (world) => world.token)
  const overRpc = toEach(
    [
      ['POST', '/api/rpc/articles/create'],
      ['POST', '/api/rpc/inbox/create'],
    ],
    (world) => world.token,
  )
  return [
    ...BODIES.map(({ kind, input, of }) => ({
      kind: `JSON by nobody: ${kind}`,
      from: 2048,
      to: 2 ** 18,
      input,
      send: byNobody(of),
    })),
    ...BODIES.map(({ kind, input, of }) => ({
      kind: `JSON by an editor: ${kind}`,
      from: 4096,
      to: 2 ** 23,
      input,
      send: byEditor(of),
    })),
    ...RPC_BODIES.map(({ kind, input, of }) => ({
      kind: `RPC: ${kind}`,
      from: 4096,
      to: 2 ** 22,
      input,
      send: overRpc(of),
    })),
    ...QUERIES.map(({ kind, input, of }) => ({
      kind: `query: ${kind}`,
      from: 512,
      to: 8192,
      input,
      send: async (world: World, size: number) => [
        await send(world, { path: `/api/articles?${of(size)}`, token: world.token }),
        await send(world, { path: `/api/media?${of(size)}`, token: world.token }),
        await send(world, { path: `/api/articles/text-hits?${of(size)}`, token: world.token }),
        await send(world, { path: `/?${of(size)}` }),
      ],
    })),
  ]
}

function nested(open: string, close: string, size: number, before: string, after: string, middle = ''): string {
  const times = Math.floor(size / (open.length + close.length))
  return before + open.repeat(times) + middle + close.repeat(times) + after
}

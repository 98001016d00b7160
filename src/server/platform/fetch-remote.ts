import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { pipeline, type Duplex } from 'node:stream'
import { constants, createBrotliDecompress, createInflateRaw, createUnzip } from 'node:zlib'
import { quoted } from '../../rules/quoted.ts'

/** RUL-36: seconds in total, bytes after decompression, redirects. */
const OVERALL_SECONDS = 10
const MAX_BYTES = 5 * 1024 * 1024
const MAX_REDIRECTS = 5

/** Why an address could not be fetched, as a German sentence for the person who gave it. */
export class RemoteFault extends Error {}
/** No response at all: the host is unknown, refuses the connection, or is silent until the timeout. */
export class SilentHost extends RemoteFault {
  /** Host name of the address; after a redirect that of the last hop. */
  readonly host: string

  constructor(message: string, { host }: URL) {
    super(message)
    this.host = host
  }
}

export type RemoteAnswer = {
  /** The address that answered, after redirects. */
  url: string
  status: number
  headers: IncomingHttpHeaders
  /** The decompressed body of a 2xx response, else empty. */
  body: Uint8Array
  /** False when the connection, or the reading of `firstBytes`, ended before the body did. */
  complete: boolean
}

export type RemoteOptions = {
  /** ALLOW_PRIVATE_FETCH: lifts the rule that only public addresses are called. */
  allowPrivate: boolean
  headers?: Record<string, string>
  /** Text to send by POST; a redirect is then returned as the response, since following it would drop the text. */
  post?: string
  /** Reads at most this many bytes and does not wait for the rest. */
  firstBytes?: number
  /** For tests, which should not take a minute or use a foreign name server. */
  milliseconds?: number
  resolve?: (host: string) => Promise<LookupAddress[]>
  permits?: (address: string) => boolean
}

/**
 * The only gateway to addresses that users supply (RUL-36). http(s) on ports 80, 443 and above 1023; each hop is
 * resolved once and connected to exactly the checked address; at most five redirects, each checked again; ten seconds
 * and 5 MB in total. Throws RemoteFault; a response of any status is a result.
 */
export async function fetchRemote(address: string, options: RemoteOptions): Promise<RemoteAnswer> {
  const milliseconds = options.milliseconds ?? OVERALL_SECONDS * 1000
  const deadline = AbortSignal.timeout(milliseconds)
  let url = parse(address)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const addresses = await check(url, options, deadline)
    const response = await send(url, addresses, options, deadline)
    const status = response.statusCode ?? 0
    const location = response.headers.location
    if ([301, 302, 303, 307, 308].includes(status) && location && options.post === undefined) {
      response.destroy()
      url = parse(location, url)
      continue
    }
    if (status < 200 || status > 299) {
      response.destroy()
      return { url: url.href, status, headers: response.headers, body: new Uint8Array(), complete: true }
    }
    const { body, complete } = await readBody(response, url, deadline, options.firstBytes)
    return { url: url.href, status, headers: response.headers, body, complete }
  }
  throw new RemoteFault(`Die Adresse leitet mehr als ${MAX_REDIRECTS}-mal weiter.`)
}

function parse(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    throw new RemoteFault('Das ist keine gültige Adresse mit http:// oder https://.')
  const port = Number(url.port)
  if (url.port !== '' && port !== 80 && port !== 443 && port <= 1023)
    throw new RemoteFault(`Über den Port ${port} wird nichts abgerufen.`)
  return url
}

/** Resolves the host and returns its addresses, all of them permitted. */
async function check(url: URL, options: RemoteOptions, deadline: AbortSignal): Promise<LookupAddress[]> {
  const host = bareHost(url)
  const family = isIP(host)
  const resolve = options.resolve ?? ((name) => lookup(name, { all: true, order: 'verbatim' }))
  let addresses: LookupAddress[]
  // Names that never exist (RFC 2606) are not looked up, above all by tests and demonstrations.
  if (!options.resolve && /\.(example|invalid)$/i.test(host))
    throw new SilentHost(`Den Server ${quoted(host)} gibt es nicht.`, url)
  try {
    addresses = family ? [{ address: host, family }] : await orAborted(resolve(host), deadline)
  } catch {
    throw new SilentHost(deadline.aborted ? tooSlow(url).message : `Den Server ${quoted(host)} gibt es nicht.`, url)
  }
  if (addresses.length === 0) throw new SilentHost(`Den Server ${quoted(host)} gibt es nicht.`, url)
  const permits = options.permits ?? isPublicAddress
  // One private address among public ones is refused: which one gets connected is not in our control.
  if (!options.allowPrivate && !addresses.every(({ address }) => permits(address)))
    throw new RemoteFault(`${quoted(host)} liegt in einem internen Netz; von dort wird nichts abgerufen.`)
  return addresses
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new Error('aborted'))
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function send(
  url: URL,
  addresses: LookupAddress[],
  { headers = {}, post }: RemoteOptions,
  deadline: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: post === undefined ? 'GET' : 'POST',
    headers: { 'User-Agent': 'Blog-CMS', 'Accept-Encoding': 'gzip, deflate, br', ...headers },
    // A separate connection: none is shared with one opened for another address.
    agent: false,
    signal: deadline,
    // The name is not resolved again: the connection uses the checked address.
    lookup: (_host, wanted, done) => {
      if (wanted.all) done(null, addresses)
      else done(null, addresses[0]?.address ?? '', addresses[0]?.family)
    },
  })
  request.once('response', resolve)
  request.on('error', (error) => reject(new SilentHost(faultOf(error, url, deadline).message, url)))
  request.end(post)
  return promise
}

async function readBody(
  response: IncomingMessage,
  url: URL,
  deadline: AbortSignal,
  firstBytes = Infinity,
): Promise<{ body: Uint8Array; complete: boolean }> {
  let complete = true
  let received = 0
  const chunks: Uint8Array[] = []
  let size = 0
  const tooLarge = () => new RemoteFault(`Die Antwort ist größer als ${MAX_BYTES / 1024 / 1024} MB.`)
  const receive = async function* () {
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        received += chunk.length
        if (received > MAX_BYTES) throw tooLarge()
        yield chunk
      }
    } catch (error) {
      if (error instanceof RemoteFault || deadline.aborted) throw error
      // The server closed the connection early. The bytes so far may still hold readable entries.
      complete = false
    }
  }
  try {
    const raw = receive()
    const first = (await raw.next()).value
    const unpack = first && decompressor(response.headers['content-encoding'], first)
    const all = async function* () {
      if (first) yield first
      yield* raw
    }
    // Errors of the pipeline reach this loop through its last stream.
    const content: AsyncIterable<Uint8Array> = unpack ? pipeline(all, unpack, () => {}) : all()
    for await (const chunk of content) {
      size += chunk.length
      if (size > MAX_BYTES) throw tooLarge()
      chunks.push(chunk)
      if (size < firstBytes) continue
      complete = false
      break
    }
  } catch (error) {
    throw error instanceof RemoteFault ? error : faultOf(error, url, deadline)
  } finally {
    response.destroy()
  }
  return { body: Buffer.concat(chunks), complete }
}

/**
 * The decoder of a content encoding; `first` are the first bytes, since `deflate` is sent with and without a zlib
 * header.
 */
function decompressor(encoding: string | undefined, first: Uint8Array): Duplex | null {
  // A truncated stream yields its content so far instead of an error.
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH }
  if (/^(x-)?gzip$/i.test(encoding ?? '')) return createUnzip(lenient)
  if (/^deflate$/i.test(encoding ?? '')) {
    const [one = 0, two = 0] = first
    const hasHeader = (one & 0x0f) === 8 && ((one << 8) | two) % 31 === 0
    return hasHeader ? createUnzip(lenient) : createInflateRaw(lenient)
  }
  if (/^br$/i.test(encoding ?? '')) return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  return null
}

function tooSlow(url: URL): RemoteFault {
  return new RemoteFault(
    `${quoted(bareHost(url))} hat nicht rechtzeitig geantwortet (höchstens ${OVERALL_SECONDS} Sekunden).`,
  )
}

function faultOf(error: unknown, url: URL, deadline: AbortSignal): RemoteFault {
  if (deadline.aborted) return tooSlow(url)
  const host = bareHost(url)
  const code = (error as { code?: unknown }).code
  const text = typeof code === 'string' ? code : ''
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(text))
    return new RemoteFault(`Das Zertifikat von ${quoted(host)} ist ungültig (${text}).`)
  if (text.startsWith('Z_') || text.includes('BROTLI') || text.startsWith('ERR_'))
    return new RemoteFault(`Die Antwort von ${quoted(host)} ist beschädigt und lässt sich nicht entpacken.`)
  return new RemoteFault(`Die Verbindung zu ${quoted(host)} kommt nicht zustande${text ? ` (${text})` : ''}.`)
}

const SPECIAL = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  SPECIAL.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(network, prefix, 'ipv6')

const GLOBAL_UNICAST = new BlockList()
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6')

/**
 * True for addresses of the public internet. Of IPv6 only global unicast counts: mapped, translated (64:ff9b::), unique
 * local, link-local and multicast addresses all lie outside 2000::/3, tunnels (6to4, Teredo) are listed. Registries: RFC
 * 6890, RFC 9637.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !SPECIAL.check(address, 'ipv4')
  // Only link-local addresses have a zone (`fe80::1%eth0`).
  if (isIP(address) !== 6 || address.includes('%')) return false
  return GLOBAL_UNICAST.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
}

import { BlockList, isIP, isIPv4 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { quoted } from '../../../rules/quoted.ts'

/** Determines the client address of a request. */
export type ClientAddress = (context: Context) => string

/**
 * The client address is that of the socket, unless that is a proxy of TRUST_PROXY (addresses or ranges as
 * `10.0.0.0/8`): then it is the last entry of X-Forwarded-For that is not such a proxy itself (RUL-32). Throws on an
 * entry that is no range.
 */
export function clientAddressFrom(trustProxy: readonly string[]): ClientAddress {
  const proxies = blockListOf(trustProxy)
  const isProxy = (address: string) => proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  return (context) => {
    let address = plain(getConnInfo(context).remote.address ?? '') ?? '0.0.0.0'
    const hops = (context.req.header('x-forwarded-for') ?? '').split(',')
    while (isProxy(address)) {
      const before = plain(hops.pop() ?? '')
      if (before === null) break
      address = before
    }
    return address
  }
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits, ...rest] = range.split('/')
    const version = isIP(address)
    const prefix = bits === undefined ? (version === 4 ? 32 : 128) : Number(bits)
    if (!version || rest.length > 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > (version === 4 ? 32 : 128)) {
      throw new Error(`TRUST_PROXY: ${quoted(range)} ist weder eine Adresse noch ein Bereich wie 10.0.0.0/8`)
    }
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** An address without port, brackets, zone and the IPv4-in-IPv6 prefix; null when it is invalid. */
function plain(text: string): string | null {
  const bare = text.trim()
  const unbracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(bare)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(bare)?.[1] ?? bare
  const address = (unbracketed.split('%', 1)[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) ? address : null
}

/** The key of a client address for limits: a whole /64 for IPv6, since a subscriber has all of it. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = address.includes('::')
    ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

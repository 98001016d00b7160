import { contract } from '../../src/contract/contract.ts'

type Node = { '~orpc'?: { route: { method?: string } } }

/** The paths of all RPC calls that change something, such as `/api/rpc/articles/create`. */
export const RPC_WRITES: string[] = [...writesOf(contract, '/api/rpc')]

function* writesOf(node: object, path: string): Generator<string> {
  for (const [name, inner] of Object.entries(node) as [string, Node][]) {
    const endpoint = inner['~orpc']
    if (!endpoint) yield* writesOf(inner, `${path}/${name}`)
    else if ((endpoint.route.method ?? 'GET') !== 'GET') yield `${path}/${name}`
  }
}

import { STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES as TYPES } from '@orpc/client/standard'

/**
 * Refuses RPC bodies that carry type annotations beside their JSON, 400. The contract uses plain JSON, so a client
 * cannot have its texts turned into big numbers, dates or patterns (a pattern of 256 KB is compiled on first use).
 */
export const plainJsonOnly = [TYPES.BIGINT, TYPES.DATE, TYPES.URL, TYPES.REGEXP, TYPES.SET, TYPES.MAP].map((type) => ({
  type,
  condition: () => false,
  serialize: (value: unknown) => value,
  deserialize: (): never => {
    throw new TypeError('The contract knows JSON alone.')
  },
}))

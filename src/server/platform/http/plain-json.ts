import { STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES as TYPES } from '@orpc/client/standard'

/**
 * RPC bodies may note beside their JSON what its texts are to become. The contract knows JSON alone, so a sender has no big
 * numbers, dates or patterns made of texts here (a pattern of 256 KB is compiled as soon as somebody looks at it): such a
 * note makes the body unreadable, 400.
 */
export const plainJsonOnly = [TYPES.BIGINT, TYPES.DATE, TYPES.URL, TYPES.REGEXP, TYPES.SET, TYPES.MAP].map((type) => ({
  type,
  condition: () => false,
  serialize: (value: unknown) => value,
  deserialize: (): never => {
    throw new TypeError('The contract knows JSON alone.')
  },
}))

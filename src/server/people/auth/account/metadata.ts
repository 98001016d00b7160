import { AuthFault } from '../protocol/auth-fault.ts'

/** Maximum `user_metadata` in bytes: it is part of every access token. */
const METADATA_MAX = 4096

export type Metadata = Record<string, unknown>

/** Throws 400 for metadata too large to travel in a token. */
export function checkMetadata(metadata: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_MAX) throw new AuthFault('metadata_too_large')
}

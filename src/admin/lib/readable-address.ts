/** An address as people read it: `/über-uns` for `/%C3%BCber-uns`. */
export function readableAddress(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

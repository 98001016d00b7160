/** A name on the public internet; addresses by number have no such frames. */
const NAME = /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z][a-z0-9-]{1,62}$/

/** Whether software that many people run may be at this host: its frames are then allowed on pages that show one. */
export function mayBeInstance({ hostname }: URL): boolean {
  return hostname.length <= 100 && NAME.test(hostname)
}

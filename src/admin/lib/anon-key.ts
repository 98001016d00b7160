/** Thrown when the page carries no public key: the server did not send it, or something on the way took it out. */
export class MissingAnonKeyError extends Error {
  constructor() {
    super(
      'Der öffentliche Schlüssel fehlt. Bitte laden Sie die Seite neu; bleibt es dabei, hilft ein Neustart des Servers.',
    )
    this.name = 'MissingAnonKeyError'
  }
}

/** The public anonymous key the server wrote into the page (RUL-33). Throws `MissingAnonKeyError` without one (SESS-10). */
export function readAnonKey(page: Pick<Document, 'querySelector'>): string {
  return requireAnonKey(page.querySelector<HTMLMetaElement>('meta[name="anon-key"]')?.content)
}

/** Gives back the key, or throws `MissingAnonKeyError` for an empty one. */
export function requireAnonKey(key: string | null | undefined): string {
  if (!key) throw new MissingAnonKeyError()
  return key
}

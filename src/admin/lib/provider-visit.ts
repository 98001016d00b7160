/** A visit to a sign-in provider that this tab began: to sign in, or to link the provider to the account. */
export type ProviderVisit = 'sign-in' | 'link'

const KEY = 'blog-cms-provider-visit'

/** Remembers why the tab leaves the page. */
export function noteVisit(visit: ProviderVisit): void {
  try {
    sessionStorage.setItem(KEY, visit)
  } catch {
    // Storage is full: the sign-in succeeds all the same, but a failed linking is not reported.
  }
}

/** Why the tab had left, once, and only if the address is one that a visit comes back to. */
export function takeVisit(address: string): { visit: ProviderVisit | null; returned: boolean } {
  const { searchParams, hash } = new URL(address)
  const fragment = new URLSearchParams(hash.slice(1))
  const returned = ['code', 'error_description', 'message'].some((name) => searchParams.has(name) || fragment.has(name))
  const noted = returned ? sessionStorage.getItem(KEY) : null
  if (noted) sessionStorage.removeItem(KEY)
  return { visit: noted === 'sign-in' || noted === 'link' ? noted : null, returned }
}

/** A provider's name as it stands on a button: `meine_firma` → `Meine Firma`. */
export function providerLabel(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

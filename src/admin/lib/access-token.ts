/** The assurance level an access token states (claim `aal`), unchecked: the server decides, this only tells what to ask for next. */
export function assuranceOf(token: string): string | null {
  try {
    const [, payload = ''] = token.split('.')
    const { aal } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { aal?: unknown }
    return typeof aal === 'string' ? aal : null
  } catch {
    return null
  }
}

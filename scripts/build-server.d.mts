export const places: { name: string; transform: (code: string, id: string) => { code: string; map: null } | null }
export function buildServer(): Promise<void>

/** The code with escapes instead of characters outside of ASCII. Throws where an escape would mean something else. */
export function inAscii(code: string): string

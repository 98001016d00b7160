export const places: { name: string; transform: (code: string, id: string) => { code: string; map: null } | null }
export function buildServer(): Promise<void>

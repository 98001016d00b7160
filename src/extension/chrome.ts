/** What the extension uses of Chrome's own interface, and what it keeps there. */

/** The session of a sign-in, as the server gave it; `expires_at` in seconds. */
export type Session = { access_token: string; refresh_token: string; expires_at: number }

/** What the options and the sign-in leave in the browser's storage. */
export type Settings = { backendUrl?: string; anonKey?: string; token?: string; session?: Session }

export type Chrome = {
  storage: {
    local: {
      get: (names: keyof Settings | (keyof Settings)[]) => Promise<Settings>
      set: (values: Settings) => Promise<void>
      remove: (name: keyof Settings) => Promise<void>
    }
  }
  tabs: {
    /** Title and address of the tab on which the extension was opened. */
    query: (wanted: { active: true; currentWindow: true }) => Promise<{ title?: string; url?: string }[]>
    create: (tab: { url: string }) => Promise<unknown>
  }
  runtime: { openOptionsPage: () => Promise<void> }
}

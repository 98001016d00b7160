/** The part of Chrome's API that the extension uses, and its stored data. */

/** The session of a sign-in, as the server returned it; `expires_at` in seconds. */
export type Session = { access_token: string; refresh_token: string; expires_at: number }

/** Data that options and sign-in put into the browser's storage. */
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
    /** Title and address of the tab in which the extension was opened. */
    query: (wanted: { active: true; currentWindow: true }) => Promise<{ title?: string; url?: string }[]>
    create: (tab: { url: string }) => Promise<unknown>
  }
  runtime: { openOptionsPage: () => Promise<void> }
}

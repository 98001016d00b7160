/** What somebody did to a record, for the lists of activity (TEAM-11), with its words and the filter it belongs to. */
type VerbCard = {
  group: ActivityGroup
  /** What follows `hat`: `„Pixel“ veröffentlicht`. */
  words: (what: string) => string
  /** Done by the server itself it stands in the list, too: readers notice it. */
  automatic?: true
}

/** The filters of the activity. */
export const ACTIVITY_GROUPS = {
  writing: 'Geschrieben',
  publishing: 'Veröffentlicht',
  removal: 'Gelöscht',
  review: 'Abnahme',
} as const
export type ActivityGroup = keyof typeof ACTIVITY_GROUPS
export const ACTIVITY_GROUP_NAMES = Object.keys(ACTIVITY_GROUPS) as [ActivityGroup, ...ActivityGroup[]]

const VERBS = {
  created: { group: 'writing', words: (what) => `${what} angelegt` },
  edited: { group: 'writing', words: (what) => `${what} geändert` },
  discarded: { group: 'writing', words: (what) => `die Änderungen an ${what} verworfen` },
  started: { group: 'writing', words: (what) => `${what} gestartet` },
  undone: { group: 'writing', words: (what) => `${what} rückgängig gemacht` },
  assigned: { group: 'writing', words: (what) => `${what} übergeben` },
  'guest-invited': { group: 'writing', words: (what) => `einen Gast zu ${what} eingeladen` },
  'guest-removed': { group: 'writing', words: (what) => `einen Gast von ${what} ausgeladen` },
  published: { group: 'publishing', words: (what) => `${what} veröffentlicht`, automatic: true },
  renewed: { group: 'publishing', words: (what) => `${what} aktualisiert`, automatic: true },
  scheduled: { group: 'publishing', words: (what) => `${what} geplant` },
  planned: { group: 'publishing', words: (what) => `${what} eingeplant` },
  unscheduled: { group: 'publishing', words: (what) => `die Planung von ${what} aufgehoben`, automatic: true },
  withdrawn: { group: 'publishing', words: (what) => `${what} zurückgezogen`, automatic: true },
  removed: { group: 'removal', words: (what) => `${what} in den Papierkorb gelegt` },
  restored: { group: 'removal', words: (what) => `${what} wiederhergestellt` },
  purged: { group: 'removal', words: (what) => `${what} endgültig gelöscht` },
  hidden: { group: 'removal', words: (what) => `${what} entfernt` },
  blocked: { group: 'review', words: (what) => `${what} gesperrt` },
  submitted: { group: 'review', words: (what) => `${what} zur Abnahme gegeben` },
  approved: { group: 'review', words: (what) => `${what} freigegeben` },
  returned: { group: 'review', words: (what) => `${what} zurückgegeben` },
  'review-ended': { group: 'review', words: (what) => `die Abnahme von ${what} beendet` },
} as const satisfies Record<string, VerbCard>

export type ActivityVerb = keyof typeof VERBS
export const ACTIVITY_VERBS = Object.keys(VERBS) as [ActivityVerb, ...ActivityVerb[]]

/** The rules of a verb. */
export function activityVerb(verb: ActivityVerb): VerbCard {
  return VERBS[verb]
}

/** Verbs of a filter. */
export function verbsOf(group: ActivityGroup): ActivityVerb[] {
  return ACTIVITY_VERBS.filter((verb) => activityVerb(verb).group === group)
}

/** Within this time what one person does to a record again is one line. */
export const ACTIVITY_STRETCH_MS = 3_600_000
/** Verbs whose repetition is one line. `scheduled` is not among them: the view of a day needs each date. */
export const REPEATED_VERBS: ReadonlySet<ActivityVerb> = new Set(['edited', 'assigned'])

/** Titles of a line that are spelled out. */
export const ACTIVITY_TITLES = 3

/** Days after which a line goes, and the most that are kept. */
export const ACTIVITY_DAYS = 400
export const MOST_ACTIVITY = 200_000

/** A status with its dates. */
type Status = { status: string; published_at?: string | null; unpublish_at?: string | null }

/**
 * Whether a change of status can be undone without touching the text, which may have changed since. The present status has to be
 * the one the change set (`is`), and the undo must not publish anything. `was` is the status before; null for a draft.
 */
export function isStatusAlone({ was, is, now }: { was: Status | null; is: Status; now: Status }): boolean {
  const fields = (['published_at', 'unpublish_at'] as const).every(
    (field) => (is[field] ?? null) === (now[field] ?? null),
  )
  return fields && is.status === now.status && was?.status !== 'published'
}

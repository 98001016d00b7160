/**
 * Everything that lists, searches, exports and so on must know of a noun. Every part is stated: `null` means that the noun has
 * no such part, so that none is left out by accident.
 */
export type NounCard = {
  table: string
  /** The column by which people know a record. */
  title: string
  words: { one: string; many: string }
  /** A lucide icon, drawn by `src/admin/ui/noun-icons.ts`. */
  icon: string | null
  screen: ScreenCard | null
  search: SearchCard | null
  /** Whether the trash handles its rows alone, or its service has code of its own for that. */
  trash: 'rows' | 'service' | null
  backup: BackupCard | null
  export: ExportCard | null
  /** What the import of an own export needs; other nouns of an export are imported by code of their own. */
  imported: ImportCard | null
  /** Columns in the export of an account; `exported` means those of `export` and `deleted_at`. */
  account: 'exported' | readonly string[] | null
  /** Whether its lists are kept in the browser for a start without a network (RUL-65). */
  offline: boolean
  /** Query keys that show something of it, beside its own and the trash: a change refreshes them. */
  shownBy: readonly string[]
}

/** A screen of the admin app with an entry in the navigation. */
export type ScreenCard = {
  path: string
  words: string
  /** Opens a group in the navigation. */
  opensGroup: boolean
  /** Opens the screen after `g`. */
  key: string
  /** Further words by which the palette finds it. */
  found: string
  /** Headings of the shortcut help that apply on it (`PLACES` in `src/admin/actions/registry.ts`). */
  keys: readonly string[]
  /** Its chapter in the manual. */
  chapter: string
}

/** How the search over everything finds and shows a record; columns of its table (RUL-63). */
export type SearchCard = {
  /** What is searched beside the title. The triggers of its migration queue a record when one of them changes. */
  others: readonly string[]
  /** A text that is searched elsewhere, whose words help to correct typing errors. */
  text: string | null
  state: string | null
  /** The first of these that is set is the date of a hit. */
  at: readonly string[]
  /** Where a hit opens: the path with `$id`, or a parameter that holds a field of the hit. */
  opens: { path: string; parameter?: string; value?: 'id' | 'title' | 'month' }
  /** The noun whose hits come directly before, where that differs from the order of the cards. */
  after?: string
}

/** What can be taken back of a single record of a backup (RUL-55). A whole backup finds the table itself. */
export type BackupCard = {
  /** Columns that people write: they are compared, and restored where they differ. */
  fields: readonly string[]
  /** Tables whose rows belong to a record, by the column that names it. They come back with a record that was purged. */
  parts: Readonly<Record<string, string>>
  /** The table of working texts and the column that names the record. A record with a different working text differs, too. */
  working: { table: string; key: string } | null
}

/** A file of records in the export of the blog (RUL-54). */
export type ExportCard = {
  file: string
  fields: readonly string[]
  /** Columns about the machine or people, or columns that are computed. A test asks for every column to be named. */
  left: readonly string[]
}

export type ImportCard = {
  /** The word for one record in the report, where it differs from `words.one`. */
  one?: string
  /** The noun that is imported before because its records are named by these, where the order of the cards differs. */
  after?: string
}

/**
 * Everything that lists, searches, exports and so on must know of a noun. Every part is stated: `null` means that the noun has
 * no such part, so that none is left out by accident.
 */
export type NounCard = {
  table: string
  /** The column that people recognise a record by. */
  title: string
  words: { one: string; many: string }
  /** A lucide icon, drawn by `src/admin/ui/noun-icons.ts`. */
  icon: string | null
  screen: ScreenCard | null
  search: SearchCard | null
  /** Columns that its own list searches, which make up `search_text`. */
  searched: readonly string[] | null
  /** The form of one record: its name, and the fields that stay on this machine while they are unsaved (RUL-70). */
  form: { name: string; fields: readonly string[] } | null
  /** What can be done with its records, by the id in the palette (`src/admin/actions/registry.ts`). */
  actions: Readonly<Record<string, ActionCard>>
  /** Whether the trash operations need only the table's rows, or code of the noun's service. */
  trash: 'rows' | 'service' | null
  backup: BackupCard | null
  export: ExportCard | null
  /** Rules for importing our own export; other nouns of an export have import code of their own. */
  imported: ImportCard | null
  /** Columns in the export of an account; `exported` means those of `export` and `deleted_at`. */
  account: 'exported' | readonly string[] | null
  /** Whether its lists are kept in the browser for a start without a network (RUL-65). */
  offline: boolean
  /** Query keys of other data that show this noun, beside its own and the trash: a change refreshes them. */
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

/** An action of the palette that a screen of the noun offers. */
export type ActionCard = {
  words: string
  /** The heading of the shortcut help (`PLACES` in `src/admin/actions/registry.ts`). */
  on: string
  /** Further words by which the palette finds it. */
  found: string
  /** It opens the screen from anywhere, as creating does. Others are offered on the screen alone. */
  opens?: true
}

/** How global search finds and shows a record; columns of its table (RUL-63). */
export type SearchCard = {
  /** What is searched beside the title. The triggers of its migration queue a record when one of them changes. */
  others: readonly string[]
  /** A text with an index of its own, whose words also serve for spelling correction. */
  text: string | null
  state: string | null
  /** The first of these that is set is the date of a hit. */
  at: readonly string[]
  /** Where a hit opens: the path with `$id`, or a parameter that holds a field of the hit. */
  opens: { path: string; parameter?: string; value?: 'id' | 'month' }
  /** The noun whose hits come directly before, where that differs from the order of the cards. */
  after?: string
}

/** The parts of a single record that a backup can restore (RUL-55). A whole backup finds the table itself. */
export type BackupCard = {
  /** Edited columns: they are compared, and restored where they differ. */
  fields: readonly string[]
  /**
   * Dependent tables, by the column that references the record. Their rows are restored with a record that was deleted
   * for good.
   */
  parts: Readonly<Record<string, string>>
  /** The table of working texts and the column that names the record. A record with a different working text differs, too. */
  working: { table: string; key: string } | null
}

/** A file of records in the export of the blog (RUL-54). */
export type ExportCard = {
  file: string
  fields: readonly string[]
  /** Columns that are internal, personal or derived. A test requires every column to be listed. */
  left: readonly string[]
}

export type ImportCard = {
  /** The column by which an existing record of another origin is recognised. */
  known?: string
  /** The word for one record in the report, where it differs from `words.one`. */
  one?: string
  /** The noun imported before this one because its records are referenced, where the order of the cards differs. */
  after?: string
}

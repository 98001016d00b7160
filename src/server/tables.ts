import type { Generated } from 'kysely'
import type { Text } from '../rules/article-text.ts'
import type { FetchEvery } from '../rules/collecting.ts'
import type { AiShare } from '../rules/labels.ts'
import type { AccountTables } from './account-tables.ts'
import type { NewsletterTables } from './newsletter-tables.ts'

/** Adds the tables of the nouns to the handle of `platform/db`, which knows only the platform's own. */
declare module './platform/db/db.ts' {
  interface Tables extends NounTables {}
}

/**
 * Every table of the nouns, as queries see it. Instants are ISO 8601 UTC text on both databases (PostgreSQL stores
 * timestamptz), booleans are 1/0, JSON is text. Table names follow the specification.
 */
interface NounTables extends AccountTables, NewsletterTables {
  settings: SettingsTable
  appearance: AppearanceTable
  categories: NamedTable
  tags: NamedTable
  articles: ArticlesTable
  article_working_copies: ArticleWorkingCopiesTable
  article_revisions: ArticleRevisionsTable
  article_undos: ArticleUndosTable
  article_templates: ArticleTemplatesTable
  list_views: ListViewsTable
  replacements: ReplacementsTable
  replacement_items: ReplacementItemsTable
  own_words: OwnWordsTable
  /** Which articles use a source: recorded when content of it is inserted into the text. */
  research_uses: { research_item_id: string; article_id: string; used_at: string }
  /** Reading time of a live text in whole minutes, and its bytes at that time. No row until it is measured. */
  article_reading_times: { article_id: string; minutes: number; text_bytes: number; opening: string | null }
  article_texts: { article_id: string; search_text: string }
  /** Text of the readers' search; the index over its words exists only in the database (`reader-index.queries.ts`). */
  public_texts: {
    place: number
    noun: string
    record_id: string
    plain: string
    chapters: string
    form: Generated<number>
  }
  public_text_orders: { noun: string; record_id: string; nonce: string }
  /**
   * Text of the editors' search over all nouns; the index over its words exists only in the database
   * (`search.queries.ts`).
   */
  searched_records: { place: number; noun: string; record_id: string; title_key: string; form: Generated<number> }
  search_words: { word: string }
  search_orders: { noun: string; record_id: string; turn: number }
  pings: { article_id: string; nonce: string; due_at: string; tries: Generated<number> }
  article_views: { article_id: string; day: string; host: string; views: number }
  imports: ImportsTable
  import_items: ImportItemsTable
  /** Records made from a source, so that its next import finds them; `version` is the one that the import wrote. */
  imported_records: {
    source: string
    kind: string
    source_id: string
    noun: string
    record_id: string
    version: number
  }
  /** An article and its related ones, computed at its last change; read from either end. */
  article_relations: { article_id: string; related_id: string }
  article_presences: { editor_id: string; article_id: string; user_id: string; seen_at: string }
  /** The log of steps of a text that several people write (RUL-72); the row is the lock of the log. */
  article_reviews: ArticleReviewsTable
  article_guests: { article_id: string; user_id: string; invited_at: string }
  page_reviews: Omit<ArticleReviewsTable, 'article_id'> & { page_id: string }
  text_heads: TextHeadsTable
  text_steps: TextStepsTable
  /** The text that the places of remarks and suggestions count in, byte for byte; a row for each text that has some. */
  passage_texts: { text_id: string; article_id: string | null; page_id: string | null; content: string }
  remarks: RemarksTable
  suggestions: SuggestionsTable
  article_tags: ArticleTagsTable
  slug_history: { slug: string; article_id: string; created_at: string }
  /** Every slug under which an article was ever public; maintained by a trigger. */
  article_public_slugs: { slug: string; article_id: string }
  authors: AuthorsTable
  author_former_slugs: FormerSlugsTable
  /** The people of each author line, by the slug of the line. */
  author_lines: { slug: string; author_id: string; position: number }
  category_former_slugs: FormerSlugsTable
  cdn_purges: CdnPurgesTable
  tag_former_slugs: FormerSlugsTable
  preview_links: PreviewLinksTable
  media_assets: MediaAssetsTable
  media_former_files: MediaFormerFilesTable
  /** Maintained by triggers: `address` is what follows the bucket's address in a text, up to 60 characters. */
  media_usage: { article_id: string; working: number; address: string }
  embeds: EmbedsTable
  pages: PagesTable
  page_working_copies: PageWorkingCopiesTable
  page_revisions: PageRevisionsTable
  page_undos: Omit<ArticleUndosTable, 'article_id'> & { page_id: string }
  page_slug_history: { slug: string; page_id: string; created_at: string }
  /** As `media_usage`, for pages. */
  page_media_usage: { page_id: string; working: number; address: string }
  storage_objects: StorageObjectsTable
  calendar_events: CalendarEventsTable
  /** The day an article is planned for (RUL-64), and the number of changes. */
  article_plans: { article_id: string; planned_on: string | null; changes: number }
  /** One row: the Land whose holidays count, and the publishing weekdays as JSON. */
  planning_settings: { id: string; land: string | null; weekdays: string }
  planning_pauses: PlanningPausesTable
  /** Records moved together, JSON of `PlanMove[]`; kept for a day (`undoStore`). */
  planning_moves: { id: string; user_id: string; moves: string; undone: Generated<number>; created_at: string }
  /** One secret calendar address per user, stored as a hash (RUL-34). */
  calendar_links: { user_id: string; token_hash: string; created_at: string }
  editorial_tasks: EditorialTasksTable
  /** History of a card: a field and its new value, in readable form. */
  task_changes: { id: string; task_id: string; user_id: string | null; field: string; value: string | null; at: string }
  /** Limit of cards in a column; no row for a column without a limit. */
  board_limits: { status: string; most: number }
  task_templates: TaskTemplatesTable
  /** A bulk change of cards, JSON of `Undo[]` (`desk/tasks/bulk.service.ts`); kept for a day (`undoStore`). */
  task_undos: { id: string; user_id: string; changes: string; undone: Generated<number>; created_at: string }
  notices: NoticesTable
  notice_things: NoticeThingsTable
  /** What an account has chosen for a kind of notice; without a row the kind's own defaults hold. */
  notice_choices: { user_id: string; kind: string; bell: number; mail: number }
  /** The hour of an account's mail with notices, in the site's zone, and the civil day of the last one. */
  notice_digests: { user_id: string; hour: number | null; sent_on: string | null }
  activity: ActivityTable
  activity_things: ActivityThingsTable
  comments: CommentsTable
  comment_reports: CommentReportsTable
  /** Times of previews that have been used, for as long as they would be valid (RUL-81). */
  comment_stamps: { nonce: string; used_at: string }
  /** What an article says of its comments; null, or no row, where it follows the blog. */
  article_comments: { article_id: string; mode: string | null; close_after_days: number | null }
  /** A bulk change of comments, JSON of `Undo[]` (`readers/comments/moderate.service.ts`); kept for a day (`undoStore`). */
  comment_undos: { id: string; user_id: string; changes: string; undone: Generated<number>; created_at: string }
  research_items: ResearchItemsTable
  research_links: ResearchLinksTable
  research_files: ResearchFilesTable
  inbox_items: InboxItemsTable
  link_library: LinkLibraryTable
  prompt_library: PromptLibraryTable
  redirects: RedirectsTable
  rss_feeds: RssFeedsTable
  feed_entries: { feed_id: string; entry_key: string; imported_at: string }
  inbox_tokens: InboxTokensTable
  backup_state: BackupStateTable
  /** Unreferenced bytes that a backup may still need (`files/store/guarded-files.ts`). */
  file_removals: { name: string }
}

/** A line of the activity: what one request did to records of a noun (TEAM-11). */
export interface ActivityTable {
  id: string
  /** What further things of the same request join this line. */
  line_key: string
  request_id: string
  /** When it began, and when the last of it happened. */
  begun_at: string
  at: string
  /** Null for the server's own, and for an account that is gone. */
  actor_id: string | null
  automatic: number
  noun: string
  /** `ActivityVerb`. */
  verb: string
  /** JSON of `StoredUndo`: what takes the whole request back. */
  undo: string | null
}

/** A record of a line, with its title at that time. */
export interface ActivityThingsTable {
  activity_id: string
  record_id: string
  at: string
  title: string
  /** How many times it was done, such as saves of one text. */
  times: number
  /** JSON of `RecordState`: a text before and after; null where there is none, and for records that are no texts. */
  former: string | null
  present: string | null
}

/** A comment of a reader, or an answer of the team. */
export interface CommentsTable {
  id: string
  article_id: string
  /** The comment that begins its thread, and that one's `created_at`: its own where it begins one. */
  root_id: string
  root_at: string
  /** The account that wrote it; null for a reader's, and where the account is gone. */
  user_id: string | null
  /** 1 for an answer of the team. */
  team: Generated<number>
  name: string
  text: string
  /** `CommentState`. */
  state: string
  /** `RemovalReason` of a removed one. */
  reason: string | null
  /** What the filter noted, in German, one per line; empty for nothing. */
  suspicion: Generated<string>
  /** 1 where it has a place on the page: itself, or what says that it was there. */
  visible: Generated<number>
  /** When readers first saw it. */
  shown_at: string | null
  /** Keyed hash of what the text says; null for a short one. */
  text_hash: string | null
  /** Hash of the secret link; null where it has none (answers of the team, imports). */
  token_hash: string | null
  /** Keyed hash of the network address, until an instant at most 24 hours later (RUL-84). */
  network_hash: string | null
  network_until: string | null
  created_at: string
  edited_at: string | null
  decided_by: string | null
  decided_at: string | null
}

/** A report of a comment (RUL-83). */
export interface CommentReportsTable {
  id: string
  comment_id: string
  /** `RemovalReason`. */
  reason: string
  text: string
  /** An e-mail address for the outcome. */
  contact: string | null
  /** Hash of the address of the page with its outcome. */
  token_hash: string
  /** `open`, `upheld` or `rejected`. */
  state: string
  /** The reason of the decision. */
  outcome: Generated<string>
  created_at: string
  decided_by: string | null
  decided_at: string | null
}

/** A notice of one account: a row gathers what belongs together until it is read. */
export interface NoticesTable {
  id: string
  user_id: string
  kind: string
  /** What further things join this row; null once it has been read, so that they begin another one. */
  open_key: string | null
  /** Whose act it is; null for the server's own. */
  actor_id: string | null
  /** 1 where the bell shows it, 0 where only the mail does. */
  bell: number
  changed_at: string
  read_at: string | null
}

/** A record that a notice is about, with its title at that time; a row counts its things. */
export interface NoticeThingsTable {
  notice_id: string
  record_id: string
  noun: string
  title: string
  /** Why, where there is a reason. */
  reason: string | null
  noted_at: string
  /** 1 once the state is over (a feed that can be read again): the next time is a new notice. */
  settled: Generated<number>
  /** 1 while it waits for the mail with notices. */
  mail: number
  /** The mail it was put into. */
  digest_id: string | null
}

/** The review of a text (RUL-61); without a row it has none. */
export interface ArticleReviewsTable {
  article_id: string
  state: string
  /** The version that was given to review, approved or returned. */
  version: number
  /** What was: an approval counts for exactly this text. */
  text_hash: string
  asked_by: string | null
  /** Null for the first who has time. */
  reviewer_id: string | null
  decided_by: string | null
  note: string
  at: string
}

/** The head of a text's log of steps. A text without one has no steps. */
export interface TextHeadsTable {
  text_id: string
  noun: 'articles' | 'pages'
  /** A new one begins a new history: steps of another epoch never apply. */
  epoch: string
  /** The last step, and the last one that is in the text. */
  seq: number
  folded_seq: number
  /** The version with that step, and the first version since which only steps have changed the text. */
  folded_version: number
  since_version: number
  /** `LineEnds` of the content. */
  line_ends: string
  /** The working text at `folded_seq`, byte for byte, and its `hashOfText`. */
  content: string
  hash: string
  /** When the first and the last step came that are not in the text yet. */
  first_at: string | null
  last_at: string
  /** The account whose whole text goes first, since a step has refused it, until an instant. */
  saver_id: string | null
  saver_until: string | null
}

export interface TextStepsTable {
  text_id: string
  epoch: string
  seq: number
  /** The page load that sent it, and the number that it has there. */
  editor_id: string
  n: number
  author_id: string | null
  /** JSON of a `ChangeSet`. */
  changes: string
  created_at: string
  /** The account whose suggestion the author of the step accepted. */
  suggested_by: string | null
}

/** A change of a text that is stored and not applied (TEAM-6). It is never public. */
export interface SuggestionsTable {
  id: string
  article_id: string | null
  page_id: string | null
  /** Null once the account is gone. */
  author_id: string | null
  /** Counts the changes of its author. */
  n: number
  /** JSON of `Part[]`, over `passage_texts`. Of an accepted one, the change that takes it back. */
  parts: string
  /** The characters that these parts removed when they were written. */
  length: number
  /** The beginning of what it removed and inserts, as its author wrote it. */
  removed: string
  inserted: string
  state: 'open' | 'accepted' | 'refused' | 'withdrawn'
  /** One that is not open is deleted by a job, a day later. */
  decided_at: string | null
  decided_by: string | null
  created_at: string
  changed_at: string
}

/** A remark at a passage of a text (RUL-60), or an answer in the thread of one. It is never public. */
export interface RemarksTable {
  id: string
  article_id: string | null
  page_id: string | null
  /** The remark that it answers; null for the first of a thread. */
  thread_id: string | null
  /** Null once the account is gone, and for guests. */
  author_id: string | null
  /** The name that a guest of a preview link gave, and the link. */
  guest_name: string | null
  link_id: string | null
  body: string
  /** JSON of `Piece[]`: what lives of the passage, in `passage_texts`. */
  pieces: string
  /** The characters that the passage had; 0 for a remark about the whole text, and for an answer. */
  length: number
  /** The beginning of the passage, and what stood around it. */
  quote: string
  before_text: string
  after_text: string
  /** The version of the text that it was written about. */
  version: number
  done_at: string | null
  done_by: string | null
  created_at: string
  changed_at: string | null
  /** When it was removed; it can be restored until a job deletes it. */
  removed_at: string | null
}

/** Schedule and last results of backups, in one row. */
export interface BackupStateTable {
  id: string
  /** `daily`, `weekly` or `off`, and the time of day in the site's zone, `HH:MM`. */
  schedule: string
  time: string
  /** The last scheduled instant that was processed. */
  planned_at: string | null
  /** The last failure since a successful backup, and its time. */
  failed_at: string | null
  failure: string | null
  rehearsed_at: string | null
  /** JSON of `Rehearsal` (`rehearsal.service.ts`). */
  rehearsal: string | null
}

/** Appearance of the site, in one row. */
export interface AppearanceTable {
  id: string
  /** The chosen values, as JSON (`appearance.service.ts`). */
  choices: string
  /** CSS as typed, and as sent to readers. */
  custom_css: string
  shown_css: string
}

export interface SettingsTable {
  id: string
  site_title: string
  site_description: string
  author_name: string
  base_url: string
  timezone: string
  visibility: string
  registration: string
  /** A pattern of `PUBLIC_DATE_FORMATS`. */
  public_date_format: string
  reader_theme: string
  /** Id of the page shown at `/`; null, or an id that leads to no published page, for the list of articles. */
  front_page: string | null
  /** 1 where another person approves what goes live. */
  four_eyes: number
  /** JSON of `Verification[]`. */
  verification: string
  /** JSON of addresses. */
  profiles: string
  security_contact: string
  formulas: number
  /** A value of `PODCAST_CATEGORIES`. */
  podcast_category: string
  updated_at: string
  /** `CommentMode`; days after publication until comments close, null for never; further words of the filter, one per line. */
  comments: string
  comments_close_days: number | null
  comment_words: string
}

export interface NamedTable {
  id: string
  name: string
  /** The folded name, which is unique, so that „Über“ and „uber“ cannot both exist. */
  folded_name: string
  slug: string
  description: Generated<string>
  picture: Generated<string | null>
  created_at: string
}

/** The text of an article, live or working, with the same columns. */
type TextColumns = { [Field in keyof Text]: Text[Field] extends boolean ? Generated<number> : Text[Field] } & {
  lang: Generated<string>
  version_of: Generated<string | null>
}

export interface ArticlesTable extends TextColumns {
  id: string
  slug: string | null
  slug_is_custom: number
  status: string
  /** Slug of the byline; null without one. */
  author_slug: Generated<string | null>
  published_at: string | null
  unpublish_at: string | null
  first_published_at: string | null
  /** Last change of the public text while public; null since it was published (again). */
  text_changed_at: Generated<string | null>
  /** Instant of pinning to the landing page. */
  pinned_at: Generated<string | null>
  author_id: string | null
  /** The person responsible for it. */
  assignee_id: Generated<string | null>
  version: number
  /** JSON list of the last save of each editor in this version. */
  recent_saves: Generated<string>
  /** Title and excerpt in the form of `searchableText`, maintained by the articles service for ART-1. */
  search_text: string
  created_at: string
  updated_at: string
  deleted_at: string | null
  /** The former slug of a trashed article, so that restoring can request it again (RUL-20). */
  trashed_slug: string | null
}

export interface ListViewsTable {
  id: string
  user_id: string
  name: string
  folded_name: string
  /** The query string of the list's address. */
  query: string
  created_at: string
}

export interface ReplacementsTable {
  id: string
  author_id: string | null
  /** The request as JSON. */
  wanted: string
  /** 1 where it becomes public at once. */
  live: number
  state: string
  created_at: string
}

export interface ReplacementItemsTable {
  replacement_id: string
  article_id: string
  /** The version that the matches were shown for. */
  version: number
  /** JSON list of the chosen matches, by their number in the text. */
  places: string
  /** JSON of the former text. */
  former: string | null
  /** `replaced`, `skipped` or `undone`; null until it is processed. */
  outcome: string | null
  reason: string | null
  after_version: number | null
}

export interface OwnWordsTable {
  id: string
  word: string
  /** `accepted` or `flagged`. */
  kind: string
  suggestion: string
  author_id: string | null
  created_at: string
}

export interface ArticleTemplatesTable {
  id: string
  name: string
  folded_name: string
  /** JSON of the fields of the text and its tags. */
  content: string
  author_id: string | null
  created_at: string
  updated_at: string
}

export interface ArticleTagsTable {
  article_id: string
  tag_id: string
  /** The article's `created_at`, which never changes: articles of a tag are read in this order. */
  article_created_at: string
  /** The article's `published_at` while public, else null; maintained by a trigger. */
  published_at: Generated<string | null>
}

/** Tags to be purged from a CDN. */
export interface CdnPurgesTable {
  id: string
  /** JSON list of tags in the CDN's form. */
  tags: string
  due_at: string
  /** 1 once the change was claimed and has to be sent again. */
  is_repeat: number
}

export interface AuthorsTable {
  id: string
  name: string
  slug: string
  text: string
  picture: string | null
  /** JSON list of labels and addresses. */
  links: string
  account_id: string | null
  created_at: string
  updated_at: string
}

/** Former slugs of a category, tag or author, each redirecting to the present one or to the one that took over its articles. */
export interface FormerSlugsTable {
  slug: string
  record_id: string
  created_at: string
}

export interface ArticleWorkingCopiesTable extends TextColumns {
  article_id: string
  slug: string
  /** JSON list of the tags this version has; null means those of the article. */
  tag_ids: Generated<string | null>
  /** When this text goes live by itself; null for never. */
  goes_live_at: Generated<string | null>
  author_id: string | null
  updated_at: string
}

export interface ArticleRevisionsTable {
  id: string
  article_id: string
  version: number
  title: string
  excerpt: string
  content_markdown: string
  /** JSON of the other fields of the text and its tags; null in revisions of a former release. */
  details: Generated<string | null>
  author_id: string | null
  kind: Generated<string>
  /** Start of the editing session whose saves form this version. */
  begun_at: Generated<string | null>
  /** Total characters removed by the saves of this session, each compared with the one before. */
  lost: Generated<number>
  /** Given by an editor; a named version is never thinned out. */
  name: Generated<string | null>
  /** JSON: the accounts that took part, and `Run[]`, who wrote which characters; null in versions of a former release. */
  authors: Generated<string | null>
  runs: Generated<string | null>
  created_at: string
}

/** Metadata of embeds by their plain address (RUL-49). */
export interface EmbedsTable {
  address: string
  title: string
  /** Address of an image in the bucket. */
  picture: string | null
  attempts: number
  /** When it is fetched (again); null when there is nothing more to fetch. */
  try_at: string | null
  created_at: string
}

export interface PagesTable {
  id: string
  title: string
  /** Null in the trash. */
  slug: string | null
  slug_is_custom: number
  status: string
  content_markdown: string
  noindex: number
  lang: Generated<string>
  placement: string
  position: number
  first_published_at: string | null
  author_id: string | null
  version: number
  /** JSON list of the last save of each editor in this version. */
  recent_saves: Generated<string>
  /** Title and text in the form of `searchableText`. */
  search_text: string
  created_at: string
  updated_at: string
  deleted_at: string | null
  trashed_slug: string | null
}

export interface PageWorkingCopiesTable {
  page_id: string
  title: string
  slug: string
  content_markdown: string
  author_id: string | null
  updated_at: string
}

export interface PageRevisionsTable {
  id: string
  page_id: string
  version: number
  kind: string
  title: string
  content_markdown: string
  author_id: string | null
  begun_at: string | null
  lost: number
  name: Generated<string | null>
  authors: Generated<string | null>
  runs: Generated<string | null>
  created_at: string
}

export interface ArticleUndosTable {
  article_id: string
  /** The account that made the change and may undo it. */
  user_id: string
  /**
   * The version it produced, and the newest one since then by the same editor: with any other version it is too late.
   */
  version: number
  newest_version: number
  /** JSON of `FormerPublication`. */
  before: string
  created_at: string
}

export interface PreviewLinksTable {
  id: string
  article_id: string
  token_hash: string
  author_id: string | null
  created_at: string
  expires_at: string
  revoked_at: string | null
  last_used_at: string | null
  /** 1 where guests may write remarks. */
  remarks: Generated<number>
}

export interface MediaAssetsTable {
  id: string
  /** Object name in the bucket `blog-media`. */
  object_name: string
  url: string
  filename: string
  mime_type: string
  size_bytes: number
  width: number | null
  height: number | null
  /** Length of sound or film. */
  seconds: Generated<number | null>
  alt: Generated<string>
  caption: Generated<string>
  credit: Generated<string>
  /** One of `AI_SHARES`; null where none of it was made by AI. */
  ai_share: Generated<AiShare | null>
  preview: string | null
  /** SHA-256 of the file as uploaded, in hexadecimal: detects duplicates. */
  sha256: string | null
  /** Quoted ETag of the stored bytes. */
  etag: Generated<string | null>
  /** Object name of its present bytes once it was replaced; null while they are stored under its own name. */
  stored_as: Generated<string | null>
  /** Instant of the last replacement. */
  replaced_at: Generated<string | null>
  /**
   * The file (`stored_as`, else `object_name`) that `sizes` and `tint` belong to; if it differs from the present one,
   * they are still to be made.
   */
  sizes_of: Generated<string | null>
  /** Stored widths in pixels beside its own, separated by blanks. */
  sizes: Generated<string | null>
  /** Average colour as `#rrggbb`; null for transparent images. */
  tint: Generated<string | null>
  /** Number of unfinished attempts to make the sizes of this file. */
  sizes_tries: Generated<number>
  /** Focal point that stays visible in every crop, in per cent from the left and from the top. */
  focus_x: Generated<number>
  focus_y: Generated<number>
  search_text: string
  author_id: string | null
  created_at: string
  deleted_at: string | null
}

/** Former contents of images replaced in place, kept for 30 days. */
export interface MediaFormerFilesTable {
  id: string
  media_id: string
  stored_as: string | null
  mime_type: string
  size_bytes: number
  width: number | null
  height: number | null
  seconds: Generated<number | null>
  preview: string | null
  sha256: string | null
  etag: string | null
  sizes_of: Generated<string | null>
  sizes: Generated<string | null>
  tint: Generated<string | null>
  replaced_at: string
}

/** Objects of the bucket that are not in the media library: dashboard headers and files of research items (RUL-31). */
export interface StorageObjectsTable {
  name: string
  id: string
  /** 1 for public images, 0 for files. */
  is_public: number
  filename: string
  mime_type: string
  size_bytes: number
  etag: string
  owner_id: string | null
  created_at: string
  updated_at: string
}

export interface PlanningPausesTable {
  id: string
  name: string
  /** Days, both included. */
  from_day: string
  to_day: string
  author_id: string | null
  created_at: string
}

export interface CalendarEventsTable {
  id: string
  title: string
  starts_at: string
  type: Generated<string>
  author_id: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
  /** JSON of `Recurrence` (`rules/recurrence.ts`); null for a single event. */
  recurrence: Generated<string | null>
  /** JSON: exceptions by day of the rule, an instant, or null for a cancelled one. */
  exceptions: Generated<string>
  /** Number of changes, for calendars that subscribe. */
  changes: Generated<number>
}

export interface EditorialTasksTable {
  id: string
  title: string
  priority: Generated<string>
  status: Generated<string>
  /** Order within the column: fractional index, compared as text by code unit. */
  position: string
  due_at: string | null
  article_id: string | null
  author_id: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
  notes: Generated<string>
  /** JSON of `ChecklistItem[]`. */
  checklist: Generated<string>
  /** The assignee. */
  assignee_id: Generated<string | null>
  research_id: Generated<string | null>
  /** The `move_id` of the last moves, oldest first, separated by spaces. */
  move_ids: Generated<string>
  /** The due day, in the site's zone, that its person has been notified of. */
  due_noted_on: Generated<string | null>
}

export interface TaskTemplatesTable {
  id: string
  name: string
  folded_name: string
  /** JSON of the initial values of a card made from it. */
  content: string
  author_id: string | null
  created_at: string
  updated_at: string
}

export interface ResearchItemsTable {
  id: string
  title: string
  url: string | null
  note: string | null
  source_type: Generated<string>
  article_id: string | null
  author_id: string | null
  search_text: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface ResearchLinksTable {
  id: string
  research_item_id: string
  url: string
  title: string
  created_at: string
}

export interface ResearchFilesTable {
  id: string
  research_item_id: string
  object_name: string
  filename: string
  mime_type: string
  size_bytes: number
  author_id: string | null
  created_at: string
  deleted_at: string | null
}

export interface InboxItemsTable {
  id: string
  title: string
  type: string
  status: Generated<string>
  url: string | null
  /** Normalised address, so that one page is one entry (RUL-17). */
  url_key: string | null
  note: string | null
  /** Origin: quick, bookmarklet, extension or feed. */
  source: Generated<string>
  /** Title, address and note in the form of `searchableText`. */
  search_text: Generated<string>
  feed_id: string | null
  feed_entry_key: string | null
  /** 1 while its title is still to be read from the linked page. */
  title_pending: Generated<number>
  author_id: string | null
  created_at: string
  deleted_at: string | null
}

export interface LinkLibraryTable {
  id: string
  title: string
  url: string
  category: Generated<string>
  description: string
  search_text: string
  author_id: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface PromptLibraryTable {
  id: string
  title: string
  content: string
  category: string
  description: string
  search_text: string
  author_id: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** Old addresses, with columns as in `readers/redirects/old-address.ts`. */
export interface RedirectsTable {
  id: string
  from_address: string
  from_key: string
  path: string
  /** Names of the parameters; empty without a query. */
  shape: string
  /** Exactly one of these three targets, or none for a removed address (410). */
  to_address: string | null
  article_id: string | null
  page_id: string | null
  /** Path of `to_address`, in the form in which old addresses are compared. */
  to_path: string | null
  status: number
  /** Both addresses, decoded and in lower case, for search. */
  search_text: string
  author_id: string | null
  created_at: string
}

export interface RssFeedsTable {
  id: string
  url: string
  title: string | null
  author_id: string | null
  last_fetched: string | null
  etag: string | null
  last_modified: string | null
  last_error: string | null
  hint: string | null
  /** RUL-106: `off`, `hourly` or `daily`. */
  fetch_every: Generated<FetchEvery>
  /** The next fetch by the job; null means at its next run. */
  next_fetch_at: Generated<string | null>
  /** The server asked to wait until then (`Retry-After`). */
  not_before: Generated<string | null>
  /** Consecutive faults, and when the first of them happened. */
  failures: Generated<number>
  failing_since: Generated<string | null>
  /** The server answered 410: the feed is no longer fetched by itself. */
  gone_at: Generated<string | null>
  /** Set while somebody waits for a fetch by the job. */
  requested_at: Generated<string | null>
  /** Until then an instance fetches it. */
  claimed_until: Generated<string | null>
  /** 1 where the title came from an OPML file: the feed's own title does not replace it. */
  title_kept: Generated<number>
  created_at: string
  deleted_at: string | null
}

export interface InboxTokensTable {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the token, which is shown once and never stored (RUL-34). */
  token_hash: string
  created_at: string
  last_used_at: string | null
}

export interface ImportsTable {
  id: string
  /** One of `IMPORT_STATES`. */
  state: string
  dry_run: number
  /** Name of the file, or its address. */
  name: string
  url: string | null
  /** Address of the exported blog, from which its images can be fetched. */
  site_url: string | null
  bytes: number | null
  format: string | null
  /** Identifies the source among others of its format; null until it was read. */
  source: string | null
  reason: string | null
  author_id: string | null
  created_at: string
  /** When all its items were read; null while reading. */
  read_at: string | null
  state_at: string
  state_by: string | null
  finished_at: string | null
  runner: string | null
  runner_seen_at: string | null
  /** Number of readings of its source that started and did not finish. */
  reading_attempts: number
}

export interface ImportItemsTable {
  import_id: string
  place: number
  source_id: string
  kind: string
  title: string
  address: string | null
  staged: string | null
  skip: number
  reasons: string
  outcome: string | null
  reason: Generated<string>
  noun: string | null
  record_id: string | null
  url: string | null
  before: string | null
  redirects: Generated<string>
  undone: Generated<number>
}

import { sql, type Kysely } from 'kysely'
import { LEGAL_TEMPLATES } from '../../rules/legal-templates.ts'
import { LEGAL_SLUGS } from '../../rules/pages.ts'
import { searchableText } from '../../rules/search-text.ts'
import { columnTypes } from './column-types.ts'
import { dialectOf } from '../platform/db/dialect.ts'
import { firstLine, instantOrFirst } from '../platform/db/expressions.ts'
import { newId } from '../platform/ids.ts'
import { LETTERS_OF_POSTGRES, makeIndexesAndTriggers } from './0001-triggers.ts'

/**
 * The schema of the first release, by part of the server and noun. `tables.ts` documents the columns. Data that the
 * database maintains by itself (search indexes, used pictures, public lists) is in `0001-triggers.ts`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const columns = columnsFor(db)
  for (const tables of WINGS) await run(db, tables(columns))
  await makeArticleIndexes(db)
  await makeIndexesAndTriggers(db)
  await addLegalPages(db)
}

/** Runs statements that end with a semicolon at the end of a line. */
async function run(db: Kysely<never>, statements: string): Promise<void> {
  for (const statement of statements.split(/;$/m)) if (statement.trim() !== '') await sql.raw(statement).execute(db)
}

type Columns = ReturnType<typeof columnsFor>

/** Column types that differ between the databases, and columns shared by many tables. */
function columnsFor(db: Kysely<never>) {
  const postgres = dialectOf(db) === 'postgres'
  const { instant, codeUnits } = columnTypes(db)
  const owned = 'text references users (id) on delete set null'
  return {
    postgres,
    instant,
    codeUnits,
    /** The account that made a record; the record outlives it. */
    author: `author_id ${owned}`,
    owned,
    /** A record that is deleted with the account. */
    user: 'user_id text not null references users (id) on delete cascade',
    /** SQLite's trigram index needs an integer key that VACUUM preserves, so rows have one beside their id. */
    searchable: (key: string) =>
      postgres ? `${key} text primary key` : `search_id integer primary key, ${key} text not null unique`,
    /** PostgreSQL does not write these to its log: after a crash they are empty, as intended. */
    unlogged: postgres ? 'unlogged' : '',
  }
}

const systemTables = ({ instant, unlogged }: Columns) => `
  create table meta (
    key text primary key,
    value text not null
  );
  create table job_runs (
    name text primary key,
    last_started_at ${instant},
    last_finished_at ${instant},
    last_error text
  );
  create table settings (
    id text primary key,
    site_title text not null,
    site_description text not null,
    author_name text not null,
    base_url text not null,
    timezone text not null,
    visibility text not null,
    registration text not null,
    updated_at ${instant} not null,
    public_date_format text not null default 'MMMM d, yyyy'
  );
  create ${unlogged} table rate_limits (
    id text primary key,
    whole_at double precision not null
  );
  create ${unlogged} table instance_leases (
    id text primary key,
    renewed_at ${instant} not null
  );
  create table backup_state (
    id text primary key,
    schedule text not null,
    time text not null,
    planned_at ${instant},
    failed_at ${instant},
    failure text,
    rehearsed_at ${instant},
    rehearsal text
  );
  create table file_removals (
    name text primary key
  );
  -- Unused: it is here because backups of before the first release hold it.
  create table catch_ups (
    name text primary key,
    after text not null
  );
`

const peopleTables = ({ instant, user, owned }: Columns) => `
  create table users (
    id text primary key,
    email text unique,
    phone text unique,
    password_hash text,
    role text not null check (role in ('owner', 'editor')),
    approval text not null check (approval in ('pending', 'approved', 'blocked')),
    user_metadata text not null default '{}',
    is_anonymous integer not null default 0,
    email_confirmed_at ${instant},
    phone_confirmed_at ${instant},
    last_sign_in_at ${instant},
    created_at ${instant} not null,
    updated_at ${instant} not null,
    display_name text,
    first_steps_hidden integer not null default 0
  );
  create table audit_log (
    id text primary key,
    at ${instant} not null,
    event text not null,
    user_id text,
    actor_id text,
    email text,
    ip text,
    details text not null default '{}'
  );
  create index audit_log_at on audit_log (at);
  create index audit_log_user on audit_log (user_id, at);
  create table invites (
    id text primary key,
    token_hash text not null unique,
    role text not null,
    note text not null default '',
    created_by ${owned},
    created_at ${instant} not null,
    expires_at ${instant} not null
  );
  create table inbox_tokens (
    id text primary key,
    ${user},
    name text not null,
    token_hash text not null unique,
    created_at ${instant} not null,
    last_used_at ${instant}
  );
  create index inbox_tokens_user on inbox_tokens (user_id);

  create table auth_keys (
    kid text primary key,
    alg text not null,
    public_jwk text not null,
    private_key text not null,
    created_at ${instant} not null,
    active_from ${instant} not null
  );
  -- factor_id is no foreign key: the removal of a factor finds the sessions it raised, and lowers them itself.
  create table auth_sessions (
    id text primary key,
    ${user},
    aal text not null check (aal in ('aal1', 'aal2')),
    amr text not null,
    refresh_counter integer not null,
    confirmed_counter integer not null,
    refreshed_at ${instant} not null,
    created_at ${instant} not null,
    ip text,
    user_agent text,
    factor_id text
  );
  create index auth_sessions_user on auth_sessions (user_id);
  create table reader_sessions (
    token_hash text primary key,
    session_id text not null references auth_sessions (id) on delete cascade,
    aal text not null,
    created_at ${instant} not null,
    expires_at ${instant} not null
  );
  create index reader_sessions_session on reader_sessions (session_id);
  create table auth_identities (
    id text primary key,
    ${user},
    provider text not null,
    provider_id text not null,
    identity_data text not null,
    email text,
    last_sign_in_at ${instant},
    created_at ${instant} not null,
    updated_at ${instant} not null,
    constraint auth_identities_subject unique (provider, provider_id)
  );
  create index auth_identities_user on auth_identities (user_id);

  create table auth_factors (
    id text primary key,
    ${user},
    friendly_name text,
    factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
    status text not null check (status in ('unverified', 'verified')),
    phone text,
    secret text,
    last_step bigint,
    credential text,
    failed_attempts integer not null default 0,
    locked_until ${instant},
    last_challenged_at ${instant},
    created_at ${instant} not null,
    updated_at ${instant} not null
  );
  create index auth_factors_user on auth_factors (user_id, status);
  create table auth_challenges (
    id text primary key,
    factor_id text not null references auth_factors (id) on delete cascade,
    session_id text not null references auth_sessions (id) on delete cascade,
    secret text,
    attempts integer not null default 0,
    created_at ${instant} not null,
    expires_at ${instant} not null
  );
  create index auth_challenges_factor on auth_challenges (factor_id);
  create index auth_challenges_session on auth_challenges (session_id);
  create table recovery_codes (
    code_hash text primary key,
    ${user},
    created_at ${instant} not null,
    used_at ${instant}
  );
  create index recovery_codes_user on recovery_codes (user_id);

  create table auth_flow_states (
    id text primary key,
    purpose text not null,
    user_id text references users (id) on delete cascade,
    session_id text references auth_sessions (id) on delete cascade,
    provider text,
    state_hash text unique,
    browser_hash text,
    payload text,
    code_challenge text,
    code_challenge_method text,
    code_hash text unique,
    code_issued_at ${instant},
    redirect_to text not null,
    created_at ${instant} not null
  );
  create index auth_flow_states_created on auth_flow_states (created_at);
  create table auth_mail_orders (
    id text primary key,
    kind text not null,
    email text not null,
    details text not null,
    attempts integer not null default 0,
    next_attempt_at ${instant} not null,
    last_error text,
    created_at ${instant} not null
  );
  create index auth_mail_orders_due on auth_mail_orders (next_attempt_at);
  create table auth_one_time_tokens (
    id text primary key,
    ${user},
    kind text not null check (kind in ('signup', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication', 'invite')),
    email text not null,
    token_hash text not null unique,
    code_hash text not null,
    attempts integer not null default 0,
    code_challenge text,
    code_challenge_method text,
    created_at ${instant} not null,
    expires_at ${instant} not null,
    constraint auth_one_time_tokens_newest unique (user_id, kind)
  );
  create index auth_one_time_tokens_email on auth_one_time_tokens (email, kind);
  create index auth_one_time_tokens_expiry on auth_one_time_tokens (expires_at);
  create table auth_email_changes (
    user_id text primary key references users (id) on delete cascade,
    new_email text not null,
    current_confirmed integer not null,
    new_confirmed integer not null,
    requested_at ${instant} not null,
    expires_at ${instant} not null
  );
  create table auth_sign_ups (
    id text primary key,
    ${user},
    email text not null,
    password_hash text not null,
    user_metadata text not null,
    role text,
    client text not null,
    token_hash text unique,
    code_hash text,
    attempts integer not null default 0,
    code_challenge text,
    code_challenge_method text,
    token_expires_at ${instant},
    created_at ${instant} not null,
    expires_at ${instant} not null
  );
  create index auth_sign_ups_user on auth_sign_ups (user_id);
  create index auth_sign_ups_email on auth_sign_ups (email);
  create index auth_sign_ups_expiry on auth_sign_ups (expires_at);
  create table auth_known_clients (
    ${user},
    client text not null,
    seen_at ${instant} not null,
    constraint auth_known_clients_key primary key (user_id, client)
  );
  create index auth_known_clients_seen on auth_known_clients (seen_at);
  create table former_addresses (
    id text primary key,
    ${user},
    email text not null,
    token_hash text unique,
    changed_at ${instant} not null,
    expires_at ${instant} not null
  );
  create index former_addresses_email on former_addresses (email);
  create index former_addresses_user on former_addresses (user_id);
`

/** A category or tag, and its former slugs. */
const taxonomyTables = ({ instant }: Columns) =>
  [
    ['categories', 'category_former_slugs'],
    ['tags', 'tag_former_slugs'],
  ]
    .map(
      ([table, slugs]) => `
  create table ${table} (
    id text primary key,
    name text not null,
    folded_name text not null unique,
    slug text not null unique,
    created_at ${instant} not null
  );
  create table ${slugs} (
    slug text primary key,
    record_id text not null references ${table} (id) on delete cascade,
    created_at ${instant} not null
  );
  create index ${slugs}_record on ${slugs} (record_id);
`,
    )
    .join('')

const ARTICLE = 'article_id text not null references articles (id) on delete cascade'
const ARTICLE_KEY = 'article_id text primary key references articles (id) on delete cascade'
const CATEGORY = 'category_id text references categories (id) on delete set null'

const articleTables = (columns: Columns) => {
  const { instant, codeUnits, author, owned, user, searchable } = columns
  return `
  ${taxonomyTables(columns)}
  create table articles (
    ${searchable('id')},
    title text not null,
    slug text unique,
    slug_is_custom integer not null default 0,
    status text not null check (status in ('draft', 'scheduled', 'published')),
    excerpt text not null,
    content_markdown text not null,
    cover_image_url text,
    ${CATEGORY},
    byline text,
    canonical_url text,
    seo_description text,
    published_at ${instant},
    unpublish_at ${instant},
    first_published_at ${instant},
    ${author},
    version integer not null default 1,
    search_text text not null,
    created_at ${instant} not null,
    updated_at ${instant} not null,
    deleted_at ${instant},
    trashed_slug text,
    recent_saves text not null default '[]',
    author_slug text,
    noindex integer not null default 0,
    correction text,
    series text,
    text_changed_at ${instant},
    advert text,
    ai_share text,
    template text,
    pinned_at ${instant}
  );
  create table article_texts (
    ${searchable('article_id')},
    search_text text not null,
    constraint article_texts_article foreign key (article_id) references articles (id) on delete cascade
  );
  create table article_working_copies (
    ${ARTICLE_KEY},
    title text not null,
    slug text not null,
    excerpt text not null,
    content_markdown text not null,
    cover_image_url text,
    ${CATEGORY},
    ${author},
    updated_at ${instant} not null,
    tag_ids text,
    byline text,
    canonical_url text,
    seo_description text,
    noindex integer not null default 0,
    correction text,
    series text,
    advert text,
    ai_share text,
    template text
  );
  create table article_revisions (
    id text primary key,
    ${ARTICLE},
    version integer not null,
    title text not null,
    excerpt text not null,
    content_markdown text not null,
    ${author},
    created_at ${instant} not null,
    kind text not null default 'saved',
    begun_at ${instant},
    lost integer not null default 0,
    details text,
    constraint article_revisions_version unique (article_id, version)
  );
  create index article_revisions_created on article_revisions (created_at);
  create index article_revisions_thinning on article_revisions (article_id, created_at, version, id)
    where kind not in ('published', 'kept');
  create table article_tags (
    ${ARTICLE},
    tag_id text not null references tags (id) on delete cascade,
    article_created_at ${instant},
    published_at ${instant},
    constraint article_tags_pk primary key (article_id, tag_id)
  );
  create index article_tags_tag on article_tags (tag_id);
  create index article_tags_created on article_tags (tag_id, article_created_at, article_id);
  create index article_tags_published on article_tags (tag_id, published_at, article_id) where published_at is not null;
  create table slug_history (
    slug text primary key,
    ${ARTICLE},
    created_at ${instant} not null
  );
  create index slug_history_article on slug_history (article_id);
  create table article_public_slugs (
    slug text not null,
    ${ARTICLE},
    constraint article_public_slugs_key primary key (slug, article_id)
  );
  create index article_public_slugs_article on article_public_slugs (article_id);
  create table preview_links (
    id text primary key,
    ${ARTICLE},
    token_hash text not null unique,
    ${author},
    created_at ${instant} not null,
    expires_at ${instant} not null,
    revoked_at ${instant},
    last_used_at ${instant}
  );
  create index preview_links_article on preview_links (article_id);
  create table article_presences (
    editor_id text primary key,
    ${ARTICLE},
    ${user},
    seen_at ${instant} not null
  );
  create index article_presences_article on article_presences (article_id);
  create table article_undos (
    ${ARTICLE_KEY},
    ${user},
    version integer not null,
    newest_version integer not null,
    before text not null,
    created_at text not null
  );
  create index article_undos_created on article_undos (created_at);
  create index article_undos_user on article_undos (user_id);
  create table article_reading_times (
    ${ARTICLE_KEY},
    minutes integer not null,
    text_bytes integer not null,
    opening text
  );
  create table article_relations (
    ${ARTICLE},
    related_id text not null references articles (id) on delete cascade,
    constraint article_relations_key primary key (article_id, related_id)
  );
  create index article_relations_back on article_relations (related_id);
  create table article_views (
    ${ARTICLE},
    day text not null,
    host text not null,
    views integer not null,
    constraint article_views_key primary key (article_id, day, host)
  );
  create index article_views_by_day on article_views (day, article_id);
  create table article_plans (
    ${ARTICLE_KEY},
    planned_on text,
    changes integer not null
  );
  create index article_plans_day on article_plans (planned_on);
  create table article_templates (
    id text primary key,
    name text not null,
    folded_name ${codeUnits} not null unique,
    content text not null,
    ${author},
    created_at ${instant} not null,
    updated_at ${instant} not null
  );
  create index article_templates_author on article_templates (author_id);
  create table list_views (
    id text primary key,
    ${user},
    name text not null,
    folded_name ${codeUnits} not null,
    query text not null,
    created_at ${instant} not null,
    constraint list_views_name unique (user_id, folded_name)
  );
  create table replacements (
    id text primary key,
    author_id ${owned},
    wanted text not null,
    live integer not null,
    state text not null,
    created_at ${instant} not null
  );
  create index replacements_created on replacements (created_at, id);
  create index replacements_author on replacements (author_id);
  create table replacement_items (
    replacement_id text not null references replacements (id) on delete cascade,
    ${ARTICLE},
    version integer not null,
    places text not null,
    former text,
    outcome text,
    reason text,
    after_version integer,
    constraint replacement_items_key primary key (replacement_id, article_id)
  );
  create index replacement_items_article on replacement_items (article_id);
  create table own_words (
    id text primary key,
    word ${codeUnits} not null unique,
    kind text not null,
    suggestion text not null,
    ${author},
    created_at ${instant} not null
  );
  create index own_words_author on own_words (author_id);
`
}

/** An index for each order of the article list, alone and below each filter (`writing/articles/finding/list.queries.ts`). */
async function makeArticleIndexes(db: Kysely<never>): Promise<void> {
  const living = sql`where deleted_at is null`
  const isPublic = sql`where status = 'published' and deleted_at is null`
  const published = instantOrFirst(db, 'published_at')
  const title = firstLine(db, 'search_text')
  const postgres = dialectOf(db) === 'postgres'
  if (postgres) for (const statement of LETTERS_OF_POSTGRES) await sql.raw(statement).execute(db)
  // The order matters: it decides which of two indexes of equal cost SQLite uses.
  const indexes = {
    articles_created: sql`(created_at, id) ${living}`,
    articles_status_created: sql`(status, created_at, id) ${living}`,
    articles_status_published: sql`(status, published_at, id) ${living}`,
    articles_category_created: sql`(category_id, created_at, id) ${living}`,
    articles_author: sql`(author_id)`,
    articles_edited: sql`(updated_at, id) ${living}`,
    articles_by_author_created: sql`(author_id, created_at, id) ${living}`,
    articles_by_status_updated: sql`(status, updated_at, id) ${living}`,
    articles_by_category_updated: sql`(category_id, updated_at, id) ${living}`,
    articles_by_author_updated: sql`(author_id, updated_at, id) ${living}`,
    articles_by_date: sql`(${published}, id) ${living}`,
    articles_by_status_date: sql`(status, ${published}, id) ${living}`,
    articles_by_category_date: sql`(category_id, ${published}, id) ${living}`,
    articles_by_author_date: sql`(author_id, ${published}, id) ${living}`,
    // Only for the trash: with other rows SQLite would use it to sort all of them.
    articles_deleted: sql`(deleted_at, id) where deleted_at is not null`,
    // Queried every second. Without the status SQLite, which keeps no statistics, reads every published article
    // instead.
    articles_unpublish: sql`(status, unpublish_at) where unpublish_at is not null and deleted_at is null`,
    ...(postgres && { articles_search: sql`using gin (search_text gin_trgm_ops)` }),
    articles_by_title: sql`(${title}, id) ${living}`,
    articles_by_status_title: sql`(status, ${title}, id) ${living}`,
    articles_by_category_title: sql`(category_id, ${title}, id) ${living}`,
    articles_by_author_title: sql`(author_id, ${title}, id) ${living}`,
    ...(postgres
      ? { articles_letter_pairs: sql`using gin (letter_pairs(search_text))` }
      : // SQLite stores later columns after the text of a row: words are searched in an index of their own, newest first.
        { articles_words: sql`(created_at, id, status, category_id, author_id, deleted_at, search_text) ${living}` }),
    articles_category_published: sql`(category_id, published_at, id) ${isPublic}`,
    articles_author_published: sql`(author_slug, published_at, id) ${isPublic}`,
    articles_series: sql`(series) where series is not null`,
    articles_pinned: sql`(pinned_at) where pinned_at is not null`,
  }
  for (const [name, index] of Object.entries(indexes))
    await sql`create index ${sql.id(name)} on articles ${index}`.execute(db)
}

const PAGE = 'page_id text not null references pages (id) on delete cascade'
const PAGE_KEY = 'page_id text primary key references pages (id) on delete cascade'

const pageTables = ({ instant, author, user }: Columns) => `
  create table pages (
    id text primary key,
    title text not null,
    slug text unique,
    slug_is_custom integer not null default 0,
    status text not null check (status in ('draft', 'published')),
    content_markdown text not null,
    noindex integer not null default 0,
    placement text not null check (placement in ('header', 'footer', 'none')),
    position integer not null,
    first_published_at ${instant},
    ${author},
    version integer not null default 1,
    recent_saves text not null default '[]',
    search_text text not null,
    created_at ${instant} not null,
    updated_at ${instant} not null,
    deleted_at ${instant},
    trashed_slug text
  );
  create index pages_position on pages (position, id);
  create index pages_author on pages (author_id);
  create table page_working_copies (
    ${PAGE_KEY},
    title text not null,
    slug text not null,
    content_markdown text not null,
    ${author},
    updated_at ${instant} not null
  );
  create index page_working_copies_author on page_working_copies (author_id);
  create table page_revisions (
    id text primary key,
    ${PAGE},
    version integer not null,
    kind text not null,
    title text not null,
    content_markdown text not null,
    ${author},
    begun_at ${instant},
    lost integer not null default 0,
    created_at ${instant} not null,
    constraint page_revisions_version unique (page_id, version)
  );
  create index page_revisions_created on page_revisions (created_at);
  create index page_revisions_author on page_revisions (author_id);
  create table page_slug_history (
    slug text primary key,
    ${PAGE},
    created_at ${instant} not null
  );
  create index page_slug_history_page on page_slug_history (page_id);
  create table page_presences (
    editor_id text primary key,
    ${PAGE},
    ${user},
    seen_at ${instant} not null
  );
  create index page_presences_page_id on page_presences (page_id);
  create index page_presences_user_id on page_presences (user_id);
  create table page_preview_links (
    id text primary key,
    ${PAGE},
    token_hash text not null unique,
    ${author},
    created_at ${instant} not null,
    expires_at ${instant} not null,
    revoked_at ${instant},
    last_used_at ${instant}
  );
  create index page_preview_links_page_id on page_preview_links (page_id);
  create index page_preview_links_author_id on page_preview_links (author_id);
  create table page_undos (
    ${PAGE_KEY},
    ${user},
    version integer not null,
    newest_version integer not null,
    before text not null,
    created_at text not null
  );
  create index page_undos_user_id on page_undos (user_id);
  create index page_undos_created_at on page_undos (created_at);
`

const mediaTables = ({ instant, codeUnits, author, owned }: Columns) => `
  create table media_assets (
    id text primary key,
    object_name text not null unique,
    url text not null unique,
    filename text not null,
    mime_type text not null,
    size_bytes bigint not null,
    width integer,
    height integer,
    alt text not null default '',
    caption text not null default '',
    credit text not null default '',
    preview text,
    sha256 text,
    search_text text not null,
    ${author},
    created_at ${instant} not null,
    deleted_at ${instant},
    etag text,
    stored_as text,
    replaced_at ${instant},
    sizes_of text,
    sizes text,
    tint text,
    sizes_tries integer not null default 0,
    focus_x integer not null default 50,
    focus_y integer not null default 50,
    ai_share text
  );
  create index media_assets_created on media_assets (created_at, id);
  create index media_assets_sha256 on media_assets (sha256);
  create index media_assets_etag on media_assets (etag);
  create index media_assets_unsized on media_assets (created_at, id)
    where sizes_of is null or sizes_of <> coalesce(stored_as, object_name);
  create table media_former_files (
    id text primary key,
    media_id text not null references media_assets (id) on delete cascade,
    stored_as text,
    mime_type text not null,
    size_bytes bigint not null,
    width integer,
    height integer,
    preview text,
    sha256 text,
    etag text,
    replaced_at ${instant} not null,
    sizes_of text,
    sizes text,
    tint text
  );
  create index media_former_files_media on media_former_files (media_id);
  create index media_former_files_replaced on media_former_files (replaced_at);
  create table media_usage (
    ${ARTICLE},
    working integer not null,
    address ${codeUnits} not null,
    constraint media_usage_key primary key (address, working, article_id)
  );
  create index media_usage_article on media_usage (article_id, working);
  create table page_media_usage (
    ${PAGE},
    working integer not null,
    address ${codeUnits} not null,
    constraint page_media_usage_key primary key (address, working, page_id)
  );
  create index page_media_usage_page on page_media_usage (page_id, working);
  create table storage_objects (
    name text primary key,
    id text not null unique,
    is_public integer not null,
    filename text not null,
    mime_type text not null,
    size_bytes bigint not null,
    etag text not null,
    owner_id ${owned},
    created_at ${instant} not null,
    updated_at ${instant} not null
  );
  create table embeds (
    address ${codeUnits} primary key,
    title text not null default '',
    picture text,
    attempts integer not null default 0,
    try_at ${instant},
    created_at ${instant} not null
  );
  create index embeds_try_at on embeds (try_at);
`

const deskTables = ({ instant, codeUnits, author, owned, user }: Columns) => `
  create table calendar_events (
    id text primary key,
    title text not null,
    starts_at ${instant} not null,
    type text not null default 'milestone' check (type in ('deadline', 'publish', 'milestone', 'research')),
    ${author},
    created_at ${instant} not null,
    updated_at ${instant} not null,
    deleted_at ${instant},
    recurrence text,
    exceptions text not null default '{}',
    changes integer not null default 0
  );
  create index calendar_events_starts on calendar_events (starts_at);
  create table calendar_links (
    user_id text primary key references users (id) on delete cascade,
    token_hash text not null unique,
    created_at ${instant} not null
  );
  create table planning_settings (
    id text primary key,
    land text,
    weekdays text not null
  );
  create table planning_pauses (
    id text primary key,
    name text not null,
    from_day text not null,
    to_day text not null,
    ${author},
    created_at ${instant} not null
  );
  create index planning_pauses_author on planning_pauses (author_id);
  create table planning_moves (
    id text primary key,
    ${user},
    moves text not null,
    undone integer not null default 0,
    created_at ${instant} not null
  );
  create index planning_moves_user on planning_moves (user_id, created_at);

  create table research_items (
    id text primary key,
    title text not null,
    url text,
    note text,
    source_type text not null default 'link' check (source_type in ('link', 'note', 'file')),
    article_id text references articles (id) on delete set null,
    ${author},
    search_text text not null,
    created_at ${instant} not null,
    updated_at ${instant} not null,
    deleted_at ${instant}
  );
  create index research_items_created on research_items (created_at, id);
  create index research_items_article on research_items (article_id);
  create table research_links (
    id text primary key,
    research_item_id text not null references research_items (id) on delete cascade,
    url text not null,
    title text not null,
    created_at ${instant} not null
  );
  create index research_links_item on research_links (research_item_id);
  create table research_files (
    id text primary key,
    research_item_id text not null references research_items (id) on delete cascade,
    object_name text not null unique,
    filename text not null,
    mime_type text not null,
    size_bytes bigint not null,
    ${author},
    created_at ${instant} not null,
    deleted_at ${instant}
  );
  create index research_files_item on research_files (research_item_id);
  create table research_uses (
    research_item_id text not null references research_items (id) on delete cascade,
    ${ARTICLE},
    used_at ${instant} not null,
    constraint research_uses_key primary key (research_item_id, article_id)
  );
  create index research_uses_article on research_uses (article_id);

  create table editorial_tasks (
    id text primary key,
    title text not null,
    priority text not null default 'med' check (priority in ('low', 'med', 'high')),
    status text not null default 'idea' check (status in ('idea', 'draft', 'editing', 'ready', 'scheduled', 'published')),
    position ${codeUnits} not null,
    due_at ${instant},
    article_id text references articles (id) on delete set null,
    ${author},
    created_at ${instant} not null,
    updated_at ${instant} not null,
    deleted_at ${instant},
    notes text not null default '',
    checklist text not null default '[]',
    assignee_id ${owned},
    research_id text references research_items (id) on delete set null,
    move_ids text not null default ''
  );
  create index editorial_tasks_board on editorial_tasks (status, position);
  create index editorial_tasks_article on editorial_tasks (article_id);
  create index editorial_tasks_assignee_id on editorial_tasks (assignee_id);
  create index editorial_tasks_research_id on editorial_tasks (research_id);
  create table task_changes (
    id text primary key,
    task_id text not null references editorial_tasks (id) on delete cascade,
    user_id ${owned},
    field text not null,
    value text,
    at ${instant} not null
  );
  create index task_changes_task on task_changes (task_id, at);
  create index task_changes_user on task_changes (user_id);
  create table task_templates (
    id text primary key,
    name text not null,
    folded_name ${codeUnits} not null unique,
    content text not null,
    ${author},
    created_at ${instant} not null,
    updated_at ${instant} not null
  );
  create index task_templates_author on task_templates (author_id);
  create table task_undos (
    id text primary key,
    ${user},
    changes text not null,
    undone integer not null default 0,
    created_at ${instant} not null
  );
  create index task_undos_user on task_undos (user_id, created_at);
  create table board_limits (
    status text primary key,
    most integer not null
  );

  create table rss_feeds (
    id text primary key,
    url text not null,
    title text,
    ${author},
    last_fetched ${instant},
    etag text,
    last_modified text,
    last_error text,
    hint text,
    created_at ${instant} not null,
    deleted_at ${instant}
  );
  create table feed_entries (
    feed_id text not null references rss_feeds (id) on delete cascade,
    entry_key text not null,
    imported_at ${instant} not null,
    constraint feed_entries_key primary key (feed_id, entry_key)
  );
  create table inbox_items (
    id text primary key,
    title text not null,
    type text not null check (type in ('link', 'idea', 'note')),
    status text not null default 'open' check (status in ('open', 'processed')),
    url text,
    url_key text,
    note text,
    feed_id text references rss_feeds (id) on delete set null,
    feed_entry_key text,
    ${author},
    created_at ${instant} not null,
    deleted_at ${instant},
    source text not null default 'quick',
    search_text text not null default '',
    title_pending integer not null default 0
  );
  create index inbox_items_created on inbox_items (created_at, id);
  create index inbox_items_url on inbox_items (url_key);
  create unique index inbox_items_feed on inbox_items (feed_id, feed_entry_key);
  create index inbox_items_title_pending on inbox_items (created_at) where title_pending = 1;
  create table link_library (
    id text primary key,
    title text not null,
    url text not null,
    category text not null default 'KI Tools',
    description text not null,
    search_text text not null,
    ${author},
    created_at ${instant} not null,
    updated_at ${instant} not null,
    deleted_at ${instant}
  );
  create table prompt_library (
    id text primary key,
    title text not null,
    content text not null,
    category text not null,
    description text not null,
    search_text text not null,
    ${author},
    created_at ${instant} not null,
    updated_at ${instant} not null,
    deleted_at ${instant}
  );
`

const readerTables = ({ instant, codeUnits, author }: Columns) => `
  create table appearance (
    id text primary key,
    choices text not null,
    custom_css text not null,
    shown_css text not null
  );
  create table redirects (
    id text primary key,
    from_address text not null,
    from_key ${codeUnits} not null unique,
    path ${codeUnits} not null,
    shape ${codeUnits} not null,
    to_address text,
    to_path ${codeUnits},
    article_id text references articles (id) on delete cascade,
    page_id text references pages (id) on delete cascade,
    status integer not null,
    search_text text not null,
    ${author},
    created_at ${instant} not null
  );
  create index redirects_created on redirects (created_at, id);
  create index redirects_shape on redirects (path, shape) where shape <> '';
  create index redirects_to_path on redirects (to_path);
  create index redirects_article_id on redirects (article_id);
  create index redirects_page_id on redirects (page_id);
  create index redirects_author_id on redirects (author_id);
  create table cdn_purges (
    id text primary key,
    tags text not null,
    due_at ${instant} not null,
    is_repeat integer not null default 0
  );
  create index cdn_purges_due on cdn_purges (due_at, id);
  create table pings (
    ${ARTICLE_KEY},
    nonce text not null,
    due_at ${instant} not null,
    tries integer not null default 0
  );
  create index pings_due on pings (due_at);
`

const transferTables = ({ instant, postgres }: Columns) => `
  create table imports (
    id text primary key,
    state text not null,
    dry_run integer not null,
    name text not null,
    url text,
    bytes bigint,
    format text,
    source text,
    reason text,
    author_id text,
    created_at ${instant} not null,
    read_at ${instant},
    state_at ${instant} not null,
    state_by text,
    finished_at ${instant},
    runner text,
    runner_seen_at ${instant},
    site_url text,
    reading_attempts integer not null default 0
  );
  create index imports_state on imports (state);
  create table import_items (
    import_id text not null references imports (id) on delete cascade,
    place bigint not null,
    source_id text not null,
    kind text not null,
    title text not null,
    address text,
    staged text,
    skip integer not null,
    reasons text not null,
    outcome text,
    reason text not null default '',
    noun text,
    record_id text,
    url text,
    before text,
    redirects text not null default '[]',
    undone integer not null default 0,
    constraint import_items_key primary key (import_id, place)
  );
  create index import_items_address on import_items (import_id, address);
  create index import_items_waiting on import_items (import_id, place) where outcome is null;
  create index import_items_made on import_items (import_id, place)
    where outcome in ('created', 'updated') and undone = 0;
  ${postgres ? '' : 'create index import_items_counted on import_items (import_id, kind, outcome, reason, redirects);'}
  create table imported_records (
    source text not null,
    kind text not null,
    source_id text not null,
    noun text not null,
    record_id text not null,
    version integer not null,
    constraint imported_records_key primary key (source, kind, source_id)
  );
  create index imported_records_record on imported_records (noun, record_id);
`

const WINGS = [
  systemTables,
  peopleTables,
  articleTables,
  pageTables,
  mediaTables,
  deskTables,
  readerTables,
  transferTables,
]

/** The two pages a German site needs, as drafts with their templates (RUL-48). */
async function addLegalPages(db: Kysely<never>): Promise<void> {
  const now = new Date().toISOString()
  for (const [index, slug] of LEGAL_SLUGS.entries()) {
    const { title, content_markdown } = LEGAL_TEMPLATES[slug]
    const search = searchableText(`${title}\n${content_markdown}`)
    await sql`insert into pages
      (id, title, slug, slug_is_custom, status, content_markdown, placement, position, search_text, created_at, updated_at)
      values (${newId()}, ${title}, ${slug}, 1, 'draft', ${content_markdown}, 'footer', ${index + 1}, ${search}, ${now}, ${now})`.execute(
      db,
    )
  }
}

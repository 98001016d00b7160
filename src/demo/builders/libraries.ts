import type { Insertable } from 'kysely'
import { LINK_CATEGORIES, PROMPT_CATEGORIES } from '../../rules/libraries.ts'
import { searchableText } from '../../rules/search-text.ts'
import { publicUrl } from '../../server/files/bucket/addresses.ts'
import type { Tables } from '../../server/platform/db/db.ts'
import type { Kit } from './kit.ts'

type LinkRow = Insertable<Tables['link_library']>
type PromptRow = Insertable<Tables['prompt_library']>
type MediaRow = Insertable<Tables['media_assets']>
type UserRow = Insertable<Tables['users']>

/** The columns that an entry of both databases has. */
function entryColumns(kit: Kit, created_at = kit.at(-kit.random.int(1, 200))) {
  const description: string = ''
  return { id: kit.id(created_at), description, author_id: null, created_at, updated_at: created_at, deleted_at: null }
}

/** An entry of the link database. */
export function linkRow(kit: Kit, given: Partial<LinkRow> = {}): LinkRow {
  const row = {
    ...entryColumns(kit, given.created_at),
    title: 'Wörterbuch der Gegenwart',
    url: `https://woerterbuch-${kit.random.int(1000, 9999)}.example/`,
    category: LINK_CATEGORIES[0],
    ...given,
  }
  return { ...row, search_text: searchableText(`${row.title}\n${row.url}\n${row.description}`) }
}

/** An entry of the prompt database. */
export function promptRow(kit: Kit, given: Partial<PromptRow> = {}): PromptRow {
  const row = {
    ...entryColumns(kit, given.created_at),
    title: 'Überschriften vorschlagen',
    content:
      'Schlage fünf Überschriften für den folgenden Text vor. Keine Frage, kein Doppelpunkt, höchstens 60 Zeichen.',
    category: PROMPT_CATEGORIES[0],
    ...given,
  }
  return { ...row, search_text: searchableText(`${row.title}\n${row.content}\n${row.description}`) }
}

/** The row of an image whose bytes are the caller's; 1600 × 900 by default. */
export function mediaRow(kit: Kit, given: Partial<MediaRow> = {}): MediaRow {
  const createdAt = given.created_at ?? kit.at(-kit.random.int(1, 200))
  const id = kit.id(createdAt)
  const objectName = given.object_name ?? `${id}.webp`
  const filename = given.filename ?? 'nebelberge.webp'
  return {
    id,
    object_name: objectName,
    url: publicUrl(objectName),
    filename,
    mime_type: 'image/webp',
    size_bytes: 48_213,
    width: 1600,
    height: 900,
    alt: '',
    preview: null,
    sha256: null,
    search_text: searchableText(`${filename}\n${given.alt ?? ''}`),
    author_id: null,
    created_at: createdAt,
    deleted_at: null,
    ...given,
  }
}

/** An approved editor nobody can sign in as. Accounts people use come from the accounts service. */
export function userRow(kit: Kit, given: Partial<UserRow> = {}): UserRow {
  const createdAt = given.created_at ?? kit.at(-kit.random.int(100, 300))
  const id = kit.id(createdAt)
  return {
    id,
    email: `redaktion-${id.slice(9, 13)}${kit.random.int(1000, 9999)}@zwischenspeicher.example`,
    phone: null,
    password_hash: null,
    role: 'editor',
    approval: 'approved',
    user_metadata: '{}',
    display_name: null,
    first_steps_hidden: 0,
    is_anonymous: 0,
    email_confirmed_at: createdAt,
    phone_confirmed_at: null,
    last_sign_in_at: null,
    created_at: createdAt,
    updated_at: createdAt,
    ...given,
  }
}

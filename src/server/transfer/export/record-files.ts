import { NOUNS, type NounWith } from '../../../nouns/nouns.ts'
import { EXPORTED_NOUNS } from '../../../nouns/registries.ts'
import type { Tables } from '../../platform/db/db.ts'

/** A file of records: the exported columns of its table. All others are in no export (RUL-54). */
export type RecordFile = { path: string; table: keyof Tables; fields: readonly string[]; left: readonly string[] }

function fileOf(noun: NounWith<'export'>): RecordFile {
  const { table, export: exported } = NOUNS[noun]
  return { path: exported.file, table, fields: exported.fields, left: exported.left }
}

/** Metadata of the pictures in `media/`. */
export const MEDIA_FILE = fileOf('media')

/** Nouns without files of their own, in the order of the archive. */
export const RECORD_FILES = EXPORTED_NOUNS.filter((noun) => noun !== 'media').map(fileOf)

/** Comments with their threads; neither secret links, nor what is kept of networks and filters. */
export const COMMENTS_FILE: RecordFile = {
  path: 'data/comments.json',
  table: 'comments',
  fields: ['id', 'article_id', 'root_id', 'name', 'team', 'text', 'state', 'reason', 'created_at', 'edited_at'],
  left: [],
}

/** Settings, which are one row each. */
export const SETTINGS_FIELDS = [
  'site_title',
  'site_description',
  'author_name',
  'base_url',
  'timezone',
  'visibility',
  'registration',
  'public_date_format',
  'reader_theme',
  'verification',
  'profiles',
  'security_contact',
  'formulas',
  'podcast_category',
  'comments',
  'comments_close_days',
  'comment_words',
] as const

/** Choices of the appearance; its pictures are made from files of the export. */
export const APPEARANCE_FIELDS = ['accent', 'pairing', 'landing', 'navigation', 'footer'] as const

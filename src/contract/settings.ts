import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'

export const VISIBILITIES = ['öffentlich', 'privat'] as const
export const visibility = z.enum(VISIBILITIES)
export type Visibility = z.infer<typeof visibility>

export const REGISTRATION_MODES = ['freigabe', 'offen', 'geschlossen'] as const
export const registrationMode = z.enum(REGISTRATION_MODES)
export type RegistrationMode = z.infer<typeof registrationMode>

/** How readers see dates (RUL-68): `März 3, 2026` as specified, or `3. März 2026`. */
export const PUBLIC_DATE_FORMATS = ['MMMM d, yyyy', 'd. MMMM yyyy'] as const
export const publicDateFormat = z.enum(PUBLIC_DATE_FORMATS)
export type PublicDateFormat = z.infer<typeof publicDateFormat>

/** What anyone may read (RUL-30). */
export const publicSettings = z.object({
  site_title: z.string(),
  site_description: z.string(),
  author_name: z.string(),
  timezone: z.string(),
  visibility,
  registration: registrationMode,
})
export type PublicSettings = z.infer<typeof publicSettings>

/**
 * The record as one reads it: anonymous callers get the public fields alone. `timezone` is kept as typed,
 * `effective_timezone` is what dates use (RUL-21).
 */
export const settingsRecord = publicSettings.extend({
  id: z.string().optional(),
  effective_timezone: z.string().optional(),
  base_url: z.string().optional(),
  public_date_format: publicDateFormat.optional(),
})
export type Settings = z.infer<typeof settingsRecord>

export const settingsInput = z.object({
  site_title: text(300).optional(),
  site_description: text(2000).optional(),
  author_name: text(300).optional(),
  base_url: text(2000).optional(),
  timezone: text(100).optional(),
  visibility: visibility.optional(),
  registration: registrationMode.optional(),
  public_date_format: publicDateFormat.optional(),
})
export type UpdateSettings = z.infer<typeof settingsInput>

export const settings = {
  get: endpoint('GET', '/settings', 'public').output(settingsRecord),
  /** Texts are never refused for their content (RUL-21); `registration` is for owners (403 `owner_only`, RUL-4). */
  update: endpoint('PATCH', '/settings', 'approved').input(settingsInput).output(settingsRecord),
}

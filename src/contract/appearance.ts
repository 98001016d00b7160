import { z } from 'zod'
import { MOST_CSS, MOST_LINKS } from '../rules/limits.ts'
import { isLinkTarget } from '../rules/url.ts'
import { endpoint } from './endpoint.ts'
import { line, text } from './fields.ts'

/** Which families readers see: a serif for all, headings without, or nothing with serifs (ADR 30). */
export const TYPE_PAIRINGS = ['buch', 'blatt', 'klar'] as const
export const typePairing = z.enum(TYPE_PAIRINGS)
export type TypePairing = z.infer<typeof typePairing>

/** How the landing page lists articles: rows alone, rows below a lead, cards, or sections (lead, pinned, topics, newest). */
export const LANDING_FORMS = ['liste', 'aufmacher', 'karten', 'abschnitte'] as const
export const landingForm = z.enum(LANDING_FORMS)
export type LandingForm = z.infer<typeof landingForm>

/**
 * Pictures of the site's own: the logo, another one for the dark appearance, the small sign browsers show, and the cover of the
 * podcast.
 */
export const IDENTITY_PICTURES = ['logo', 'logo-dark', 'favicon', 'podcast'] as const
export type IdentityPictureName = (typeof IDENTITY_PICTURES)[number]

export const siteLink = z.object({
  label: line(60).refine((words) => words !== '', 'Bitte einen Namen eingeben'),
  href: line(500).refine(isLinkTarget, 'Bitte einen Pfad wie /archiv oder eine Adresse mit https:// eingeben'),
})
export type SiteLink = z.infer<typeof siteLink>

const links = z.array(siteLink).max(MOST_LINKS, `Höchstens ${MOST_LINKS} Einträge`)

export const identityPicture = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  filename: z.string(),
})
export type IdentityPicture = z.infer<typeof identityPicture>

const contrasts = z.object({ line: z.number(), letters: z.number(), hit: z.number() })
/** A colour as one appearance shows it: `#rrggbb`, what it reaches there, and whether it had to be made lighter or darker. */
const shownAccent = z.object({ color: z.string(), reached: contrasts, pulled: z.boolean() })

/** What was left out of the custom CSS: where (line from 1), and what it was. */
export const removedCss = z.object({ line: z.number().int(), what: z.string() })
export type RemovedCss = z.infer<typeof removedCss>

/** The appearance as its form stores it. */
const choices = z.object({
  /** `#rrggbb`; null for the product's own. */
  accent: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'Bitte eine Farbe wie #2a9d9a eingeben')
    .transform((color) => color.toLowerCase())
    .nullable(),
  pairing: typePairing,
  landing: landingForm,
  navigation: links,
  footer: links,
  custom_css: text(MOST_CSS),
})
export type AppearanceChoices = z.infer<typeof choices>

export const appearanceRecord = choices.extend({
  accent_shown: z.object({ dark: shownAccent, light: shownAccent }),
  custom_css_removed: z.array(removedCss),
  logo: identityPicture.nullable(),
  'logo-dark': identityPicture.nullable(),
  favicon: identityPicture.nullable(),
  podcast: identityPicture.nullable(),
})
export type AppearanceRecord = z.infer<typeof appearanceRecord>

/** A landing page as it would be: markup of the site's own renderer, and the rules its identity adds. */
const previewed = appearanceRecord
  .pick({ accent_shown: true, custom_css_removed: true })
  .extend({ html: z.string(), css: z.string() })
export type AppearancePreview = z.infer<typeof previewed>

export const appearanceInput = choices.partial()
export type UpdateAppearance = z.infer<typeof appearanceInput>

/**
 * How the site looks. Its pictures go to the raw route `PUT /api/appearance/{name}?filename=…` with the file as their body,
 * answered by the record; 400 `validation_failed` for a cover of the podcast that is too small for directories.
 */
export const appearance = {
  get: endpoint('GET', '/appearance', 'approved').output(appearanceRecord),
  update: endpoint('PATCH', '/appearance', 'approved').input(appearanceInput).output(appearanceRecord),
  /** The landing page with these choices, without saving them. */
  preview: endpoint('POST', '/appearance/preview', 'approved', 200).input(appearanceInput).output(previewed),
  removePicture: endpoint('DELETE', '/appearance/{name}', 'approved', 200)
    .input(z.object({ name: z.enum(IDENTITY_PICTURES) }))
    .output(appearanceRecord),
}

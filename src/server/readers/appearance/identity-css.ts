import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TypePairing } from '../../../contract/appearance.ts'
import type { ReaderTheme } from '../../../contract/settings.ts'
import { type Accent, accentOf } from '../../../rules/accent.ts'

/** Font families that differ from the product's own, and the tracking of their headings. */
const PAIRINGS: Record<TypePairing, string> = {
  buch: '',
  blatt:
    ":root{--heading:'Inter Heading','Inter Heading Fallback',system-ui,sans-serif}:is(h1,h2,h3,h4){letter-spacing:-.022em}",
  klar: ":root{--reading:'Source Sans','Source Sans Fallback',system-ui,sans-serif}:is(h1,h2,h3,h4){letter-spacing:-.01em}",
}

const TOKENS = join(import.meta.dirname, '..', '..', '..', 'styles', 'tokens.css')

/** The colours of the light appearance, as declarations. */
const LIGHT = readFileSync(TOKENS, 'utf8').split(":root[data-theme='light'] {")[1]?.split('}')[0] ?? ''

/** The CSS of the site's identity, in its own layer; empty without choices. */
export function identityCss({ accent, pairing }: { accent: string | null; pairing: TypePairing }): string {
  const rules = PAIRINGS[pairing] + (accent === null ? '' : accentRules(accentOf(accent)))
  return rules === '' ? '' : `@layer site{${rules}}`
}

/**
 * The owner's default appearance for readers without scripts (RUL-101), in the layer of the site; empty for dark. For
 * all others the site's script sets `data-theme`.
 */
export function themeCss({ accent }: { accent: string | null }, theme: ReaderTheme): string {
  if (theme === 'dark') return ''
  const root = ':root:not([data-theme])'
  const rules =
    `${root}{${LIGHT.replaceAll(/\s+/g, ' ').trim()}}${accent === null ? '' : root + accentRule(accentOf(accent).light)}` +
    `${root} .on-dark{display:none}${root} .on-light{display:block}`
  return `@layer site{${theme === 'light' ? rules : `@media (prefers-color-scheme:light){${rules}}`}}`
}

function accentRules({ dark, light }: { dark: Accent; light: Accent }): string {
  return `:root${accentRule(dark)}:root[data-theme=light]${accentRule(light)}`
}

function accentRule({ color, soft }: Accent): string {
  return `{--accent:${color};--accent-soft:color-mix(in srgb,${color} ${Math.round(soft * 100)}%,transparent)}`
}

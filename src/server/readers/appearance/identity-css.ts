import type { TypePairing } from '../../../contract/appearance.ts'
import { type Accent, accentOf } from '../../../rules/accent.ts'

/** Font families that differ from the product's own, and the tracking of their headings. */
const PAIRINGS: Record<TypePairing, string> = {
  buch: '',
  blatt:
    ":root{--heading:'Inter Heading','Inter Fallback',system-ui,sans-serif}:is(h1,h2,h3,h4){letter-spacing:-.022em}",
  klar: ":root{--reading:'Source Sans 3 Variable','Source Sans 3 Fallback',system-ui,sans-serif}:is(h1,h2,h3,h4){letter-spacing:-.01em}",
}

/** The CSS of the site's identity, in its own layer; empty without choices. */
export function identityCss({ accent, pairing }: { accent: string | null; pairing: TypePairing }): string {
  const rules = PAIRINGS[pairing] + (accent === null ? '' : accentRules(accentOf(accent)))
  return rules === '' ? '' : `@layer site{${rules}}`
}

function accentRules({ dark, light }: { dark: Accent; light: Accent }): string {
  const rule = ({ color, letters, soft }: Accent) =>
    `{--accent:${color};--accent-text:${letters};--accent-soft:color-mix(in srgb,${color} ${Math.round(soft * 100)}%,transparent)}`
  return `:root${rule(dark)}:root[data-theme=light]${rule(light)}`
}

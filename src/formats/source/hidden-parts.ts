import { quoted } from '../../rules/quoted.ts'
/**
 * Words in names of shortcodes, template tags and blocks whose content only some people see, or nobody: `members_only`,
 * `if-logged-in`, `jetpack/premium-content`.
 */
const HIDING = new Set(
  `if private privat hidden hide secret geheim intern internal draft entwurf todo members membership memberships mitglieder restrict
  restricted protected password passwort loggedin logged subscriber subscribers abonnenten paywall premium paid`.split(
    /\s+/,
  ),
)

/** Whether the content of a tag with this name may not be public. */
export function isHiding(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => HIDING.has(word))
}

/** Why a text with such a part is a draft (RUL-53). `tag` is the tag as its source writes it. */
export function hiddenPart(tag: string): string {
  return `Ein Teil des Textes steht in ${quoted(tag.slice(0, 200).toWellFormed())} und war vielleicht nicht öffentlich: als Entwurf übernommen.`
}

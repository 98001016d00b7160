/**
 * Lists derived from the cards without code: nouns with a screen, in search, in the trash and so on, each in its order.
 */
import type { ActionCard, NounCard } from './noun-card.ts'
import { NOUNS, type Noun, type NounWith } from './nouns.ts'

const CARDS = Object.entries(NOUNS) as [Noun, NounCard][]

function nounsWith<Part extends keyof NounCard>(part: Part): NounWith<Part>[] {
  return CARDS.filter(([, card]) => card[part] !== null).map(([noun]) => noun as NounWith<Part>)
}

/** Moves nouns after the one named by their card. */
function inOrder<N extends Noun>(nouns: readonly N[], after: (card: NounCard) => string | undefined): readonly N[] {
  const ordered = [...nouns]
  for (const noun of nouns) {
    const before = ordered.findIndex((one) => one === after(NOUNS[noun]))
    const at = ordered.indexOf(noun)
    if (before > at) ordered.splice(before, 0, ...ordered.splice(at, 1))
  }
  return ordered
}

export type ScreenNoun = NounWith<'screen'>
export type SearchNoun = NounWith<'search'>
export type TrashNoun = NounWith<'trash'>
export type BackupNoun = NounWith<'backup'>
export type ImportedNoun = NounWith<'imported'>

/** Nouns with an entry in the navigation. */
export const SCREEN_NOUNS: readonly ScreenNoun[] = nounsWith('screen')
/** Nouns of global search, in the order in which their hits are shown (RUL-63). */
export const SEARCH_NOUNS = inOrder(nounsWith('search'), ({ search }) => search?.after)
/** Everything that can be deleted goes to the trash first (RUL-20). */
export const TRASH_NOUNS: readonly TrashNoun[] = nounsWith('trash')
/** Nouns whose records can be restored one by one from a backup (RUL-55). */
export const BACKUP_NOUNS: readonly BackupNoun[] = nounsWith('backup')
/** Nouns with a list in the export of the blog (RUL-54). */
export const EXPORTED_NOUNS: readonly NounWith<'export'>[] = nounsWith('export')
/** Lists of our own export whose records are imported by common code, in the order of the import. */
export const IMPORTED_NOUNS = inOrder(nounsWith('imported'), ({ imported }) => imported?.after)
/** Words of the lists that an export has and an import takes, in the order of the navigation. */
export const EXPORTED_WORDS: readonly string[] = SCREEN_NOUNS.flatMap((noun) => {
  const { export: exported, imported, words }: NounCard = NOUNS[noun]
  return exported && imported ? words.many : []
})
/** Nouns whose records are in the export of an account. */
export const ACCOUNT_NOUNS: readonly NounWith<'account'>[] = nounsWith('account')

type Forms = { [N in NounWith<'form'> as (typeof NOUNS)[N]['form']['name']]: readonly string[] }
/** Fields of the form of one record that stay on this machine while they are unsaved (RUL-70), by the form's name. */
export const FORM_FIELDS = Object.fromEntries(
  CARDS.flatMap(([, { form }]) => (form ? [[form.name, form.fields]] : [])),
) as Forms

export type NounActionId = { [N in Noun]: keyof (typeof NOUNS)[N]['actions'] }[Noun]
/** Actions on the records of nouns, with the screen that offers them, in the order of the cards. */
export const NOUN_ACTIONS = Object.fromEntries(
  CARDS.flatMap(([, { actions, screen }]) =>
    Object.entries(actions).map(([id, action]) => [id, { ...action, screen: screen?.path ?? null }]),
  ),
) as Record<NounActionId, ActionCard & { screen: string | null }>

/** Nouns whose lists are kept in the browser (RUL-65). */
export const OFFLINE_NOUNS: readonly Noun[] = CARDS.filter(([, card]) => card.offline).map(([noun]) => noun)
/** Query keys of other data that show a changed record, by noun. */
export const SHOWN_BY: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  CARDS.map(([noun, { trash, shownBy }]) => [
    noun,
    trash === null ? ['activity', ...shownBy] : ['activity', 'trash', ...shownBy],
  ]),
)

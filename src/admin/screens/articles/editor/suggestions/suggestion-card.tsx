import type { ChangeDesc } from '@codemirror/state'
import { Check } from 'lucide-react'
import type { Suggestion } from '../../../../../contract/articles/suggestions.ts'
import { mapParts, type Part } from '../../../../../rules/suggestions.ts'
import { shortcutOf } from '../../../../actions/keys.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { cx } from '../../../../lib/class-names.ts'
import { dayAndTime } from '../../../../lib/relative-time.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { Button } from '../../../../ui/button.tsx'
import { OpenCard, PassageGone } from '../remarks/passage-card.tsx'
import type { Deciding } from './use-deciding.ts'
import '../../../../writing/editor-view/suggestions/suggestions.css'
import { Face, hueOf } from '../../../../ui/initials.tsx'

type Props = {
  suggestion: Suggestion
  /** What stands around it, where it is short. */
  around: { before: string; after: string }
  isCurrent: boolean
  isOwn: boolean
  mayDecide: boolean
  deciding: Pick<Deciding, 'busy' | 'withdraw'> & Partial<Pick<Deciding, 'decide'>>
  onOpen?: () => void
}

export const authorOf = ({ author }: Suggestion) => author?.name ?? 'Gelöschtes Konto'

const hueOfAuthor = ({ author }: Suggestion) => (author ? hueOf(author.id) : 1)

/** The suggestions whose passages are still there, as a text shows them that `changes` lead to. */
export const shownIn = (items: readonly Suggestion[], changes: readonly ChangeDesc[]) =>
  items.flatMap((one) => {
    const parts = changes.reduce<Part[]>(mapParts, one.parts)
    return one.gone ? [] : [{ id: one.id, parts, hue: hueOfAuthor(one), author: authorOf(one) }]
  })

/** Longest of what is removed and inserted on a card. */
const LONGEST = 160
const cut = (words: string) =>
  (words.length > LONGEST ? `${words.slice(0, LONGEST).replace(/\p{Surrogate}$/u, '')} …` : words).replaceAll(
    '\n',
    '↵ ',
  )

/** A suggestion: what it removes and brings. Only the current one has buttons. */
export function SuggestionCard({ suggestion, around, isCurrent, isOwn, mayDecide, deciding, onOpen }: Props) {
  const zone = useSiteZone()
  const now = useNow()
  const { removed, inserted, gone, changed_at } = suggestion
  return (
    <article
      aria-label={`Vorschlag von ${authorOf(suggestion)}`}
      data-suggestion-card={suggestion.id}
      className={cx(
        'relative rounded-card border bg-surface p-3',
        isCurrent ? 'border-accent ring-1 ring-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <p className="mb-1.5 flex items-center gap-2 text-s">
        <Face name={authorOf(suggestion)} hue={hueOfAuthor(suggestion)} />
        <b className="min-w-0 truncate font-medium">{authorOf(suggestion)}</b>
        <time dateTime={changed_at} className="ml-auto flex-none text-xs text-fg-2">
          {dayAndTime(changed_at, now, zone)}
        </time>
      </p>
      <p className={`sugg-${hueOfAuthor(suggestion)} font-reading text-[16px]/[22px] wrap-anywhere`}>
        {around.before}
        {removed !== '' && (
          <del className="sugg-del">
            <span className="sr-only">Entfernt: </span>
            {cut(removed)}
          </del>
        )}{' '}
        {inserted !== '' && (
          <ins className="sugg-add">
            <span className="sr-only">Neu: </span>
            {cut(inserted)}
          </ins>
        )}
        {around.after}
      </p>
      {gone && <PassageGone />}
      {!isCurrent && onOpen && <OpenCard label={`Vorschlag von ${authorOf(suggestion)} öffnen`} onOpen={onOpen} />}
      {isCurrent && (
        <div className="mt-2.5 flex gap-2 max-md:[&>button]:flex-1">
          {mayDecide && !gone && (
            <Button
              icon={<Check aria-hidden />}
              title={shortcutOf('suggestion.accept')}
              busy={deciding.busy}
              onClick={() => void deciding.decide?.([suggestion], 'accept')}
            >
              Annehmen
            </Button>
          )}
          {mayDecide && !isOwn && (
            <Button
              look="quiet"
              title={shortcutOf('suggestion.refuse')}
              disabled={deciding.busy}
              onClick={() => void deciding.decide?.([suggestion], 'refuse')}
            >
              Ablehnen
            </Button>
          )}
          {isOwn && (
            <Button look="quiet" disabled={deciding.busy} onClick={() => deciding.withdraw(suggestion)}>
              Zurückziehen
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

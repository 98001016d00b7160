import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ArticleStatus } from '../../../../../contract/articles.ts'
import type { PagePlacement } from '../../../../../contract/pages.ts'
import type { PublishHint } from '../../../../../rules/publish-check.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { sitePagesQuery } from '../../../../data/site-pages.ts'
import { PLACEMENT_WORDS, placesOf } from '../../../../lib/page-words.ts'
import { SelectOnDemand } from '../../../../ui/select-on-demand.tsx'
import { STATE_LABELS, StateGlyph } from '../../../../ui/state-glyph.tsx'
import { BlankList } from './blank-list.tsx'
import { LanguageField } from './language-field.tsx'
import { NarrowSave } from './narrow-save.tsx'
import { DialogRow } from './editor-panel.tsx'
import { PublishCheck } from './publish-check.tsx'
import { ReviewRow } from '../review/review-actions.tsx'
import type { ReviewState } from '../review/use-review.ts'
import { SlugField } from './slug-field.tsx'
import type { Tool } from '../dialogs/editor-dialogs.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { pageFactsOf } from '../../../../writing/sync/pages-as-articles.ts'
import { useIsLegal, type TextBlank } from '../state/use-blanks.tsx'

type Props = {
  editing: ArticleEditing
  review: ReviewState
  hints: PublishHint[]
  onShowHint: (hint: PublishHint) => void
  onCheckThere: () => void
  onDiscard: () => void
  onRevisions: () => void
  onTool: (tool: Tool) => void
  blanks: TextBlank[]
  onShowBlank: (blank: TextBlank) => void
  onNextBlank: () => void
}

const STATUSES: ArticleStatus[] = ['draft', 'published']
const PLACEMENTS: PagePlacement[] = ['header', 'footer', 'none']

/** The properties of a page: 320 px beside the text, a bottom sheet when narrow. */
export function PagePanel({ editing, review, hints, onShowHint, onDiscard, onTool, blanks, ...props }: Props) {
  const { base, busy } = editing
  const facts = pageFactsOf(base)
  const legal = useIsLegal(editing)
  return (
    <>
      <div className="grid grid-cols-[96px_minmax(0,1fr)] items-start">
        <PropertyLabel>Status</PropertyLabel>
        <SelectOnDemand<ArticleStatus>
          label="Status"
          value={base?.status ?? 'draft'}
          disabled={busy !== null}
          onChange={(next) => void editing.changeStatus(next)}
          choices={STATUSES.map((value) => ({ value, label: STATE_LABELS[value], icon: <StateGlyph state={value} /> }))}
          className="-mr-2"
        />
        {review.review !== 'none' && (
          <>
            <PropertyLabel>Abnahme</PropertyLabel>
            <ReviewRow state={review} />
          </>
        )}
        {base && facts && (
          <>
            <PropertyLabel>Ort</PropertyLabel>
            <PlacementRow id={base.id} placement={facts.placement} editing={editing} />
            <PropertyLabel>Suche</PropertyLabel>
            <SelectOnDemand<'shown' | 'hidden'>
              label="Suche"
              value={facts.noindex ? 'hidden' : 'shown'}
              disabled={busy !== null}
              onChange={(next) => void editing.changePage({ noindex: next === 'hidden' })}
              choices={[
                { value: 'shown', label: 'sichtbar' },
                { value: 'hidden', label: 'ausgeblendet' },
              ]}
              className="-mr-2"
            />
            <PropertyLabel>Sprache</PropertyLabel>
            <LanguageField
              value={facts.lang}
              disabled={busy !== null}
              onChange={(lang) => void editing.changePage({ lang })}
            />
            <PropertyLabel>Vorschau</PropertyLabel>
            <DialogRow onOpen={() => onTool('preview-links')}>Vorschaulink …</DialogRow>
            <PropertyLabel>Verlauf</PropertyLabel>
            <DialogRow onOpen={() => onTool('activity')}>Aktivität …</DialogRow>
          </>
        )}
      </div>
      <hr className="-mx-5 my-3 border-line" />
      <SlugField editing={editing} fixed={legal} />
      {legal && <BlankList blanks={blanks} {...props} />}
      <hr className="-mx-5 my-3 border-line" />
      <PublishCheck hints={hints} onShow={onShowHint} onThere={props.onCheckThere} />
      <NarrowSave editing={editing} onDiscard={onDiscard} onRevisions={props.onRevisions} />
    </>
  )
}

/** Chooses the menu that links the page. The present choice also shows the position in that menu. */
function PlacementRow({ id, placement, editing }: { id: string; placement: PagePlacement; editing: ArticleEditing }) {
  const pages = useQuery(sitePagesQuery(useApi())).data ?? []
  const number = placesOf(pages).get(id)
  return (
    <SelectOnDemand<PagePlacement>
      label="Ort"
      value={placement}
      disabled={editing.busy !== null}
      onChange={(next) => void editing.changePage({ placement: next })}
      choices={PLACEMENTS.map((value) => ({
        value,
        label: value === placement && number ? `${PLACEMENT_WORDS[value]}, Platz ${number}` : PLACEMENT_WORDS[value],
      }))}
      className="-mr-2"
    />
  )
}

function PropertyLabel({ children }: { children: ReactNode }) {
  return <span className="flex h-11 items-center text-s text-fg-2 md:h-8">{children}</span>
}

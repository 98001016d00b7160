import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { AI_TEXT_WORDS, ADVERT_WORDS, type Advert, type AiShare } from '../../../../../rules/labels.ts'
import { quoted } from '../../../../../rules/quoted.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { SelectOnDemand } from '../../../../ui/select-on-demand.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { Pinning } from '../state/use-pinning.ts'

const ADVERTS = [
  { value: 'none' as const, label: 'Keine' },
  ...(Object.keys(ADVERT_WORDS) as Advert[]).map((value) => ({ value, label: ADVERT_WORDS[value] })),
]
const SHARES = [
  { value: 'none' as const, label: 'Ohne KI' },
  ...(Object.keys(AI_TEXT_WORDS) as AiShare[]).map((value) => ({ value, label: AI_TEXT_WORDS[value] })),
]

/** Public labels of the article, and whether it is pinned to the landing page. */
export function LabelFields({ editing, pinning }: { editing: ArticleEditing; pinning: Pinning }) {
  const { base, fields } = editing
  const { pinned } = pinning
  const [open, setOpen] = useState(() => Boolean(fields.advert || fields.ai_share || fields.template || pinned))
  return (
    <details className="group py-1" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-mx-2 flex h-11 list-none items-center justify-between rounded-control px-2 text-s text-fg-2 hover:bg-hover md:h-8">
        Kennzeichnung und Startseite
        <ChevronRight aria-hidden className="icon-small text-fg-3 group-open:rotate-90" />
      </summary>
      {open && (
        <>
          <div className="grid grid-cols-[96px_minmax(0,1fr)] items-start">
            <span className="flex h-11 items-center text-s text-fg-2 md:h-8">Werbung</span>
            <SelectOnDemand<Advert | 'none'>
              label="Werbekennzeichnung"
              value={fields.advert ?? 'none'}
              onChange={(next) => editing.change({ advert: next === 'none' ? null : next })}
              choices={ADVERTS}
              className="-mr-2"
            />
            <span className="flex h-11 items-center text-s text-fg-2 md:h-8">KI</span>
            <SelectOnDemand<AiShare | 'none'>
              label="KI-Kennzeichnung"
              value={fields.ai_share ?? 'none'}
              onChange={(next) => editing.change({ ai_share: next === 'none' ? null : next })}
              choices={SHARES}
              className="-mr-2"
            />
          </div>
          <p className="py-1 text-s text-fg-2">
            {fields.advert
              ? 'Steht auf der Seite, in Listen und Feeds; Links nach außen gelten als bezahlt.'
              : 'Wer für einen Text bezahlt wurde, sagt es hier: Leserinnen und Leser sehen das Wort überall.'}
          </p>
          {base && (
            <div className="-ml-2.5 text-s">
              <Checkbox
                id="article-pinned"
                label="Vorn auf der Startseite"
                shown
                checked={pinned}
                onToggle={pinning.toggle}
              />
            </div>
          )}
          {fields.template && (
            <div className="-ml-2.5 text-s">
              <Checkbox
                id="article-template"
                label={`Lücken der Vorlage ${quoted(fields.template)} suchen`}
                shown
                checked
                onToggle={() => editing.change({ template: null })}
              />
            </div>
          )}
        </>
      )}
    </details>
  )
}

import { TriangleAlert } from 'lucide-react'
import { blanksInWords } from '../../../../lib/page-words.ts'
import type { TextBlank } from '../state/use-blanks.tsx'

type Props = { blanks: TextBlank[]; onShowBlank: (blank: TextBlank) => void; onNextBlank: () => void }

/** The blanks of a template, each a link to its position (docs/look.md rule 32). */
export function BlankList({ blanks, onShowBlank, onNextBlank }: Props) {
  if (blanks.length === 0) return null
  return (
    <section aria-labelledby="page-blanks" className="border-t border-line pt-3">
      <div className="flex h-8 items-center justify-between">
        <h2 id="page-blanks" className="flex items-center gap-1.5 text-s font-medium text-scheduled">
          <TriangleAlert aria-hidden className="icon-small" />
          {blanksInWords(blanks.length)}
        </h2>
        <button type="button" className="rounded-small text-s font-medium max-md:h-11" onClick={onNextBlank}>
          Nächste<span className="sr-only"> Lücke</span>
        </button>
      </div>
      <ul className="-mx-2">
        {blanks.map((blank) => (
          <li key={blank.from}>
            <button
              type="button"
              onClick={() => onShowBlank(blank)}
              className="flex min-h-11 w-full items-center gap-2 rounded-control px-2 py-1 text-left text-s text-fg-2 hover:bg-hover hover:text-fg md:min-h-8"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{blank.words}</span>
              <span className="text-xs whitespace-nowrap text-fg-3 tabular-nums">Zeile {blank.line}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="pt-2 text-s text-fg-2">Veröffentlichen geht auch mit Lücken, nach einer Rückfrage.</p>
    </section>
  )
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with a list of its own (ARIA APG): a datalist cannot show an article's state */
import { Globe, Link2, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { Kbd } from '../../../../ui/kbd.tsx'
import { StateGlyph, STATE_LABELS } from '../../../../ui/state-glyph.tsx'
import type { LinkChoice } from '../../../../writing/editor-view/commands/link-request.ts'
import { Marked, noteOf } from './link-row.tsx'
import type { LinkTargets } from './use-link-targets.ts'

export type Row = {
  key: string
  group: string
  icon: ReactNode
  words: ReactNode
  note: ReactNode
  /** The state in words, for screen readers. */
  state?: string
  choice: (titleAsText: boolean) => LinkChoice
}

type Sought = LinkTargets & {
  /**
   * The typed text as an address, and the address of the link; null for none. `isFormer`: nothing else has been typed.
   */
  address: string | null
  former: string | null
  isFormer: boolean
  zone: string
}

/** The choices for the typed text: an address, removing the link, articles, or empty brackets. */
export function rowsOf({ address, former, isFormer, targets, isRecent, looked, zone }: Sought): Row[] {
  const rows: Row[] = []
  if (address && !isFormer) {
    rows.push({
      key: 'address',
      group: '',
      icon: <Globe aria-hidden />,
      words: address,
      note: former === null ? 'Adresse verlinken' : 'Adresse ändern',
      choice: () => ({ kind: 'address', address }),
    })
  }
  if (former !== null) {
    rows.push({
      key: 'remove',
      group: '',
      icon: <Unlink aria-hidden />,
      words: 'Link entfernen',
      note: '',
      choice: () => ({ kind: 'remove' }),
    })
  }
  for (const target of targets) {
    rows.push({
      key: target.id,
      group: isRecent ? 'Zuletzt bearbeitet' : target.group,
      icon: <StateGlyph state={target.status} />,
      words: <Marked text={target.title} words={isRecent ? '' : looked} />,
      note: noteOf(target, zone),
      state: STATE_LABELS[target.status],
      choice: (titleAsText) => ({ kind: 'target', address: target.address, title: target.title, titleAsText }),
    })
  }
  if (!address && former === null) {
    rows.push({
      key: 'blank',
      group: '',
      icon: <Link2 aria-hidden />,
      words: 'Externe Adresse einfügen',
      note: <Kbd>Tab</Kbd>,
      choice: () => ({ kind: 'blank' }),
    })
  }
  return rows
}

type Props = { id: string; rows: Row[]; at: number; onChoose: (choice: LinkChoice) => void }

/** The list below the field. Ids of the rows are the id of the list's owner plus their index. */
export function LinkRows({ id, rows, at, onChoose }: Props) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Ziele" className="min-h-0 flex-1 overflow-y-auto p-1">
      {rows.map((row, index) => (
        <div key={row.key} role="presentation">
          {row.group !== '' && row.group !== rows[index - 1]?.group && (
            <div role="presentation" className="flex h-7 items-end px-2.5 pb-1 text-xs text-fg-3">
              {row.group}
            </div>
          )}
          {row.key === 'blank' && index > 0 && <div role="presentation" className="-mx-1 my-1 h-px bg-line" />}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are the field's */}
          <div
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => onChoose(row.choice(event.shiftKey))}
            className={cx(
              'flex h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 max-md:h-11 [&>svg]:size-4 [&>svg]:flex-none',
              index === at ? 'bg-pressed' : 'hover:bg-hover',
            )}
          >
            {row.icon}
            <span className="min-w-0 flex-1 truncate">
              {row.words}
              {row.state && <span className="sr-only">{row.state}</span>}
            </span>
            <span className="flex-none text-s text-fg-2">{row.note}</span>
          </div>
        </div>
      ))}
    </div>
  )
}

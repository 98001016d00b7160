import { Check, Ellipsis, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { v7 as uuid } from 'uuid'
import type { Remark, RemarkAnswer } from '../../../../../contract/articles/remarks.ts'
import { counted } from '../../../../../rules/counted.ts'
import { quoted } from '../../../../../rules/quoted.ts'
import { useRemarkDeeds, type RemarkedText } from '../../../../data/articles/remarks.ts'
import { useMay } from '../../../../data/role.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { useTasks } from '../../../../data/tasks.ts'
import { useKeptForm } from '../../../../data/use-draft-form.ts'
import { useNames } from '../../../../data/users.ts'
import { cx } from '../../../../lib/class-names.ts'
import { dayAndTime } from '../../../../lib/relative-time.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Initials } from '../../../../ui/initials.tsx'
import { Menu, MenuItem } from '../../../../ui/menu.tsx'
import { toastDone, toastRefusal } from '../../../../ui/toast.tsx'
import { OpenCard, PassageGone } from './passage-card.tsx'
import { RemarkBody } from './remark-body.tsx'
import { RemarkField } from './remark-field.tsx'
import { UninvitedNote } from './uninvited-note.tsx'

type Props = {
  remark: Remark
  text: RemarkedText
  userId: string
  /** It is open: answers, and what can be done. */
  isCurrent: boolean
  onOpen?: () => void
  onRemoved?: () => void
}

const LONGEST_TASK = 200

/** The name under which somebody wrote. */
export const writerOf = ({ author, guest }: Pick<RemarkAnswer, 'author' | 'guest'>) =>
  author?.name ?? (guest === null ? 'Gelöschtes Konto' : `${guest} (Gast)`)

/** A remark with its answers. */
export function RemarkCard({ remark, text, userId, isCurrent, onOpen, onRemoved }: Props) {
  const deeds = useRemarkDeeds(text)
  const { save } = useTasks()
  const mayTask = useMay('desk.work')
  const kept = useKeptForm('remark-answer', remark.id, { text: '' })
  const { passage, answers, done_at } = remark
  const [answerId, setAnswerId] = useState(() => uuid())
  const failed = (sentence: string) => (error: unknown) => toastRefusal(error, sentence)
  const answer = async () => {
    const body = kept.values.text.trim()
    if (body === '') return
    try {
      await kept.send(() => deeds.answer.mutateAsync({ remark_id: remark.id, answer_id: answerId, body }))
      setAnswerId(uuid())
    } catch (error) {
      toastRefusal(error, 'Die Antwort ließ sich nicht speichern')
    }
  }
  const setDone = (done: boolean) =>
    deeds.update.mutate(
      { remark_id: remark.id, done },
      {
        onSuccess: () =>
          toastDone(done ? 'Anmerkung erledigt' : 'Anmerkung wieder offen', {
            id: `remark-${remark.id}`,
            undo: () => setDone(!done),
          }),
        onError: failed('Die Anmerkung ließ sich nicht ändern'),
      },
    )
  const toTask = async () => {
    const title = remark.body.replaceAll(/\s+/g, ' ').slice(0, LONGEST_TASK)
    const notes = passage ? `> ${passage.quote.replaceAll('\n', '\n> ')}` : ''
    try {
      await save({ title, notes, ...(text.noun === 'articles' && { article_id: text.id }) })
      toastDone('Aufgabe angelegt', { actions: [{ label: 'Zum Redaktionsplan', href: '/admin/editorial-plan' }] })
    } catch (error) {
      toastRefusal(error, 'Die Aufgabe ließ sich nicht anlegen')
    }
  }
  return (
    <article
      aria-label={`Anmerkung von ${writerOf(remark)}`}
      data-remark-card={remark.id}
      tabIndex={-1}
      className={cx(
        'relative rounded-card border bg-surface p-3',
        isCurrent ? 'border-accent ring-1 ring-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <Said one={remark} deeds={deeds} mine={remark.author?.id === userId}>
        {(!isCurrent || passage?.gone) && passage && (
          <p
            className={cx(
              'mt-1 text-s text-fg-2',
              passage.gone ? 'line-clamp-3 border-l-2 border-line pl-2' : 'truncate',
            )}
          >
            {quoted(passage.quote)}
          </p>
        )}
        {passage?.gone && <PassageGone />}
        {done_at !== null && (
          <p className="mt-1 flex items-center gap-1.5 text-s text-fg-2">
            <Check aria-hidden className="icon-small" />
            Erledigt{remark.done_by && ` von ${remark.done_by.name}`}
          </p>
        )}
        {!isCurrent && answers.length > 0 && (
          <p className="mt-1 text-s text-fg-2">{counted(answers.length, 'Antwort', 'Antworten')}</p>
        )}
      </Said>
      {!isCurrent && onOpen && <OpenCard label={`Anmerkung von ${writerOf(remark)} öffnen`} onOpen={onOpen} />}
      {isCurrent && (
        <>
          {answers.map((one) => (
            <div key={one.id} className="mt-3">
              <Said one={one} deeds={deeds} mine={one.author?.id === userId} />
            </div>
          ))}
          <div className="mt-3">
            <RemarkField
              label="Antworten"
              placeholder="Antworten, @ für Namen"
              value={kept.values.text}
              onChange={(typed) => kept.change({ text: typed })}
              onSubmit={() => void answer()}
            />
            <UninvitedNote text={text} body={kept.values.text} />
          </div>
          <div className="-mr-1 mt-2 flex items-center gap-1">
            {kept.values.text.trim() !== '' ? (
              <Button look="primary" busy={deeds.answer.isPending} onClick={() => void answer()}>
                Antworten
              </Button>
            ) : (
              <Button
                icon={done_at === null ? <Check aria-hidden /> : <RotateCcw aria-hidden />}
                busy={deeds.update.isPending}
                onClick={() => setDone(done_at === null)}
              >
                {done_at === null ? 'Erledigt' : 'Wieder öffnen'}
              </Button>
            )}
            {mayTask && (
              <Button look="quiet" onClick={() => void toTask()}>
                Als Aufgabe
              </Button>
            )}
            <span className="flex-1" />
            <MoreActions
              label="Weitere Aktionen"
              onRemove={() => {
                deeds.remove.mutate(remark.id, {
                  onSuccess: () => {
                    onRemoved?.()
                    toastDone('Anmerkung gelöscht', { undo: () => deeds.restore.mutate(remark.id) })
                  },
                  onError: failed('Die Anmerkung ließ sich nicht löschen'),
                })
              }}
            />
          </div>
        </>
      )}
    </article>
  )
}

function MoreActions({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={label}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onRemove}>
        Löschen
      </MenuItem>
    </Menu>
  )
}

type SaidProps = {
  one: RemarkAnswer
  mine: boolean
  deeds: ReturnType<typeof useRemarkDeeds>
  children?: ReactNode
}

/** Who said what and when. Own words can be changed. */
function Said({ one, mine, deeds, children }: SaidProps) {
  const zone = useSiteZone()
  const now = useNow()
  const names = useNames()
  const [typed, setTyped] = useState<string | null>(null)
  const save = () => {
    if (typed === null || typed.trim() === '' || typed === one.body) return setTyped(null)
    deeds.update.mutate(
      { remark_id: one.id, body: typed },
      {
        onSuccess: () => setTyped(null),
        onError: (error) => toastRefusal(error, 'Ihre Worte ließen sich nicht ändern'),
      },
    )
  }
  return (
    <div className="group/said flex gap-2.5">
      <Initials name={writerOf(one)} />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-5 items-baseline gap-2 text-s">
          <b className="truncate font-semibold">{writerOf(one)}</b>
          <time dateTime={one.created_at} className="flex-none text-fg-2">
            {dayAndTime(one.created_at, now, zone)}
            {one.changed_at !== null && ', geändert'}
          </time>
          <span className="flex-1" />
          {mine && typed === null && (
            <button
              type="button"
              aria-label="Ihre Worte ändern"
              title="Ändern"
              onClick={() => setTyped(one.body)}
              className="relative z-1 -my-1 grid size-6 flex-none place-items-center self-center rounded-control text-fg-2 opacity-0 group-hover/said:opacity-100 hover:bg-hover focus-visible:opacity-100 max-md:size-11 max-md:opacity-100"
            >
              <Pencil aria-hidden className="icon-small" />
            </button>
          )}
        </p>
        {typed === null ? (
          <RemarkBody body={one.body} names={names.values()} />
        ) : (
          <div className="relative z-1">
            <RemarkField
              label="Ihre Worte"
              placeholder=""
              value={typed}
              onChange={setTyped}
              onSubmit={save}
              onCancel={() => setTyped(null)}
              focused
            />
            <div className="mt-2 flex gap-1">
              <Button look="primary" busy={deeds.update.isPending} onClick={save}>
                Ändern
              </Button>
              <Button look="quiet" onClick={() => setTyped(null)}>
                Abbrechen
              </Button>
            </div>
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

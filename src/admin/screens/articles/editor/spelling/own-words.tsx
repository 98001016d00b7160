import { useQuery } from '@tanstack/react-query'
import { ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import type { OwnWord } from '../../../../../contract/words.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { useKeptForm } from '../../../../data/use-draft-form.ts'
import { useWordChanges, wordsQuery } from '../../../../data/words.ts'
import { faultSentence } from '../../../../lib/faults.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { LineForm } from '../../../../ui/line-form.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toastRefusal } from '../../../../ui/toast.tsx'
import { quoted } from '../../../../../rules/quoted.ts'

const KINDS = [
  { value: 'flagged' as const, label: 'Beanstanden' },
  { value: 'accepted' as const, label: 'Gelten lassen' },
]

/** The dictionary of the blog: words that spell checks accept, and words with a preferred spelling. */
export function OwnWords() {
  const list = useQuery(wordsQuery(useApi()))
  const { put, remove } = useWordChanges()
  const [open, setOpen] = useState(false)
  const kept = useKeptForm<{ word: string; kind: OwnWord['kind']; suggestion: string }>('own-word', undefined, {
    word: '',
    kind: 'flagged',
    suggestion: '',
  })
  const { word, kind, suggestion } = kept.values
  const submit = async () => {
    try {
      await kept.send(() => put.mutateAsync({ word, kind, suggestion: kind === 'flagged' ? suggestion : '' }))
    } catch (error) {
      toastRefusal(error, 'Das Wort konnte nicht gespeichert werden')
    }
  }
  const drop = async (id: string) => {
    try {
      await remove.mutateAsync(id)
    } catch (error) {
      toastRefusal(error, 'Das Wort konnte nicht gelöscht werden')
    }
  }
  const words = list.data ?? []
  return (
    <details className="group pt-3" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-mx-2 flex h-11 list-none items-center justify-between rounded-control px-2 text-s text-fg-2 hover:bg-hover md:h-8">
        Wortliste des Blogs ({words.length})
        <ChevronRight aria-hidden className="icon-small text-fg-3 group-open:rotate-90" />
      </summary>
      {open && (
        <div className="flex flex-col gap-3 pt-2">
          {list.isError && <p className="text-s text-danger">{faultSentence(list.error)}</p>}
          {words.length === 0 && (
            <p className="text-s text-fg-2">
              Noch leer. Geltende Wörter unterstreicht keine Rechtschreibprüfung, beanstandete fallen beim Schreiben
              auf.
            </p>
          )}
          <ul aria-label="Wortliste" className="max-h-40 overflow-y-auto">
            {words.map((one) => (
              <li key={one.id} className="flex items-center gap-2 text-s">
                <span className="min-w-0 flex-1 truncate">
                  {one.word}
                  <span className="text-fg-2">
                    {one.kind === 'accepted'
                      ? ' gilt'
                      : one.suggestion === ''
                        ? ' wird beanstandet'
                        : ` → ${one.suggestion}`}
                  </span>
                </span>
                <IconButton label={`${quoted(one.word)} von der Liste nehmen`} onClick={() => void drop(one.id)}>
                  <X aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
          <LineForm kept={kept} onSubmit={submit}>
            <TextField
              label="Wort"
              name="word"
              lang="de"
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              className="flex-1"
              value={word}
              onChange={(event) => kept.change({ word: event.target.value })}
            />
            <div>
              <Select
                label="Was damit geschieht"
                value={kind}
                onChange={(next) => kept.change({ kind: next })}
                choices={KINDS}
              />
            </div>
            {kind === 'flagged' && (
              <TextField
                label="Stattdessen"
                name="suggestion"
                lang="de"
                autoComplete="off"
                maxLength={200}
                className="flex-1"
                value={suggestion}
                onChange={(event) => kept.change({ suggestion: event.target.value })}
              />
            )}
            <Button type="submit" size={36} className="md:self-end" busy={put.isPending}>
              Hinzufügen
            </Button>
          </LineForm>
        </div>
      )}
    </details>
  )
}

import { useRef, type FormEvent, type KeyboardEvent } from 'react'
import type { MediaAsset, MediaWords, MediaWordsResult } from '../../../contract/media.ts'
import { counted } from '../../../rules/counted.ts'
import { useWriteMediaWords } from '../../data/media.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { isComposing } from '../../lib/key-takers.ts'
import { MediaThumbnail } from '../../parts/media-thumbnail.tsx'
import { Button } from '../../ui/button.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { fieldBoxClass, TextField } from '../../ui/text-field.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { tellFailures } from './tell-failures.ts'

type Props = {
  assets: MediaAsset[]
  onDone?: () => void
}

/**
 * Texts of several images: one credit for all, an alternative text for each (WEEK-28). Only touched fields are written;
 * until then they stay on this machine, whichever images are selected meanwhile.
 */
export function ManyPanel({ assets, onDone }: Props) {
  const write = useWriteMediaWords()
  const kept = useKeptForm<{ credit: string | null; alts: Record<string, string> }>('images-words', undefined, {
    credit: null,
    alts: {},
  })
  const { credit, alts } = kept.values
  const list = useRef<HTMLUListElement>(null)
  const credits = new Set(assets.map((asset) => asset.credit))
  const common = credits.size === 1 ? (assets[0]?.credit ?? '') : ''
  const items = changesOf(assets, credit, alts)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (items.length === 0) return
    try {
      const outcomes = await write.mutateAsync(items)
      kept.saved()
      tellFailures(outcomes.filter(({ outcome }) => outcome === 'failed'))
      const done = outcomes.filter(({ outcome }) => outcome === 'changed')
      if (done.length > 0)
        toastDone(`${counted(done.length, 'Bild', 'Bilder')} gespeichert`, { undo: () => void takeBack(items, done) })
      onDone?.()
    } catch (error) {
      toastRefusal(error, 'Fehler beim Speichern')
    }
  }
  const takeBack = async (sent: MediaWords[], done: MediaWordsResult['items']) => {
    try {
      tellFailures((await write.mutateAsync(undoOf(sent, done))).filter(({ outcome }) => outcome === 'failed'))
    } catch (error) {
      toastRefusal(error, 'Rückgängig machen fehlgeschlagen')
    }
  }
  const onAltKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || isComposing(event.nativeEvent))
      return
    event.preventDefault()
    const fields = [...(list.current?.querySelectorAll('textarea') ?? [])]
    fields[fields.indexOf(event.currentTarget) + 1]?.focus()
  }

  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col">
      <div className="p-4 max-md:px-0 max-md:pt-0">
        <RestoredNote {...kept} className="mb-3" />
        <TextField
          label={`Bildnachweis für alle ${assets.length.toLocaleString('de')}`}
          lang="de"
          maxLength={300}
          placeholder={credits.size > 1 ? 'verschieden' : undefined}
          value={credit ?? common}
          onChange={(event) => kept.change({ credit: event.target.value })}
        />
        <h2 className="mt-4 mb-1.5 text-s text-fg-2">Alternativtext je Bild</h2>
        <ul ref={list} className="grid gap-2">
          {assets.map((asset) => (
            <li key={asset.id} className="flex items-start gap-2">
              <MediaThumbnail asset={asset} className="size-12 flex-none rounded-small bg-hover" />
              <span className={`${fieldBoxClass} min-h-12 flex-1 items-start py-1`}>
                <textarea
                  aria-label={`Alternativtext von ${asset.filename}`}
                  lang="de"
                  spellCheck
                  rows={2}
                  maxLength={1000}
                  placeholder="Was ist zu sehen?"
                  value={alts[asset.id] ?? asset.alt}
                  onChange={(event) => kept.change({ alts: { ...alts, [asset.id]: event.target.value } })}
                  onKeyDown={onAltKey}
                  className="field-sizing-content max-h-40 min-h-9 min-w-0 flex-1 resize-none bg-transparent text-s outline-none"
                />
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className="sticky bottom-0 flex gap-2 border-t border-line bg-surface px-4 py-3 max-md:bg-raised max-md:px-0">
        <Button
          type="submit"
          look="primary"
          size={36}
          busy={write.isPending}
          disabled={items.length === 0}
          className="flex-1"
        >
          {items.length === 0
            ? 'Speichern'
            : items.length === 1
              ? 'Für 1 Bild speichern'
              : `Für ${items.length.toLocaleString('de')} Bilder speichern`}
        </Button>
      </div>
    </form>
  )
}

/** What is written: touched fields that differ, with the words that were seen before. */
function changesOf(assets: MediaAsset[], credit: string | null, alts: Record<string, string>): MediaWords[] {
  return assets.flatMap((asset) => {
    const words: Pick<MediaWords, 'alt' | 'credit'> = {}
    const alt = alts[asset.id]
    if (alt !== undefined && alt !== asset.alt) words.alt = alt
    if (credit !== null && credit.trim() !== asset.credit) words.credit = credit.trim()
    if (words.alt === undefined && words.credit === undefined) return []
    const from: MediaWords['from'] = {}
    if (words.alt !== undefined) from.alt = asset.alt
    if (words.credit !== undefined) from.credit = asset.credit
    return { id: asset.id, ...words, from }
  })
}

/** The former words, unless the image has been changed again since. */
function undoOf(sent: MediaWords[], done: MediaWordsResult['items']): MediaWords[] {
  const written = new Map(sent.map((item) => [item.id, item]))
  return done.flatMap(({ id, former }) => {
    const { alt, credit } = written.get(id) ?? {}
    if (!former) return []
    return {
      id,
      ...(alt !== undefined && { alt: former.alt }),
      ...(credit !== undefined && { credit: former.credit }),
      from: { ...(alt !== undefined && { alt }), ...(credit !== undefined && { credit }) },
    }
  })
}

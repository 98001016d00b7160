import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { fleschInWords, type TextMeasure } from '../../../../../rules/readability.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { wordsQuery } from '../../../../data/words.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { Dialog, DialogFooter } from '../../../../ui/dialog.tsx'
import { toastDone, toastFault } from '../../../../ui/toast.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import { OwnWords } from './own-words.tsx'
import type { Proof, ProofInput, Proposal } from './spelling-text.ts'

/** Timeout of the check. */
const LONGEST_MS = 15_000
/** Maximum number of proposals shown; all of them can be applied. */
const SHOWN = 300

type Props = { editorView: TextEditorView; onClose: () => void }

/** Proposals for typography and dictionary words to choose from, and statistics of the text. */
export function ProofDialog({ editorView, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Text prüfen"
      description="Vorschläge außerhalb von Code, Links und HTML. Was Sie übernehmen, nimmt „Rückgängig“ in einem Schritt zurück."
    >
      <Proofing editorView={editorView} onClose={onClose} />
    </Dialog>
  )
}

function Proofing({ editorView, onClose }: Props) {
  const words = useQuery(wordsQuery(useApi())).data
  const [text] = useState(() => editorView.lines())
  const proof = useProof(text, words ? words.filter(({ kind }) => kind === 'flagged') : null)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const proposals = proof === 'failed' || proof === null ? [] : proof.proposals
  // Findings without a suggestion are only shown; the author decides.
  const chosen = proposals.filter(({ from, insert }) => !left.has(from) && insert !== '')
  const take = () => {
    if (!editorView.change(text, chosen)) return toastFault('Der Text hat sich inzwischen geändert')
    toastDone(chosen.length === 1 ? '1 Stelle geändert' : `${chosen.length} Stellen geändert`, {
      description: 'Strg Z im Text nimmt es zurück.',
    })
    onClose()
  }
  const toggle = (from: number) => {
    const next = new Set(left)
    if (!next.delete(from)) next.add(from)
    setLeft(next)
  }
  return (
    <>
      <output className="block pt-2 text-s text-fg-2">
        {proof === null && 'Der Text wird gelesen …'}
        {proof === 'failed' && 'Der Text ließ sich nicht in angemessener Zeit lesen.'}
      </output>
      {proof !== null && proof !== 'failed' && (
        <>
          <Measure measure={proof.measure} />
          <h3 className="pt-4 text-s text-fg-2">Vorschläge</h3>
          {proposals.length === 0 && <p className="py-1">Hier gibt es nichts zu verbessern.</p>}
          {proposals.length > 0 && (
            <ul
              aria-label="Vorschläge"
              className="mt-1 max-h-[36dvh] overflow-y-auto rounded-control border border-line"
            >
              {proposals.slice(0, SHOWN).map((one) => (
                <Row
                  key={one.from}
                  proposal={one}
                  text={text}
                  taken={!left.has(one.from)}
                  onToggle={() => toggle(one.from)}
                />
              ))}
            </ul>
          )}
          {proposals.length > SHOWN && (
            <p className="pt-1 text-s text-fg-2">
              Gezeigt werden die ersten {SHOWN} von {proposals.length}; übernommen werden alle ausgewählten.
            </p>
          )}
        </>
      )}
      <OwnWords />
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          Abbrechen
        </Button>
        <Button look="primary" size={36} disabled={chosen.length === 0} onClick={take}>
          {chosen.length === 0 ? 'Übernehmen' : `${chosen.length} übernehmen`}
        </Button>
      </DialogFooter>
    </>
  )
}

function Row({
  proposal,
  text,
  taken,
  onToggle,
}: {
  proposal: Proposal
  text: string
  taken: boolean
  onToggle: () => void
}) {
  const { from, to, insert, kind, before, after } = proposal
  const former = text.slice(from, to)
  const label = `${kind}: ${before}${insert || former}${after}`
  return (
    <li className="flex items-center border-b border-line last:border-b-0">
      {insert === '' ? (
        <span className="size-11 flex-none md:size-8" />
      ) : (
        <Checkbox label={label} checked={taken} onToggle={onToggle} />
      )}
      <span className="min-w-0 flex-1 truncate text-s text-fg-2">
        {before}
        <del className="rounded-small bg-hover px-0.5">{shown(former)}</del>
        {insert !== '' && (
          <ins className="rounded-small bg-accent-soft px-0.5 text-fg no-underline">{shown(insert)}</ins>
        )}
        {after}
      </span>
      <span className="flex-none px-2 text-xs text-fg-3 max-md:hidden">{kind}</span>
    </li>
  )
}

/** Makes blanks visible. */
function shown(words: string): string {
  return words.replaceAll('\u00a0', '⍽').replace(/^ $/, '␣')
}

function Measure({ measure: { characters, words, sentences, flesch } }: { measure: TextMeasure }) {
  const number = (count: number) => count.toLocaleString('de-DE')
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1 pt-2 text-s md:grid-cols-4">
      <Fact name="Zeichen">{number(characters)}</Fact>
      <Fact name="Wörter">{number(words)}</Fact>
      <Fact name="Sätze">{number(sentences)}</Fact>
      <Fact name="Lesbarkeit">
        {flesch === null ? 'zu kurz' : `${flesch} · ${fleschInWords(flesch)}`}
        <span className="block text-xs text-fg-2">Nur ein Hinweis (Flesch, deutsch)</span>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-fg-2">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

/** The result of the check; null while it runs. */
function useProof(text: string, flagged: ProofInput['flagged'] | null): Proof | 'failed' | null {
  const [proof, setProof] = useState<Proof | 'failed' | null>(null)
  const list = flagged === null ? null : JSON.stringify(flagged)
  useEffect(() => {
    if (list === null) return
    const worker = new Worker(new URL('./spelling-worker.ts', import.meta.url), { type: 'module' })
    const fail = () => setProof('failed')
    const timer = setTimeout(() => {
      worker.terminate()
      fail()
    }, LONGEST_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<Proof>) => {
      clearTimeout(timer)
      setProof(data)
    })
    worker.addEventListener('error', fail)
    worker.postMessage({ text, flagged: JSON.parse(list) as ProofInput['flagged'] } satisfies ProofInput)
    return () => {
      clearTimeout(timer)
      worker.terminate()
    }
  }, [text, list])
  return proof
}

import { useEffect, useRef, useState, type ReactNode } from 'react'
import { blanksOf, type Blank } from '../../../../../rules/blanks.ts'
import { isLegal } from '../../../../../rules/pages.ts'
import { quoted } from '../../../../../rules/quoted.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { ArticleEditing } from './use-open-article.ts'
import { useWrittenNoun } from './written-noun.ts'

const PAUSE_MS = 150

/** A blank of the text with its line number, from 1. */
export type TextBlank = Blank & { line: number }

const NONE: TextBlank[] = []

function listBlanks(text: string): TextBlank[] {
  let line = 1
  let read = 0
  return blanksOf(text).map((blank) => {
    for (; read < blank.from; read++) if (text[read] === '\n') line += 1
    return { ...blank, line }
  })
}

/** Whether an open text is one of the legal pages, whose brackets are blanks. */
export function useIsLegal({ base }: Pick<ArticleEditing, 'base'>): boolean {
  const { noun } = useWrittenNoun()
  return noun === 'pages' && base !== null && isLegal(base.slug)
}

/** Whether text in brackets is a blank: on a legal page, and in an article created from a template. */
export function useHasBlanks({ base, fields }: Pick<ArticleEditing, 'base' | 'fields'>): boolean {
  const legal = useIsLegal({ base })
  return legal || Boolean(fields.template)
}

/** The blanks of a text created from a template in order, updated after pauses in typing; empty for other texts. */
export function useBlanks(
  editing: ArticleEditing,
  { edits, editorView }: { edits: number; editorView: TextEditorView },
): TextBlank[] {
  const legal = useHasBlanks(editing)
  const [found, setFound] = useState(NONE)
  const first = useRef(true)
  useEffect(() => {
    if (!legal) return
    const look = () => setFound(listBlanks(editorView.lines()))
    const timer = setTimeout(look, first.current ? 0 : PAUSE_MS)
    first.current = false
    return () => clearTimeout(timer)
  }, [legal, edits, editorView])
  return legal ? found : NONE
}

/** The first blanks by name. */
function namedBlanks(blanks: readonly TextBlank[]): string {
  const named = blanks.slice(0, 3).map(({ words }) => quoted(words))
  return named.join(', ') + (blanks.length > 3 ? ` und ${blanks.length - 3} weitere` : '')
}

/**
 * Publishing with blanks is possible but asks first. Returns the editing with that question added, and the dialog to
 * render.
 */
export function useBlankQuestion(
  editing: ArticleEditing,
  editorView: TextEditorView,
): [guarded: ArticleEditing, question: ReactNode] {
  const { noun } = useWrittenNoun()
  const legal = useHasBlanks(editing)
  const [asked, setAsked] = useState({ open: false, blanks: NONE, goOn: () => {} })
  const { blanks } = asked
  const ask = (goOn: () => Promise<void>): Promise<void> => {
    // Reads the current text: the shown blanks are updated only after a pause in typing.
    const left = legal ? listBlanks(editorView.lines()) : NONE
    if (left.length === 0) return goOn()
    setAsked({ open: true, blanks: left, goOn: () => void goOn() })
    return Promise.resolve()
  }
  const close = () => setAsked((now) => ({ ...now, open: false }))
  const guarded: ArticleEditing = {
    ...editing,
    save: (kind, how) => (kind === 'save' ? editing.save(kind, how) : ask(() => editing.save(kind, how))),
    changeStatus: (status) =>
      status === 'published' ? ask(() => editing.changeStatus(status)) : editing.changeStatus(status),
  }
  const question = (
    <ConfirmDialog
      open={asked.open}
      onClose={close}
      title={blanks.length === 1 ? 'Mit einer Lücke veröffentlichen?' : `Mit ${blanks.length} Lücken veröffentlichen?`}
      description={
        noun === 'pages'
          ? 'Wer die Seite liest, sieht die Lücken als Lücken. Der System-Check erinnert daran, bis sie gefüllt sind.'
          : `Wer den Artikel liest, sieht die eckigen Klammern: ${namedBlanks(blanks)}.`
      }
      verb="Veröffentlichen"
      destructive={false}
      onConfirm={() => {
        close()
        asked.goOn()
      }}
    />
  )
  return [guarded, question]
}

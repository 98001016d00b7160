import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Article } from '../../../../contract/articles.ts'
import { MediaPicker } from '../../../parts/media-picker/media-picker.tsx'
import { cx } from '../../../lib/class-names.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useDocumentTitle } from '../../../ui/page.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorBar } from './editor-bar.tsx'
import { EditorFoot } from './editor-foot.tsx'
import { EditorNotice } from './editor-notice.tsx'
import type { FoundDraft } from './local-drafts.ts'
import { PropertiesPanel } from './properties-panel.tsx'
import { MarkdownEditor, type MarkdownEditorHandle } from './text/markdown-editor.tsx'
import { TitleField } from './title-field.tsx'
import { ToolRow } from './tool-row.tsx'
import { useArticleEditing } from './use-article-editing.ts'

const ArticlePreview = lazy(async () => ({ default: (await import('./article-preview.tsx')).ArticlePreview }))

type Props = {
  userId: string
  article: Article | null
  found: FoundDraft | null
  startInPreview: boolean
  onCreated: (id: string) => void
}

/** Which image is being chosen: the cover (EDIT-7) or one for the text. */
type Picking = 'cover' | 'text' | null

/** The blank page: bar, title, text, foot, and a panel for everything else (look.md, Writing). */
export function ArticleEditor({ userId, article, found, startInPreview, onCreated }: Props) {
  const navigate = useNavigate()
  const narrow = useNarrow()
  const body = useRef<MarkdownEditorHandle>(null)
  const title = useRef<HTMLTextAreaElement>(null)
  const [preview, setPreview] = useState(startInPreview)
  const [panel, setPanel] = useState(() => article !== null && window.innerWidth >= 1200)
  const [picking, setPicking] = useState<Picking>(null)
  const [discarding, setDiscarding] = useState(false)
  const [edits, setEdits] = useState(0)
  const editing = useArticleEditing({
    userId,
    article,
    found,
    body,
    onCreated,
    onLeave: () => void navigate({ to: '/admin/articles' }),
    onTitleMissing: () => {
      setPreview(false)
      // First the preview has to give way and a closing dropdown to hand its focus back, a task after the next frame.
      requestAnimationFrame(() => setTimeout(() => title.current?.focus(), 0))
    },
  })
  const { base, fields } = editing
  useDocumentTitle(fields.title.trim() || 'Neuer Artikel')
  useShortcuts({
    save: () => void editing.save('save', { leave: false }),
    panel: () => setPanel((open) => !open),
  })
  useUnprotectedWarning(editing.sync === 'unprotected')
  useEffect(() => {
    if (article === null && found === null) title.current?.focus()
  }, [article, found])

  const properties = (
    <PropertiesPanel
      editing={editing}
      getMarkdown={() => editing.currentText().content_markdown}
      onPickCover={() => setPicking('cover')}
      onDiscard={() => setDiscarding(true)}
    />
  )
  return (
    <div className="relative flex h-[calc(100dvh-var(--header))] min-w-0 flex-none! flex-col">
      {!preview && <h1 className="sr-only">{base ? 'Artikel bearbeiten' : 'Neuer Artikel'}</h1>}
      <EditorBar
        editing={editing}
        preview={preview}
        onPreview={setPreview}
        panel={panel}
        onPanel={() => setPanel(!panel)}
        onDiscard={() => setDiscarding(true)}
      />
      <div className="flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col">
          <EditorNotice editing={editing} />
          <div className={cx('min-h-0 flex-1 overflow-y-auto px-5 pt-3 md:px-16 md:pt-11', preview && 'hidden')}>
            <div className="mx-auto max-w-(--measure)">
              <TitleField
                ref={title}
                value={fields.title}
                onChange={(value) => editing.change({ title: value })}
                onDone={() => body.current?.focus('start')}
              />
              <MarkdownEditor
                ref={body}
                initialText={fields.content_markdown}
                onChange={() => {
                  editing.bodyChanged()
                  setEdits((count) => count + 1)
                }}
                onLeaveUp={() => title.current?.focus()}
              />
            </div>
          </div>
          {preview && (
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-24 md:px-16 md:pt-11">
              <Suspense fallback={null}>
                <ArticlePreview text={editing.currentText()} />
              </Suspense>
            </div>
          )}
          {!preview && <EditorFoot edits={edits} getMarkdown={() => editing.currentText().content_markdown} />}
        </div>
        {panel && !narrow && (
          <aside aria-label="Angaben" className="w-80 flex-none overflow-y-auto border-l border-line px-5 pt-1 pb-5">
            {properties}
          </aside>
        )}
      </div>
      {narrow && !preview && <ToolRow onTool={(tool) => body.current?.run(tool)} onImage={() => setPicking('text')} />}
      {narrow && (
        <Dialog open={panel} onClose={() => setPanel(false)} title="Angaben">
          {properties}
        </Dialog>
      )}
      <MediaPicker
        open={picking !== null}
        onClose={() => setPicking(null)}
        onPick={(asset) => {
          if (picking === 'cover') editing.change({ cover_image_url: asset.url })
          else body.current?.insert(`![${asset.alt}](${asset.url})`)
          setPicking(null)
          toastDone('Bild ausgewählt!')
        }}
      />
      <ConfirmDialog
        open={discarding}
        onClose={() => setDiscarding(false)}
        title="Unveröffentlichte Änderungen verwerfen?"
        description="Der Text geht auf die Fassung zurück, die Leserinnen und Leser sehen."
        verb="Verwerfen"
        onConfirm={() => {
          setDiscarding(false)
          void editing.discardWorkingCopy()
        }}
      />
      <ConflictDialog editing={editing} />
    </div>
  )
}

function useShortcuts(actions: { save: () => void; panel: () => void }): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      const action = event.key === 's' ? latest.current.save : event.key === '.' ? latest.current.panel : null
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Only where the browser refuses to keep a copy does leaving ask first. */
function useUnprotectedWarning(unprotected: boolean): void {
  useEffect(() => {
    if (!unprotected) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unprotected])
}

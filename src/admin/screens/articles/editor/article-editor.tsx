import { useNavigate } from '@tanstack/react-router'
import { Info, Minimize2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Article } from '../../../../contract/articles.ts'
import type { MediaAsset } from '../../../../contract/media.ts'
import type { PublishHint } from '../../../../rules/publish-check.ts'
import { cx } from '../../../lib/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useDocumentTitle } from '../../../ui/page.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { ConflictDialog } from './state/conflict-dialog.tsx'
import { DiscardDialog } from './state/discard-dialog.tsx'
import { EditorBar } from './bars/editor-bar.tsx'
import { EditorFoot } from './bars/editor-foot.tsx'
import { EditorNotice } from './bars/editor-notice.tsx'
import { EditorPanel } from './properties/editor-panel.tsx'
import { OutlineDialog } from './bars/outline-dialog.tsx'
import { useBlankQuestion, useBlanks, useIsLegal, type TextBlank } from './state/use-blanks.tsx'
import { keptPlace } from '../../../writing/local/kept-place.ts'
import type { FoundDraft } from '../../../writing/local/local-copies.ts'
import type { TextHeading } from '../../../writing/surface/headings.ts'
import { MarkdownEditor, type MarkdownEditorHandle } from './markdown-editor.tsx'
import { TitleField } from './title-field.tsx'
import { PictureToolRow } from './bars/picture-tool-row.tsx'
import { TableToolRow } from './bars/table-tool-row.tsx'
import { ToolRow } from './bars/tool-row.tsx'
import { UnprotectedDialog } from './state/unprotected-dialog.tsx'
import { useArticleEditing } from './state/use-article-editing.ts'
import { useEditorRoom, type EditorRoom } from './state/use-editor-room.ts'
import { useAskPictures, useImageUpload } from './state/use-image-upload.ts'
import { useLinkPicker } from './links/use-link-picker.tsx'
import { useKeptPictures } from './state/use-kept-pictures.ts'
import { soon } from './state/soon.ts'
import { usePublishCheck } from './state/use-publish-check.ts'
import { useEdits, useFocusMode, usePreview, useSplit } from './state/use-writing-views.ts'
import { useWrittenNoun } from './state/written-noun.ts'

const WholePreview = lazy(async () => ({ default: (await import('./preview/whole-preview.tsx')).WholePreview }))
const PropertiesPanel = lazy(async () => ({
  default: (await import('./properties/properties-panel.tsx')).PropertiesPanel,
}))
const PagePanel = lazy(async () => ({ default: (await import('./properties/page-panel.tsx')).PagePanel }))
const SplitPreview = lazy(async () => ({ default: (await import('./preview/split-preview.tsx')).SplitPreview }))
const MediaPicker = lazy(async () => ({
  default: (await import('../../../parts/media-picker/media-picker.tsx')).MediaPicker,
}))

type Props = {
  userId: string
  article: Article | null
  found: FoundDraft | null
  startInPreview: boolean
  onCreated: (id: string) => void
}

/** Which image is being chosen: the cover (EDIT-7), one for the text, or one in the place of the picture at the cursor. */
type Picking = 'cover' | 'text' | 'picture' | null

/** The blank page: bar, title, text, foot, and a panel for everything else (docs/look.md#writing). */
export function ArticleEditor({ userId, article, found, startInPreview, onCreated }: Props) {
  const navigate = useNavigate()
  const { noun, list, ownerOf, words } = useWrittenNoun()
  const screen = useRef<HTMLDivElement>(null)
  const room = useEditorRoom(screen)
  const { narrow } = room
  const body = useRef<MarkdownEditorHandle>(null)
  const title = useRef<HTMLTextAreaElement>(null)
  const { preview, line, setPreview, showPreview } = usePreview({ start: startInPreview, body, title })
  const [panel, setPanel] = usePanel(room, article !== null)
  const [outline, setOutline] = useState(false)
  const [picking, setPicking] = useState<Picking>(null)
  const [discarding, setDiscarding] = useState(false)
  const { edits, noteEdit } = useEdits()
  const [split, setSplit] = useSplit()
  const [focused, setFocused] = useFocusMode()
  const writing = useRef<HTMLDivElement>(null)
  const upload = useImageUpload(() => title.current?.value ?? '')
  const unasked = useArticleEditing({
    userId,
    article,
    found,
    body,
    onCreated,
    onLeave: () => void navigate(list()),
    onTitleMissing: () => {
      setPreview(false)
      soon(() => title.current?.focus())
    },
  })
  const blanks = useBlanks(unasked, { edits, body })
  const [editing, blankQuestion] = useBlankQuestion(unasked, blanks)
  const legal = useIsLegal(unasked)
  const { base, fields } = editing
  const askPictures = useAskPictures()
  const [atPicture, setAtPicture] = useState(false)
  const [inTable, setInTable] = useState(false)
  const [onLink, linkPicker] = useLinkPicker(base?.id ?? null)
  const keeper = useKeptPictures({ userId: ownerOf(userId), editing, body })
  const mayShowBoth = room.twoColumns(panel)
  const showHeading = ({ position }: TextHeading) => {
    setPreview(false)
    soon(() => body.current?.select(position))
  }
  useDocumentTitle(fields.title.trim() || words.new)
  useShortcuts({
    save: () => void editing.save('save', { leave: false }),
    panel: () => setPanel(!panel),
    focusMode: () => setFocused(true),
  })
  useEffect(() => body.current?.setFocusMode(focused), [focused])
  useEffect(() => {
    if (article === null && found === null) title.current?.focus()
  }, [article, found])

  const worthALook = usePublishCheck(editing, { edits, getLines: () => body.current?.getLines() ?? '' })
  const hints = noun === 'articles' ? worthALook : worthALook.filter(({ kind }) => !ARTICLES_ALONE.includes(kind))
  const showBlank = ({ from, to }: TextBlank) => {
    setPreview(false)
    if (!room.wide) setPanel(false)
    soon(() => body.current?.select(from, to))
  }
  const nextBlank = () => {
    const after = body.current?.place()?.head ?? 0
    const next = blanks.find(({ from }) => from > after) ?? blanks[0]
    if (next) showBlank(next)
  }
  const showHint = (hint: PublishHint) => {
    if ('from' in hint) {
      setPreview(false)
      if (!room.wide) setPanel(false)
      soon(() => body.current?.select(hint.from, hint.to))
    } else if (hint.kind === 'long-title') {
      setPreview(false)
      if (!room.wide) setPanel(false)
      soon(() => title.current?.focus())
    } else {
      const field = {
        'no-excerpt': 'article-excerpt',
        'slug-taken': 'article-slug',
        'no-cover': 'article-cover',
        noindex: 'article-noindex',
      }
      document.getElementById(field[hint.kind])?.focus()
    }
  }
  const getMarkdown = () => editing.currentText().content_markdown
  const pageProperties = (
    <Suspense fallback={null}>
      <PagePanel
        editing={editing}
        hints={hints}
        onShowHint={showHint}
        onDiscard={() => setDiscarding(true)}
        blanks={blanks}
        onShowBlank={showBlank}
        onNextBlank={nextBlank}
      />
    </Suspense>
  )
  const articleProperties = (
    <Suspense fallback={null}>
      <PropertiesPanel
        editing={editing}
        getMarkdown={getMarkdown}
        hints={hints}
        onShowHint={showHint}
        onPickCover={() => setPicking('cover')}
        onDiscard={() => setDiscarding(true)}
      />
    </Suspense>
  )
  const properties = noun === 'articles' ? articleProperties : pageProperties
  return (
    <div
      ref={screen}
      className={cx(
        'flex min-w-0 flex-none! flex-col',
        focused ? 'fixed inset-0 z-30 bg-page' : 'relative h-[calc(100dvh-var(--header))]',
      )}
    >
      {!preview && <h1 className="sr-only">{base ? words.edit : words.new}</h1>}
      {focused && (
        <IconButton
          label="Konzentriertes Schreiben beenden"
          shortcut="Esc"
          tooltipSide="left"
          className="absolute top-1 right-2 z-10"
          onClick={() => setFocused(false)}
        >
          <Minimize2 aria-hidden />
        </IconButton>
      )}
      <EditorBar
        editing={editing}
        userId={userId}
        room={room}
        focused={focused}
        preview={preview}
        onPreview={showPreview}
        panel={panel}
        onPanel={() => setPanel(!panel)}
        onDiscard={() => setDiscarding(true)}
        hints={hints.length}
        blanks={blanks.length}
        onNextBlank={nextBlank}
        onHints={() => {
          setPanel(true)
          soon(() => document.getElementById('article-check')?.scrollIntoView({ block: 'center' }))
        }}
        onOutline={() => setOutline(true)}
        onFocusMode={() => setFocused(true)}
        split={split}
        onSplit={mayShowBoth ? setSplit : null}
      />
      <div className="flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1 flex-col">
          <EditorNotice editing={editing} />
          <div className={cx('flex min-h-0 flex-1', preview && 'hidden')}>
            <div
              ref={writing}
              className={cx('min-w-0 flex-1 overflow-y-auto px-5 pt-3 md:px-16 md:pt-11', focused && 'md:pt-[20dvh]')}
            >
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
                  initialPlace={found?.draft.place ?? keptPlace(article?.id ?? null)}
                  onChange={() => {
                    editing.bodyChanged()
                    noteEdit()
                  }}
                  onLeaveUp={() => title.current?.focus()}
                  onImage={() => setPicking('text')}
                  onLink={onLink}
                  upload={upload}
                  keeper={keeper}
                  askPictures={askPictures}
                  onReplacePicture={() => setPicking('picture')}
                  onAtPicture={setAtPicture}
                  onInTable={setInTable}
                  blanks={legal}
                />
                {legal && <TemplateNote />}
              </div>
            </div>
            {split && mayShowBoth && !focused && !preview && (
              <Suspense fallback={<div className="flex-1 border-l border-line" />}>
                <SplitPreview
                  text={editing.currentText}
                  base={base}
                  revision={`${edits} ${JSON.stringify({ ...fields, content_markdown: '' })}`}
                  body={body}
                  writing={writing}
                />
              </Suspense>
            )}
          </div>
          {preview && (
            <Suspense fallback={<div className="flex-1" />}>
              <WholePreview text={editing.currentText()} base={base} line={line} />
            </Suspense>
          )}
          {!preview && !focused && !narrow && (
            <EditorFoot
              edits={edits}
              getMarkdown={getMarkdown}
              onTool={(tool) => body.current?.run(tool)}
              onImage={() => setPicking('text')}
              onCommands={() => body.current?.openCommands()}
              getHeadings={() => body.current?.headings() ?? []}
              onHeading={showHeading}
              onFocusMode={() => setFocused(true)}
              wide={room.wide}
              split={split}
              onSplit={mayShowBoth ? setSplit : null}
            />
          )}
        </div>
        {panel && !narrow && !focused && (
          <EditorPanel docked={room.wide} onClose={() => setPanel(false)}>
            {properties}
          </EditorPanel>
        )}
      </div>
      {narrow &&
        !preview &&
        !focused &&
        (atPicture ? (
          <PictureToolRow onTool={(tool) => body.current?.runPicture(tool)} onUndo={() => body.current?.run('undo')} />
        ) : inTable ? (
          <TableToolRow onTool={(tool) => body.current?.runTable(tool)} />
        ) : (
          <ToolRow onTool={(tool) => body.current?.run(tool)} onImage={() => setPicking('text')} />
        ))}
      {narrow && (
        <Dialog open={panel} onClose={() => setPanel(false)} title="Angaben">
          {properties}
        </Dialog>
      )}
      {linkPicker}
      <PickerOnDemand
        open={picking !== null}
        onClose={() => setPicking(null)}
        onPick={(asset) => {
          if (picking === 'cover') editing.change({ cover_image_url: asset.url })
          else if (picking === 'picture') body.current?.replacePicture(asset)
          else body.current?.insertPicture(asset)
          setPicking(null)
          // The tool that asked for it may be gone with the former picture.
          if (picking !== 'cover') soon(() => body.current?.focus())
          toastDone('Bild ausgewählt!')
        }}
      />
      <OutlineDialog
        open={outline}
        onClose={() => setOutline(false)}
        getHeadings={() => body.current?.headings() ?? []}
        onHeading={showHeading}
      />
      <DiscardDialog editing={editing} open={discarding} onOpen={setDiscarding} />
      {blankQuestion}
      <ConflictDialog editing={editing} />
      <UnprotectedDialog editing={editing} />
    </div>
  )
}

/** What a page has no use for. */
const ARTICLES_ALONE: readonly PublishHint['kind'][] = ['no-excerpt', 'no-cover', 'slug-taken']

/** Below the text of a legal page, and no part of it. */
function TemplateNote() {
  return (
    <p className="mt-6 flex items-start gap-2 font-ui text-s text-fg-2">
      <Info aria-hidden className="icon-small mt-0.5 flex-none" />
      Diese Vorlage ist keine Rechtsberatung. Der Satz steht nicht auf der Seite.
    </p>
  )
}

/** The panel is docked and open with an article where there is room for it; elsewhere it is called, and goes with the room. */
function usePanel({ wide }: EditorRoom, article: boolean): [panel: boolean, setPanel: (open: boolean) => void] {
  const [docked, setDocked] = useState(article)
  const [called, setCalled] = useState(false)
  if (wide && called) setCalled(false)
  return wide ? [docked, setDocked] : [called, setCalled]
}

/** The media library comes with its first opening. */
function PickerOnDemand(props: { open: boolean; onClose: () => void; onPick: (asset: MediaAsset) => void }) {
  const [wanted, setWanted] = useState(false)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <MediaPicker {...props} />
    </Suspense>
  )
}

function useShortcuts(actions: { save: () => void; panel: () => void; focusMode: () => void }): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const { save, panel, focusMode } = latest.current
      const key = event.key.toLowerCase()
      const action = event.shiftKey ? (key === 'f' ? focusMode : null) : key === 's' ? save : key === '.' ? panel : null
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

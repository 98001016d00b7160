import { Info } from 'lucide-react'
import { useRef, type RefObject, useEffect } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import type { TextEditorView } from '../../../writing/editor-view/editor-view.ts'
import type { CursorAt } from './bars/narrow-tools.tsx'
import { useFrontMatter } from './front-matter/use-front-matter.ts'
import { useLinkPicker } from './links/use-link-picker.tsx'
import type { Picking } from './dialogs/editor-dialogs.tsx'
import type { RemarksState } from './remarks/use-remarks.ts'
import { useHasBlanks, useIsLegal } from './state/use-blanks.tsx'
import type { ArticleEditing } from './state/use-open-article.ts'
import { useAskEmbeds, useAskPictures, usePictures } from './state/use-pictures.ts'
import { useWrittenNoun } from './state/written-noun.ts'
import type { SuggestionsState } from './suggestions/use-suggestions.ts'
import type { WritingViews } from './state/use-writing-views.ts'
import { TitleField } from './title-field.tsx'
import type { Sending } from '../../../writing/editor-view/uploads/picture-drafts.ts'
import type { WritingEvents } from '../../../writing/editor-view/setup.ts'
import '../../../writing/editor-view/editor-view.css'

const SplitPreview = onDemand(async () => (await import('./preview/split-preview.tsx')).SplitPreview)
const SuggestingEditor = onDemand(async () => (await import('./suggestions/suggesting-editor.tsx')).SuggestingEditor)

type Props = {
  editing: ArticleEditing
  views: WritingViews
  editorView: TextEditorView
  title: RefObject<HTMLTextAreaElement | null>
  edits: number
  onEdit: () => void
  onPick: (picking: Picking) => void
  onCursorAt: (at: Partial<CursorAt>) => void
  remarks: RemarksState
  suggestions: SuggestionsState
}

/** Title and text, with the preview beside them in the split view. Hidden while the preview replaces them. */
export function WritingColumns(props: Props) {
  const { editing, views, editorView, title, edits, onEdit, onPick, onCursorAt, remarks, suggestions } = props
  const { base, fields } = editing
  const { preview, focused } = views
  const isSplit = views.split && views.mayShowBoth && !focused
  const writing = useRef<HTMLDivElement>(null)
  const legal = useIsLegal(editing)
  const hasBlanks = useHasBlanks(editing)
  const [onLink, linkPicker] = useLinkPicker(base?.id ?? null)
  const pictures = usePictures(editing.article, () => title.current?.value ?? '')
  const askPictures = useAskPictures()
  const askEmbeds = useAskEmbeds()
  const takeMatter = useFrontMatter(editing, editorView)
  const { noun } = useWrittenNoun()
  const { draft } = suggestions
  const events = {
    onLeaveUp: () => title.current?.focus(),
    onImage: () => onPick('text'),
    onLink,
    pictures,
    askPictures,
    askEmbeds,
    onReplacePicture: () => onPick('picture'),
    onAtPicture: (picture: CursorAt['picture']) => onCursorAt({ picture }),
    onInTable: (table: boolean) => onCursorAt({ table }),
    blanks: hasBlanks,
  }
  return (
    <div className={cx('@container flex min-h-0 flex-1', preview && 'hidden')}>
      <div
        ref={writing}
        className={cx('min-w-0 flex-1 overflow-y-auto px-5 pt-3 md:px-16 md:pt-11', focused && 'md:pt-[20dvh]')}
      >
        <div
          className={cx(
            'mx-auto flex min-h-full max-w-(--measure) flex-col',
            !focused && !isSplit && '@min-[64rem]:ml-[calc(var(--axis)-4rem)]',
          )}
        >
          <TitleField
            ref={title}
            value={fields.title}
            onChange={(value) => editing.change({ title: value })}
            onDone={() => (draft ?? editorView).focus('start')}
          />
          <div className={draft ? 'hidden' : 'grid flex-1 grid-cols-1'}>
            <MarkdownEditor
              {...events}
              editorView={editorView}
              onChange={(isOwn) => {
                if (isOwn) editing.article.typed()
                else editing.article.received()
                onEdit()
              }}
              onRemark={remarks.jump}
              onFollow={(followed) => editing.article.followed(followed)}
              // Pages have none of these fields.
              onMatter={() => void (noun === 'articles' && takeMatter())}
            />
          </div>
          {draft && suggestions.text && (
            <SuggestingEditor
              pending={null}
              suggestions={suggestions}
              text={suggestions.text}
              editing={editing}
              shared={editorView}
              draft={draft}
              remarks={remarks}
              events={{
                ...events,
                onRemark: remarks.jump,
                onChange: () => undefined,
                pictures: { ...pictures, keeper: NOT_KEPT },
              }}
              onPick={suggestions.show}
            />
          )}
          {legal && <TemplateNote />}
        </div>
      </div>
      {isSplit && !preview && (
        <SplitPreview
          pending={<div className="flex-1 border-l border-line" />}
          text={editing.currentText}
          base={base}
          revision={`${edits} ${JSON.stringify({ ...fields, content_markdown: '' })}`}
          editorView={editorView}
          writing={writing}
        />
      )}
      {linkPicker}
    </div>
  )
}

/** Pictures of a suggestion are not stored on this machine: they would come back in the text itself. */
const NOT_KEPT: Sending['keeper'] = {
  keep: () => Promise.resolve(false),
  note: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  hold: () => Promise.resolve(() => undefined),
  textKept: () => Promise.resolve(),
}

/** Shown below the text of a legal page, not part of it. */
function TemplateNote() {
  return (
    <p className="mt-6 flex items-start gap-2 font-ui text-s text-fg-2">
      <Info aria-hidden className="icon-small mt-0.5 flex-none" />
      Diese Vorlage ist keine Rechtsberatung. Der Satz steht nicht auf der Seite.
    </p>
  )
}

/** The element in which an editor view is rendered, down to the foot of the column. Event handlers are read at each event. */
function MarkdownEditor({ editorView, ...events }: WritingEvents & { editorView: TextEditorView }) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(events)
  useEffect(() => {
    latest.current = events
  })
  useEffect(() => (host.current ? editorView.mount(host.current, () => latest.current) : undefined), [editorView])
  return <div ref={host} className="md-editor grid grid-cols-1" />
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { Minimize2 } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Article } from '../../../../contract/articles.ts'
import type { PublishHint } from '../../../../rules/publish-check.ts'
import { open } from '../../../actions/overlays.ts'
import { useOffers, type Meant } from '../../../actions/offers.ts'
import { cx } from '../../../lib/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { useDocumentTitle } from '../../../ui/page.tsx'
import { keptPlace } from '../../../writing/local/last-position.ts'
import type { FoundCopy } from '../../../writing/local/local-copies.ts'
import { TextEditorView } from '../../../writing/editor-view/editor-view.ts'
import { textOf } from '../../../writing/text/article-text.ts'
import { EditorBar } from './bars/editor-bar.tsx'
import { EditorFoot } from './bars/editor-foot.tsx'
import { EditorNotice } from './bars/editor-notice.tsx'
import { NarrowTools, type CursorAt } from './bars/narrow-tools.tsx'
import { EditorDialogs, type EditorDialog, type Tool } from './dialogs/editor-dialogs.tsx'
import { EditorPanel } from './properties/editor-panel.tsx'
import { PanelTabs } from './properties/panel-tabs.tsx'
import { useRemarks } from './remarks/use-remarks.ts'
import { useSuggestions } from './suggestions/use-suggestions.ts'
import { useReview, type ReviewState } from './review/use-review.ts'
import { useBlankQuestion, useBlanks, type TextBlank } from './state/use-blanks.tsx'
import { useOpenArticle, type ArticleEditing } from './state/use-open-article.ts'
import { useComparePage } from './revisions/use-compare-page.ts'
import { usePublishCheck } from './state/use-publish-check.ts'
import { afterFrame } from '../../../lib/after-frame.ts'
import { useEdits, useWritingViews, type WritingViews } from './state/use-writing-views.ts'
import { useWaysInto, type Ways } from './state/use-ways-into.ts'
import { useWrittenNoun } from './state/written-noun.ts'
import { useDuplicate } from '../use-duplicate.ts'
import { WritingColumns } from './writing-columns.tsx'
import { usePinning, type Pinning } from './state/use-pinning.ts'
import { textOffers } from './bars/tool-row.tsx'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../data/api-context.tsx'
import { useMay } from '../../../data/role.ts'
import { wordsQuery } from '../../../data/words.ts'

const ComparePage = onDemand(async () => (await import('./revisions/compare-page.tsx')).ComparePage)
const WholePreview = onDemand(async () => (await import('./preview/whole-preview.tsx')).WholePreview)
const PropertiesPanel = onDemand(async () => (await import('./properties/properties-panel.tsx')).PropertiesPanel)
const ReviewDialogs = onDemand(async () => (await import('./review/review-dialogs.tsx')).ReviewDialogs)
const RemarkSheet = onDemand(async () => (await import('./remarks/remarks-pane.tsx')).RemarkSheet)
const SuggestionLayer = onDemand(async () => (await import('./suggestions/suggestion-layer.tsx')).SuggestionLayer)
const PagePanel = onDemand(async () => (await import('./properties/page-panel.tsx')).PagePanel)

type Props = {
  userId: string
  article: Article | null
  found: FoundCopy | null
  startInPreview: boolean
  onCreated: (id: string) => void
}

/** The editor: bar, title, text, footer, and a panel for everything else (docs/look.md#writing). */
export function ArticleEditor({ userId, article, found, startInPreview, onCreated }: Props) {
  const navigate = useNavigate()
  const { list, words, noun, address } = useWrittenNoun()
  const screen = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLTextAreaElement>(null)
  const [editorView] = useState(() => {
    const text = found?.copy.text ?? (article && textOf(article))
    return new TextEditorView(text?.content_markdown ?? '', found?.copy.place ?? keptPlace(article?.id ?? null))
  })
  /** The text that is seen: the one that is written, or the one in which suggestions are typed. */
  const seen = useRef(editorView)
  const views = useWritingViews({ startInPreview, withPanel: article !== null, screen, editorView, seen, title })
  const { preview, focused } = views
  const { narrow } = views.room
  const { edits, noteEdit } = useEdits()
  const unasked = useOpenArticle({
    userId,
    article,
    found,
    editorView,
    onCreated,
    onLeave: () => void navigate(list()),
    onTitleMissing: () => views.showText(() => title.current?.focus()),
  })
  const foundBlanks = useBlanks(unasked, { edits, editorView })
  const [editing, blankQuestion] = useBlankQuestion(unasked, editorView)
  const { base } = editing
  useOwnWords(editorView)
  const foundHints = usePublishCheck(editing, { edits, editorView })
  const remarks = useRemarks({ editing, editorView, seen, views, edits })
  const suggestions = useSuggestions({ editing, editorView, views, setTab: remarks.setTab, userId })
  const shownView = suggestions.draft ?? editorView
  useLayoutEffect(() => {
    seen.current = shownView
  }, [shownView])
  // Places of the text that is written do not count in the one in which suggestions are typed.
  const [hints, blanks] = suggestions.draft ? [[], []] : [foundHints, foundBlanks]
  const ways = useWaysInto({ views, editorView: shownView, title, blanks, setTab: remarks.setTab })
  const [dialog, setDialog] = useState<EditorDialog | null>(null)
  const [cursorAt, setCursorAt] = useState<CursorAt>({ picture: null, table: false })
  const duplicate = useDuplicate()
  const pinning = usePinning(base)
  const review = useReview(editing, userId)
  const { comparing: wantsVersions, compare, endComparing } = useComparePage()
  const comparing = wantsVersions && base !== null
  const isArticle = noun === 'articles'
  const isPublic = base?.status === 'published'
  const mayPublish = useMay('texts.publish')
  const mayWalk = base !== null && remarks.walk.mayGo
  // The palette returns the focus first. An action that changes the text shows it.
  const inText = (act: () => void) => afterFrame(() => views.uncoverText(act))
  const sendAsNewsletter = () => void navigate({ to: '/admin/newsletter', search: { artikel: base?.id } })
  useDocumentTitle(editing.fields.title.trim() || words.new)
  useOffers(
    {
      'editor.save': () => void editing.save('save', { leave: false }),
      'editor.publish': mayPublish ? () => void editing.save(isPublic ? 'update' : 'publish', { leave: true }) : null,
      'editor.cover': isArticle ? () => setDialog('cover') : null,
      'editor.preview': () => views.showPreview(!preview),
      'editor.panel': views.togglePanel,
      'editor.remark': preview || suggestions.draft ? null : remarks.compose,
      'editor.writers': base && !suggestions.draft ? () => inText(() => setDialog('writers')) : null,
      'editor.suggest': suggestions.text && !preview ? () => suggestions.suggest(!suggestions.draft) : null,
      'editor.suggestions': base ? () => suggestions.show(null) : null,
      'editor.remarks': base ? () => afterFrame(remarks.open) : null,
      'remark.next': mayWalk ? () => remarks.walk.step(1) : null,
      'remark.previous': mayWalk ? () => remarks.walk.step(-1) : null,
      'editor.focus': () => views.setFocused(true),
      'editor.outline': () => setDialog('outline'),
      'editor.check': ways.toCheck,
      'articles.duplicate': base && isArticle ? () => void duplicate(base.id) : null,
      'editor.split': views.mayShowBoth ? () => views.setSplit(!views.split) : null,
      'editor.republish': isPublic && mayPublish ? () => void editing.save('publish', { leave: true }) : null,
      'editor.revisions': base ? compare : null,
      'editor.activity': base ? () => setDialog('activity') : null,
      'editor.schedule':
        mayPublish && isArticle && (!isPublic || base.has_unpublished_changes) ? () => setDialog('schedule') : null,
      'editor.newsletter': mayPublish && base && isArticle && base.status !== 'draft' ? sendAsNewsletter : null,
      'editor.withdraw':
        mayPublish && base && base.status !== 'draft' ? () => void editing.changeStatus('draft') : null,
      'editor.review': review.hasText && review.review !== 'requested' ? () => review.ask('request') : null,
      'editor.discard': isPublic && base.has_unpublished_changes ? () => setDialog('discard') : null,
      'editor.view': isPublic ? () => window.open(address(base.slug), '_blank', 'noopener') : null,
      'editor.proof': isArticle ? () => setDialog('proof') : null,
      'editor.pin': mayPublish && base && isArticle ? pinning.toggle : null,
      'editor.preview-link': base && mayPublish ? () => setDialog('preview-links') : null,
      'editor.template': mayPublish && base && isArticle ? () => setDialog('template') : null,
      'text.enter': preview ? null : () => shownView.focus(),
      'text.commands': () => inText(() => shownView.openCommands()),
      'text.find': () => inText(() => shownView.find()),
      ...textOffers(
        (tool) => inText(() => shownView.run(tool)),
        () => inText(() => setDialog('text')),
      ),
      ...(mayPublish ? OPEN_ARTICLE : {}),
    },
    () =>
      openArticle(editing, noun, async () => {
        await navigate(list())
        await editing.article.flush()
      }),
  )
  useHitPlace(editorView, views)
  // With the first drawing: later the focus would be taken from where a quick writer has clicked.
  useLayoutEffect(() => {
    if (article === null && found === null) title.current?.focus()
  }, [article, found])

  const properties = (
    <PanelTabs remarks={remarks} suggestions={suggestions} editing={editing} editorView={editorView} userId={userId}>
      <Properties
        editing={editing}
        editorView={editorView}
        hints={hints}
        blanks={blanks}
        ways={ways}
        pinning={pinning}
        review={review}
        onPickCover={() => setDialog('cover')}
        onDiscard={() => setDialog('discard')}
        onRevisions={() => {
          if (narrow) views.setPanel(false)
          compare()
        }}
        onTool={setDialog}
      />
    </PanelTabs>
  )
  return (
    <div
      ref={screen}
      className={cx(
        'flex min-w-0 flex-none! flex-col',
        focused ? 'fixed inset-0 z-30 bg-page' : 'relative h-[calc(100dvh-var(--header))]',
      )}
    >
      {comparing && (
        <ComparePage
          pending={<div className="flex-1" />}
          editing={editing}
          base={base}
          room={views.room}
          onClose={endComparing}
        />
      )}
      {/* The text stays where it is, out of sight, while versions are compared. */}
      <div className={comparing ? 'hidden' : 'contents'}>
        {!preview && <h1 className="sr-only">{base ? words.edit : words.new}</h1>}
        {focused && <EndFocusMode onEnd={() => views.setFocused(false)} />}
        <EditorBar
          editing={editing}
          userId={userId}
          views={views}
          hints={hints.length}
          blanks={blanks.length}
          ways={ways}
          review={review}
          suggestions={suggestions}
          onDiscard={() => setDialog('discard')}
          onSchedule={() => setDialog('schedule')}
          onNewsletter={sendAsNewsletter}
          onRevisions={compare}
          onOutline={() => setDialog('outline')}
        />
        <div className="flex min-h-0 flex-1">
          <div className="relative flex min-w-0 flex-1 flex-col">
            <EditorNotice editing={editing} />
            <WritingColumns
              editing={editing}
              views={views}
              editorView={editorView}
              title={title}
              edits={edits}
              onEdit={noteEdit}
              onPick={setDialog}
              remarks={remarks}
              suggestions={suggestions}
              onCursorAt={(at) => setCursorAt((former) => ({ ...former, ...at }))}
            />
            {preview && (
              <WholePreview
                pending={<div className="flex-1" />}
                text={editing.currentText()}
                base={base}
                line={views.line}
              />
            )}
            {!preview && !focused && !narrow && (
              <EditorFoot
                edits={edits}
                views={views}
                editorView={shownView}
                onImage={() => setDialog('text')}
                onHeading={ways.toHeading}
              />
            )}
          </div>
          {views.panel && !narrow && !focused && (
            <EditorPanel docked={views.room.wide} onClose={() => views.setPanel(false)}>
              {properties}
            </EditorPanel>
          )}
        </div>
        {narrow && !preview && !focused && (
          <NarrowTools editorView={shownView} cursorAt={cursorAt} onImage={() => setDialog('text')} />
        )}
      </div>
      {narrow && (
        <Dialog
          open={views.panel && !comparing}
          onClose={() => views.setPanel(false)}
          initialFocus="dialog"
          // With tabs the first of them says `Angaben`.
          title={base ? <span className="line-clamp-1">{editing.fields.title.trim() || words.new}</span> : 'Angaben'}
        >
          {properties}
        </Dialog>
      )}
      {narrow && remarks.sheet && remarks.text && (
        <RemarkSheet pending={null} remarks={remarks} text={remarks.text} userId={userId} />
      )}
      {suggestions.text && (suggestions.items.length > 0 || suggestions.draft) && (
        <SuggestionLayer
          pending={null}
          suggestions={suggestions}
          text={suggestions.text}
          editing={editing}
          editorView={editorView}
          edits={edits}
          narrow={narrow}
        />
      )}
      {base && <ReviewDialogs state={review} userId={userId} id={base.id} title={editing.fields.title} />}
      <EditorDialogs dialog={dialog} onDialog={setDialog} editing={editing} editorView={shownView} ways={ways} />
      {blankQuestion}
    </div>
  )
}

/** Opened from a search hit, it selects the found words. */
function useHitPlace(editorView: TextEditorView, { uncoverText }: WritingViews): void {
  const { stelle }: { stelle?: string } = useSearch({ strict: false })
  const show = useEffectEvent(({ start, end }: { start: number; end: number }) =>
    uncoverText(() => editorView.select(start, end)),
  )
  useEffect(() => {
    if (!stelle) return
    let gone = false
    void Promise.all([import('../../../../rules/find-words.ts'), import('../../../../rules/search-text.ts')]).then(
      ([{ findWords }, { searchTerms }]) => {
        const place = gone ? null : findWords(editorView.lines(), searchTerms(stelle))
        if (place) show(place)
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [stelle, editorView])
}

const CHANGES = ['articles.status', 'articles.category', 'articles.tags', 'articles.remove'] as const
const OPEN_ARTICLE = Object.fromEntries(CHANGES.map((id) => [id, () => open({ what: 'palette', step: id })]))

/** Actions of this screen run on the open article, since its text may not be saved yet. */
function openArticle(
  { base, fields, change, changeTags, changeStatus }: ArticleEditing,
  noun: string,
  leave: () => Promise<void>,
): Meant | null {
  if (!base || noun !== 'articles') return null
  const { id, status, slug } = base
  return {
    items: [{ id, title: fields.title, status, slug }],
    open: {
      changeStatus: (next) => void changeStatus(next),
      changeCategory: (category_id) => change({ category_id }),
      leave,
      addTag: (tag) => changeTags((ids) => [...new Set([...ids, tag])]),
    },
  }
}

type PropertiesProps = {
  editing: ArticleEditing
  editorView: TextEditorView
  hints: PublishHint[]
  blanks: TextBlank[]
  ways: Ways
  pinning: Pinning
  review: ReviewState
  onPickCover: () => void
  onTool: (tool: Tool) => void
  onDiscard: () => void
  onRevisions: () => void
}

/** The properties panel of an article or a page. */
function Properties({ editorView, blanks, ways, pinning, review, onPickCover, ...shared }: PropertiesProps) {
  const { noun } = useWrittenNoun()
  const both = {
    ...shared,
    blanks,
    onShowHint: ways.toHint,
    onCheckThere: ways.checkThere,
    onShowBlank: ways.toBlank,
    onNextBlank: ways.toNextBlank,
  }
  if (noun === 'pages') return <PagePanel {...both} review={review} />
  return (
    <PropertiesPanel
      {...both}
      getMarkdown={() => editorView.read()}
      editorView={editorView}
      pinning={pinning}
      review={review}
      onPickCover={onPickCover}
    />
  )
}

function EndFocusMode({ onEnd }: { onEnd: () => void }) {
  return (
    <IconButton
      label="Konzentriertes Schreiben beenden"
      shortcut="Esc"
      tooltipSide="left"
      className="absolute top-1 right-2 z-10"
      onClick={onEnd}
    >
      <Minimize2 aria-hidden />
    </IconButton>
  )
}

/** Dictionary words in the text: accepted ones are not marked by spell checks, flagged ones are highlighted. */
function useOwnWords(editorView: TextEditorView): void {
  const words = useQuery({ ...wordsQuery(useApi()), staleTime: 60_000 }).data
  useEffect(() => {
    if (!words) return
    const of = (kind: string) => words.filter((one) => one.kind === kind).map(({ word }) => word)
    editorView.setOwnWords({ accepted: of('accepted'), flagged: of('flagged') })
  }, [words, editorView])
}

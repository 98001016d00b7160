import { useState, type ReactNode } from 'react'
import type { ArticleStatus } from '../../../../../contract/articles.ts'
import type { PublishHint } from '../../../../../rules/publish-check.ts'
import { useMay } from '../../../../data/role.ts'
import { SelectOnDemand } from '../../../../ui/select-on-demand.tsx'
import { STATE_LABELS, StateGlyph } from '../../../../ui/state-glyph.tsx'
import { FieldLabel, fieldBoxClass } from '../../../../ui/text-field.tsx'
import { toastDone, toastFault } from '../../../../ui/toast.tsx'
import { CategoryRow } from './category-row.tsx'
import { CommentsRow } from './comments-row.tsx'
import { CoverField } from './cover-field.tsx'
import { DateRow, TakeDownRow } from './date-row.tsx'
import { NarrowSave } from './narrow-save.tsx'
import { DialogRow } from './editor-panel.tsx'
import { DetailFields } from './detail-fields.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { Tool } from '../dialogs/editor-dialogs.tsx'
import { SourcesSection } from '../sources/sources-section.tsx'
import { AssigneeRow } from './assignee-row.tsx'
import { ArticleTools } from './article-tools.tsx'
import { BlankList } from './blank-list.tsx'
import { LabelFields } from './label-fields.tsx'
import { PublishCheck } from './publish-check.tsx'
import { ReadsRow } from './reads-row.tsx'
import { SlugField } from './slug-field.tsx'
import { TagsRow } from './tags-row.tsx'
import type { TextBlank } from '../state/use-blanks.tsx'
import { ReviewRow } from '../review/review-actions.tsx'
import type { ReviewState } from '../review/use-review.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { Pinning } from '../state/use-pinning.ts'

type Props = {
  editing: ArticleEditing
  pinning: Pinning
  review: ReviewState
  getMarkdown: () => string
  editorView: TextEditorView
  onTool: (tool: Tool) => void
  hints: PublishHint[]
  onShowHint: (hint: PublishHint) => void
  onCheckThere: () => void
  onPickCover: () => void
  onDiscard: () => void
  onRevisions: () => void
  /** Blanks left by a template. */
  blanks: TextBlank[]
  onShowBlank: (blank: TextBlank) => void
  onNextBlank: () => void
}

const STATUSES: ArticleStatus[] = ['draft', 'scheduled', 'published']

/** The properties of an article: 320 px beside the text, a bottom sheet when narrow. */
export function PropertiesPanel(props: Props) {
  const {
    editing,
    getMarkdown,
    hints,
    onShowHint,
    onPickCover,
    onDiscard,
    onRevisions,
    blanks,
    onShowBlank,
    onNextBlank,
    editorView,
    onTool,
    review,
  } = props
  const { base, fields, busy } = editing
  const [scheduling, setScheduling] = useState(false)
  const mayPublish = useMay('texts.publish')
  const status = base?.status ?? 'draft'
  const waits = status === 'scheduled' && review.fourEyes && review.review !== 'approved'
  return (
    <>
      <div className="grid grid-cols-[96px_minmax(0,1fr)] items-start">
        <PropertyLabel>Status</PropertyLabel>
        <SelectOnDemand<ArticleStatus>
          label="Status"
          value={status}
          disabled={busy !== null || !mayPublish}
          onChange={(next) => {
            void editing.changeStatus(next).then(() => setScheduling(next === 'scheduled'))
          }}
          choices={STATUSES.map((value) => ({ value, label: STATE_LABELS[value], icon: <StateGlyph state={value} /> }))}
          className="-mr-2"
        />
        {base && status !== 'draft' && mayPublish && (
          <>
            <PropertyLabel>Datum</PropertyLabel>
            <DateRow
              article={base}
              busy={busy !== null}
              open={scheduling && status === 'scheduled'}
              onOpen={setScheduling}
              onSave={editing.changeDate}
            />
            {waits && <span className="col-start-2 -mt-1 pb-1 text-xs text-scheduled">wartet auf Freigabe</span>}
            <PropertyLabel>Zurückziehen</PropertyLabel>
            <TakeDownRow article={base} busy={busy !== null} onSave={editing.changeTakeDown} />
          </>
        )}
        {review.review !== 'none' && (
          <>
            <PropertyLabel>Abnahme</PropertyLabel>
            <ReviewRow state={review} />
          </>
        )}
        <PropertyLabel>Kategorie</PropertyLabel>
        <CategoryRow
          chosen={fields.category_id}
          onChange={(category_id) => editing.change({ category_id })}
          onComing={editing.awaitChange}
          keptAs={base?.id}
        />
        <PropertyLabel>Schlagwörter</PropertyLabel>
        <TagsRow
          chosen={fields.tag_ids}
          onChange={editing.changeTags}
          onComing={editing.awaitChange}
          keptAs={base?.id}
        />
        {base && mayPublish && (
          <>
            <PropertyLabel>Zuständig</PropertyLabel>
            <AssigneeRow article={base} />
          </>
        )}
        {base && status === 'published' && (
          <>
            <PropertyLabel>Gelesen</PropertyLabel>
            <ReadsRow articleId={base.id} />
          </>
        )}
      </div>
      <hr className="-mx-5 my-3 border-line" />
      <CoverField
        url={fields.cover_image_url}
        onPick={onPickCover}
        onRemove={() => editing.change({ cover_image_url: null })}
      />
      <div className="py-2">
        <FieldLabel
          htmlFor="article-excerpt"
          aside={
            <button
              type="button"
              className="rounded-small font-medium text-fg max-md:h-11"
              onClick={() => void generateExcerpt(editing, getMarkdown)}
            >
              Erzeugen
            </button>
          }
        >
          Auszug
        </FieldLabel>
        <span className={`${fieldBoxClass} items-start px-2.5! py-2`}>
          <textarea
            id="article-excerpt"
            lang="de"
            spellCheck
            rows={3}
            maxLength={2000}
            value={fields.excerpt}
            onChange={(event) => editing.change({ excerpt: event.target.value })}
            className="field-sizing-content min-h-14 min-w-0 flex-1 resize-none bg-transparent text-s outline-none max-md:text-l"
          />
        </span>
      </div>
      <SlugField editing={editing} />
      {base && (
        <div className="grid grid-cols-[96px_minmax(0,1fr)] items-start">
          <PropertyLabel>Gäste</PropertyLabel>
          <DialogRow onOpen={() => onTool('guests')}>Einladen …</DialogRow>
          {mayPublish && (
            <>
              <PropertyLabel>Vorschau</PropertyLabel>
              <DialogRow onOpen={() => onTool('preview-links')}>Vorschaulink …</DialogRow>
              <PropertyLabel>Kommentare</PropertyLabel>
              <CommentsRow articleId={base.id} />
            </>
          )}
        </div>
      )}
      <DetailFields editing={editing} />
      <LabelFields editing={editing} pinning={props.pinning} />
      <hr className="-mx-5 my-3 border-line" />
      <SourcesSection editing={editing} editorView={editorView} />
      <BlankList blanks={blanks} onShowBlank={onShowBlank} onNextBlank={onNextBlank} />
      <PublishCheck hints={hints} onShow={onShowHint} onThere={props.onCheckThere} />
      <ArticleTools editing={editing} review={review} onTool={onTool} />
      <NarrowSave editing={editing} onDiscard={onDiscard} onRevisions={onRevisions} />
    </>
  )
}

/** EDIT-8. `Rückgängig` restores a former excerpt, and an empty text does not clear it. */
async function generateExcerpt(editing: ArticleEditing, getMarkdown: () => string): Promise<void> {
  const former = editing.fields.excerpt
  const loaded = await import('../../../../../markdown/excerpt.ts').catch(() => null)
  const excerpt = loaded?.excerptOf(getMarkdown())
  if (!excerpt) {
    const description = loaded ? 'Der Text enthält noch keine Wörter.' : 'Der Server antwortet nicht.'
    toastFault('Auszug nicht generiert', { description })
    return
  }
  editing.change({ excerpt })
  const undo = former.trim() === '' || former === excerpt ? undefined : () => editing.change({ excerpt: former })
  toastDone('Auszug generiert', undo && { undo })
}

function PropertyLabel({ children }: { children: ReactNode }) {
  return <span className="flex h-11 items-center text-s text-fg-2 md:h-8">{children}</span>
}

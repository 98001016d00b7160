import type { ReactNode } from 'react'
import { onDemand } from '../../../../ui/on-demand.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import type { RemarksState } from '../remarks/use-remarks.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { SuggestionsState } from '../suggestions/use-suggestions.ts'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'

const RemarksPane = onDemand(async () => (await import('../remarks/remarks-pane.tsx')).RemarksPane)
const SuggestionsPane = onDemand(async () => (await import('../suggestions/suggestions-pane.tsx')).SuggestionsPane)

/** The tabs of the panel: the properties of the text, the remarks about it and the suggestions in it. A text that was never saved has the first alone. */
export function PanelTabs({
  remarks,
  suggestions,
  editing,
  editorView,
  userId,
  children,
}: {
  remarks: RemarksState
  suggestions: SuggestionsState
  editing: ArticleEditing
  editorView: TextEditorView
  userId: string
  children: ReactNode
}) {
  const { text, items, tab, setTab } = remarks
  if (!text) return children
  const open = items.filter(({ done_at }) => done_at === null).length
  return (
    <Tabs
      label="Angaben, Anmerkungen und Vorschläge"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'facts', label: 'Angaben' },
        { value: 'remarks', label: 'Anmerkungen', count: open > 0 ? open : undefined },
        {
          value: 'suggestions',
          label: 'Vorschläge',
          count: suggestions.items.length > 0 ? suggestions.items.length : undefined,
        },
      ]}
      className="gap-0! md:-mx-5! md:px-2! [&>button]:px-2! [&>button]:text-s"
      panelClassName="pt-1"
    >
      {tab === 'facts' && children}
      {tab === 'suggestions' && suggestions.text && (
        <SuggestionsPane
          pending={<div className="h-40" />}
          suggestions={suggestions}
          text={suggestions.text}
          editing={editing}
          editorView={editorView}
        />
      )}
      {tab === 'remarks' && (
        <RemarksPane
          pending={<div className="h-40" />}
          remarks={suggestions.draft ? { ...remarks, compose: undefined } : remarks}
          text={text}
          userId={userId}
        />
      )}
    </Tabs>
  )
}

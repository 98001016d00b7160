import type { ReactNode } from 'react'
import { onDemand } from '../../../../ui/on-demand.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import type { RemarksState } from '../remarks/use-remarks.ts'

const RemarksPane = onDemand(async () => (await import('../remarks/remarks-pane.tsx')).RemarksPane)

/** The tabs of the panel: the properties of the text, and the remarks about it. A text that was never saved has the first alone. */
export function PanelTabs({
  remarks,
  userId,
  children,
}: {
  remarks: RemarksState
  userId: string
  children: ReactNode
}) {
  const { text, items, tab, setTab } = remarks
  if (!text) return children
  const open = items.filter(({ done_at }) => done_at === null).length
  return (
    <Tabs
      label="Angaben und Anmerkungen"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'facts', label: 'Angaben' },
        { value: 'remarks', label: 'Anmerkungen', count: open > 0 ? open : undefined },
      ]}
      className="md:-mx-5! md:px-3!"
      panelClassName="pt-1"
    >
      {tab === 'facts' ? (
        children
      ) : (
        <RemarksPane pending={<div className="h-40" />} remarks={remarks} text={text} userId={userId} />
      )}
    </Tabs>
  )
}

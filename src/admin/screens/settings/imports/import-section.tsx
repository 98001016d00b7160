import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useApi } from '../../../data/api-context.tsx'
import { importsQuery } from '../../../data/imports.ts'
import { BrokenState } from '../../../ui/screen-state.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportReport, ReportActions } from './import-report.tsx'
import { RunCard } from './run-card.tsx'

/** The import whose report the URL names, while it is not running, and the navigation to it. */
function useReport() {
  const navigate = useNavigate()
  const { eintrag } = useSearch({ from: '/admin/settings' })
  const runs = useQuery(importsQuery(useApi()))
  const show = (id: string | undefined) => void navigate({ to: '.', search: { bereich: 'import', eintrag: id } })
  const named = runs.data?.find(({ id }) => id === eintrag)
  const run = named && named.state !== 'running' && named.state !== 'undoing' && named.counts.total > 0 ? named : null
  return { runs, run, show }
}

/** Actions for the shown report, in the title row. */
export function ImportActions() {
  const { run, show } = useReport()
  return run && <ReportActions run={run} onClose={() => show(undefined)} className="max-md:hidden" />
}

/** Import from other systems (RUL-53): a dry run, its report, the import itself, and its undo. */
export function ImportSection() {
  const { runs, run, show } = useReport()
  if (runs.isPending) return <SkeletonCards cards={2} columns="grid max-w-[720px] gap-4" />
  if (runs.isError && !runs.data) return <BrokenState query={runs} />
  if (run) return <ImportReport key={run.id} run={run} onClose={() => show(undefined)} />
  return (
    <div className="grid max-w-[720px] gap-4">
      <ImportForm onBegun={show} />
      {runs.data?.map((each) => (
        <RunCard key={each.id} run={each} now={runs.dataUpdatedAt} onReport={() => show(each.id)} />
      ))}
    </div>
  )
}

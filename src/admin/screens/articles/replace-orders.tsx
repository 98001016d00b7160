import { useQuery } from '@tanstack/react-query'
import type { Replacement } from '../../../contract/replacements.ts'
import { useApi } from '../../data/api-context.tsx'
import { replacementsQuery } from '../../data/replacements.ts'
import { inArticles } from '../../lib/counts.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { quoted } from '../../../rules/quoted.ts'

/** Progress of an order, and what it did not change. */
export function Progress({ order, busy }: { order: Replacement; busy: boolean }) {
  const done = order.total - order.left
  return (
    <div className="mt-3 flex flex-col gap-2 text-s">
      <p>
        {busy
          ? `${order.state === 'undoing' ? 'Wird rückgängig gemacht' : 'Wird ersetzt'}: ${done} von ${order.total}`
          : order.state === 'undone'
            ? 'Alles steht wieder, wie es war.'
            : `${quoted(order.find)} ist ${inArticles(order.replaced)} ersetzt. Jeder hat eine neue Fassung.`}
      </p>
      {busy && <progress aria-label="Fortschritt" max={order.total} value={done} className="block h-1 w-full" />}
      {order.skipped.length > 0 && (
        <ul aria-label="Nicht geändert" className="max-h-40 overflow-y-auto text-fg-2">
          {order.skipped.map(({ article_id, title, reason }) => (
            <li key={article_id} className="wrap-anywhere">
              {quoted(title)}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type FormerProps = { busy: boolean; onWork: (order: Replacement) => void; onUndo: (order: Replacement) => void }

/** Recent orders: an unfinished one can be continued, a finished one undone. */
export function Former({ busy, onWork, onUndo }: FormerProps) {
  const list = useQuery(replacementsQuery(useApi()))
  if (list.isError) return <p className="text-s text-danger">{faultSentence(list.error)}</p>
  const orders = list.data ?? []
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="former-replacements" className="pt-2">
      <h3 id="former-replacements" className="text-s text-fg-2">
        Zuletzt ersetzt
      </h3>
      <ul className="max-h-48 overflow-y-auto">
        {orders.slice(0, 5).map((order) => (
          <li key={order.id} className="flex items-center gap-2 text-s">
            <span className="min-w-0 flex-1 truncate">
              {quoted(order.find)} durch {quoted(order.replacement)} {inArticles(order.total)}
            </span>
            {(order.state === 'running' || order.state === 'undoing') && (
              <Button look="quiet" disabled={busy} onClick={() => onWork(order)}>
                Fortsetzen
              </Button>
            )}
            {order.state === 'done' && order.replaced > 0 && (
              <Button look="quiet" disabled={busy} onClick={() => onUndo(order)}>
                Rückgängig
              </Button>
            )}
            {order.state === 'undone' && <span className="text-fg-2">rückgängig gemacht</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

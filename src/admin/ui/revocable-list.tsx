import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { toastDone, toastRefusal } from './toast.tsx'

type Props<T> = {
  label: string
  items: T[]
  nameOf: (item: T) => string
  detailOf: (item: T) => ReactNode
  /** What ends one: `Widerrufen`. */
  verb: string
  /** The same with its name, for screen readers. */
  verbFor: (name: string) => string
  question: string
  consequence: (name: string) => string
  done: string
  failed: string
  revoke: (item: T) => Promise<unknown>
}

/** What opens something until it is ended: each with its name and what else is known of it. Ending one asks first. */
export function RevocableList<T extends { id: string }>({ items, nameOf, detailOf, verb, ...props }: Props<T>) {
  const [asked, setAsked] = useState<T | null>(null)
  const revoke = async (item: T) => {
    setAsked(null)
    try {
      await props.revoke(item)
      toastDone(props.done)
    } catch (error) {
      toastRefusal(error, props.failed)
    }
  }
  return (
    <>
      <ul aria-label={props.label} className="border-t border-line">
        {items.map((item) => (
          <li key={item.id} className="flex items-center gap-2 border-b border-line py-1.5">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{nameOf(item)}</p>
              <p className="text-s text-fg-2">{detailOf(item)}</p>
            </div>
            <Button look="quiet" onClick={() => setAsked(item)} aria-label={props.verbFor(nameOf(item))}>
              {verb}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={props.question}
        description={asked && props.consequence(nameOf(asked))}
        verb={verb}
        onConfirm={() => asked && void revoke(asked)}
      />
    </>
  )
}

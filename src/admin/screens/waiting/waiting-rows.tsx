import type { ReactNode } from 'react'
import { FieldError } from '../../ui/text-field.tsx'

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="border-t border-line">
      {children}
    </ul>
  )
}

/** One waiting item: its name, what is sent, why it was refused, and its actions. */
export function Row(props: { title: string; detail: string; fault?: string | undefined; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium wrap-anywhere">{props.title}</p>
        <p className="text-s text-fg-2">{props.detail}</p>
        {props.fault && <FieldError>{props.fault}</FieldError>}
      </div>
      <div className="flex flex-wrap gap-1">{props.children}</div>
    </li>
  )
}

import type { ReactNode } from 'react'
import { RestoredNote } from './restored-note.tsx'

type Props = {
  kept: { restored: boolean; discard: () => void }
  onSubmit: () => Promise<void>
  children: ReactNode
}

/** A form that is one line from 768 px on: its fields, and the button that sends it. */
export function LineForm({ kept, onSubmit, children }: Props) {
  return (
    <>
      <RestoredNote {...kept} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
        className="flex flex-col gap-2 md:flex-row md:items-start"
      >
        {children}
      </form>
    </>
  )
}

import { Copy } from 'lucide-react'
import { copyText } from '../lib/copy-save-print.ts'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'
import { toastDone, toastFault } from './toast.tsx'

type Props = {
  label: string
  value: string
  /** The button's words: `URL kopieren`. */
  action: string
  /** What the toast says then. */
  done: string
  hint?: string
}

/** Text to take along: read-only, selected as a whole when entered, with a button that copies it. */
export function CopyField({ label, value, action, done, hint }: Props) {
  const copy = async () => {
    try {
      await copyText(value)
    } catch {
      return toastFault('Fehler beim Kopieren')
    }
    toastDone(done)
  }
  return (
    <div className="flex flex-col gap-2 md:flex-row md:items-start">
      <TextField
        label={label}
        value={value}
        hint={hint}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        className="min-w-0 flex-1"
      />
      <Button size={36} className="md:mt-7" icon={<Copy aria-hidden />} onClick={() => void copy()}>
        {action}
      </Button>
    </div>
  )
}

import { LoaderCircle } from 'lucide-react'
import { cx } from '../lib/class-names.ts'

/** A turning ring inside a busy button or field; the words beside it say what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx('animate-spin', className)} />
}

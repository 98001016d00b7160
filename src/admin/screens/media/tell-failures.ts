import { toastFault } from '../../ui/toast.tsx'
import { quoted } from '../../../rules/quoted.ts'

/** Maximum number of failures that are named. */
const NAMED = 3

/** One toast for the images that a bulk action left unchanged, with their reasons. */
export function tellFailures(failed: { filename: string | null; reason: string | null }[]): void {
  if (failed.length === 0) return
  const lines = failed
    .slice(0, NAMED)
    .map(({ filename, reason }) => (filename ? `${quoted(filename)}: ${reason}` : reason))
  const more = failed.length > NAMED ? ` Und ${failed.length - NAMED} weitere.` : ''
  const count = failed.length === 1 ? 'Ein Bild' : `${failed.length.toLocaleString('de')} Bilder`
  toastFault(`${count} nicht geändert`, { description: lines.join(' ') + more })
}

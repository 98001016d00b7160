import { cx } from '../lib/class-names.ts'

export type SelectLook = 'field' | 'row'

/** The class of what opens a list of choices: a field, or the value of a property row (docs/look.md rule 15). */
export function selectTriggerClass(look: SelectLook): string {
  return cx(
    'flex w-full items-center gap-2 rounded-control text-left data-placeholder:text-fg-3',
    look === 'field' && 'h-11 border border-line-control bg-surface px-3 aria-invalid:border-danger md:h-9',
    look === 'row' && 'h-11 px-2 hover:bg-hover data-[state=open]:bg-pressed md:h-8',
  )
}

import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldFaults } from '../../lib/faults.ts'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

type Saving<Input> = Pick<UseMutationResult<unknown, Error, Input>, 'mutateAsync' | 'isPending'>

/**
 * Saves a form of the settings. What is refused is said in a toast and at its field, and what was typed stays (SET-1). `refuse` says
 * at their fields what the form itself finds wrong.
 */
export function useSettingsSaving<Input>(
  kept: { saved: () => void },
  { mutateAsync, isPending }: Saving<Input>,
  done = 'Einstellungen gespeichert',
) {
  const [faults, setFaults] = useState<Record<string, string>>({})
  const refuse = (found: Record<string, string>) => {
    setFaults(found)
    return false
  }
  const save = async (input: Input) => {
    try {
      await mutateAsync(input)
    } catch (error) {
      toastRefusal(error, 'Fehler beim Speichern')
      return refuse(fieldFaults(error))
    }
    setFaults({})
    kept.saved()
    toastDone(done)
    return true
  }
  return { faults, refuse, save, busy: isPending }
}

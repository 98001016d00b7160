import { useAutosave, type UnsavedTexts } from '../../lib/use-autosave.ts'
import { faultSentence } from '../../lib/faults.ts'
import { toastFault } from '../../ui/toast.tsx'

type Noted = { id: string; note: string | null }
type Saving = {
  unsaved: UnsavedTexts
  save: (record: { id: string; note: string }) => Promise<unknown>
  failed: { sentence: string; id: string }
}

/** The note of a record, which saves itself; a failure is said once at a time. */
export function useNote({ id, note }: Noted, { unsaved, save, failed }: Saving) {
  return useAutosave({
    key: id,
    stored: note ?? '',
    unsaved,
    save: async (text) => {
      try {
        await save({ id, note: text })
      } catch (error) {
        toastFault(failed.sentence, { id: failed.id, description: faultSentence(error) })
        throw error
      }
    },
  })
}

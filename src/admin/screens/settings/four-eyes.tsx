import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../data/api-context.tsx'
import { settingsQuery, useSaveSettings } from '../../data/settings.ts'
import { Checkbox, TICK_AT_EDGE } from '../../ui/checkbox.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

/** The setting `Vier-Augen-Prinzip` (RUL-61), for owners. It saves at once. */
export function FourEyes() {
  const settings = useQuery(settingsQuery(useApi())).data
  const save = useSaveSettings()
  if (!settings) return null
  const isOn = settings.four_eyes ?? false
  const set = async (four_eyes: boolean) => {
    try {
      await save.mutateAsync({ four_eyes })
      toastDone(four_eyes ? 'Vier-Augen-Prinzip eingeschaltet' : 'Vier-Augen-Prinzip ausgeschaltet', {
        undo: () => void set(!four_eyes),
        id: 'four-eyes',
      })
    } catch (error) {
      toastRefusal(error, 'Fehler beim Speichern')
    }
  }
  return (
    <div className="mb-4">
      <Checkbox
        shown
        label="Vier-Augen-Prinzip"
        className={TICK_AT_EDGE}
        checked={isOn}
        onToggle={() => void set(!isOn)}
      />
      <p className="text-s text-fg-2">Öffentlich wird erst, was jemand anderes freigibt.</p>
    </div>
  )
}

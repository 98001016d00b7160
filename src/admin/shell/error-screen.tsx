import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { TriangleAlert, RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { ScreenState } from '../ui/screen-state.tsx'

/** A screen broke while drawing: says so in its place, keeps the frame around it, and tries again on demand. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  return (
    <div className="flex flex-1 flex-col px-4">
      <ScreenState
        heading="h1"
        role="alert"
        icon={TriangleAlert}
        title="Diese Ansicht ist gestört"
        sentence="Ein Fehler hat sie angehalten. Gespeichertes ist sicher."
        action={
          <Button
            look="primary"
            icon={<RotateCw aria-hidden />}
            onClick={() => {
              reset()
              void router.invalidate()
            }}
          >
            Erneut versuchen
          </Button>
        }
      />
    </div>
  )
}

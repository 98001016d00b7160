import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { TriangleAlert, RotateCw } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { useConnection } from '../lib/connection.ts'
import { isUnreachable, UnreachableError } from '../lib/faults.ts'
import { Button } from '../ui/button.tsx'
import { ScreenState, ServerAwayState } from '../ui/screen-state.tsx'

/** A screen broke while drawing: says so in its place, keeps the frame around it, and tries again on demand. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = useCallback(() => {
    reset()
    void router.invalidate()
  }, [reset, router])
  return (
    <div className="flex flex-1 flex-col px-4">
      {isUnreachable(error) ? <CodeAway error={error} retry={retry} /> : <Broken error={error} retry={retry} />}
    </div>
  )
}

type Props = { error: unknown; retry: () => void }

function Broken({ error, retry }: Props) {
  useEffect(() => console.error(error), [error])
  return (
    <ScreenState
      heading="h1"
      role="alert"
      icon={TriangleAlert}
      title="Diese Ansicht ist gestört"
      sentence="Ein Fehler hat sie angehalten. Gespeichertes ist sicher."
      action={
        <Button look="primary" icon={<RotateCw aria-hidden />} onClick={retry}>
          Erneut versuchen
        </Button>
      }
    />
  )
}

/** The code of a screen or of a dialog did not come; it comes by itself once the server is back. */
function CodeAway({ error, retry }: Props) {
  const { connection, lost } = useConnection()
  const was = useRef(false)
  const goOn = useCallback(() => {
    // React remembers a part that did not come until the page is reloaded; what was typed in forms is kept.
    if (error instanceof UnreachableError) retry()
    else location.reload()
  }, [error, retry])
  useEffect(() => connection.check(), [connection])
  useEffect(() => {
    if (was.current && !lost) goOn()
    was.current = lost
  }, [lost, goOn])
  return <ServerAwayState lost={lost} onRetry={() => (lost ? connection.ask() : goOn())} />
}

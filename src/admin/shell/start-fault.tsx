import { Unplug } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { ScreenState } from '../ui/screen-state.tsx'

/** The app cannot start at all, for example without the public key (SESS-10). */
export function StartFault({ error }: { error: unknown }) {
  return (
    <main className="flex min-h-dvh flex-col px-4">
      <ScreenState
        heading="h1"
        role="alert"
        icon={Unplug}
        title="Blog CMS konnte nicht starten"
        sentence={error instanceof Error ? error.message : 'Bitte laden Sie die Seite neu.'}
        action={<Button onClick={() => location.reload()}>Neu laden</Button>}
      />
    </main>
  )
}

import { MonitorSmartphone } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'

type Props = { recovering: boolean; onContinue: () => void }

/**
 * A link requested in one browser and opened in another: its code does not work here, and the remedy depends on the
 * mail.
 */
export function OtherBrowser({ recovering, onContinue }: Props) {
  const title = recovering ? 'Der Link gehört zu einem anderen Browser' : 'Ihre E-Mail-Adresse ist bestätigt'
  useDocumentTitle(title)
  return (
    <ScreenState
      heading="h1"
      icon={MonitorSmartphone}
      title={title}
      sentence={
        recovering
          ? 'Er wirkt nur dort, wo er angefordert wurde. Bitte fordern Sie hier einen neuen an oder geben Sie dort den Code aus einer neuen E-Mail ein.'
          : 'Bitte melden Sie sich nun mit Ihrem Passwort an.'
      }
      action={
        <Button look="primary" onClick={onContinue}>
          {recovering ? 'Neuen Link anfordern' : 'Zur Anmeldung'}
        </Button>
      }
    />
  )
}

import { Link2Off, MailCheck } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'

/**
 * The result of a mailed link to `/auth`, from the fragment: it is invalid, the other address still has to confirm, or
 * a former address is valid again. Every other error is a toast (shell/callback-news.tsx).
 */
type Arrival = 'void' | 'halfway' | 'returned' | null

/** Parses the fragment of a URL. */
export function readArrival(hash: string): Arrival {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  if (fragment.get('error_code') === 'otp_expired') return 'void'
  if (fragment.has('address_returned')) return 'returned'
  return fragment.has('message') ? 'halfway' : null
}

const WORDS = {
  void: {
    icon: Link2Off,
    title: 'Der Link gilt nicht mehr',
    sentence: 'Er ist abgelaufen oder wurde schon benutzt. Bitte fordern Sie einen neuen an.',
  },
  halfway: {
    icon: MailCheck,
    title: 'Die erste Adresse ist bestätigt',
    sentence: 'Bitte öffnen Sie nun noch den Link in der E-Mail an die andere Adresse. Bis dahin gilt die bisherige.',
  },
  returned: {
    icon: MailCheck,
    title: 'Ihre bisherige Adresse gilt wieder',
    sentence:
      'Alle Geräte sind abgemeldet, und das Passwort gilt nicht mehr. Der Link, mit dem Sie ein neues wählen, ist per E-Mail unterwegs.',
  },
} as const

type Props = { arrival: NonNullable<Arrival>; signedIn: boolean; onForgotten: () => void; onContinue: () => void }

/** A mailed link led here without a sign-in: explains what happened and how to continue. */
export function ArrivalNotice({ arrival, signedIn, onForgotten, onContinue }: Props) {
  const words = WORDS[arrival]
  useDocumentTitle(words.title)
  return (
    <ScreenState
      heading="h1"
      icon={words.icon}
      title={words.title}
      sentence={words.sentence}
      action={
        <>
          {arrival === 'void' && !signedIn && <Button onClick={onForgotten}>Passwort vergessen?</Button>}
          <Button look="primary" onClick={onContinue}>
            {signedIn ? 'Weiter' : 'Zur Anmeldung'}
          </Button>
        </>
      }
    />
  )
}

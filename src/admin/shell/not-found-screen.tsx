import { useLocation } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useEffect } from 'react'
import { buttonClass, ButtonLink } from '../ui/button.tsx'
import { useDocumentTitle } from '../ui/page.tsx'
import { ScreenState } from '../ui/screen-state.tsx'

/** PUB-8 inside the admin app (RUL-41): the literal sentence, a way home, and a line in the console. */
export function NotFoundScreen() {
  const { pathname } = useLocation()
  useDocumentTitle('404')
  useEffect(() => console.error('404:', pathname), [pathname])
  return (
    <div className="flex flex-1 flex-col px-4">
      <ScreenState
        heading="h1"
        icon={Compass}
        title="Oops! Page not found"
        sentence="Diese Seite gibt es nicht oder nicht mehr."
        action={
          <>
            <a href="/" className={buttonClass({ look: 'primary' })}>
              Zurück zur Startseite
            </a>
            <ButtonLink to="/admin" look="quiet">
              Zum Dashboard
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}

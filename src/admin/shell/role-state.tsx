import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useEffect } from 'react'
import { ROLE_WORDS, type Role } from '../../rules/roles.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { ScreenState } from '../ui/screen-state.tsx'

/** A screen that the role does not have: why, and where to go. Guests start with the articles. */
export function RoleState({ role, path }: { role: Role; path: string }) {
  const navigate = useNavigate()
  const isStart = path === '/admin' || path === '/admin/'
  useEffect(() => {
    if (isStart) void navigate({ to: '/admin/articles', replace: true })
  }, [isStart, navigate])
  if (isStart) return null
  const { name, may } = ROLE_WORDS[role]
  return (
    <Page title="Nicht für Ihre Rolle">
      <ScreenState
        heading="h1"
        icon={Lock}
        title="Nicht für Ihre Rolle"
        sentence={`Ihre Rolle ist ${name}: ${may} Eine andere Rolle vergeben Inhaber in den Konten.`}
        action={<ButtonLink to="/admin/articles">Zu den Artikeln</ButtonLink>}
      />
    </Page>
  )
}

import type { LucideIcon } from 'lucide-react'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'

/** The honest page of a screen that is not built yet: its title line, and what will stand here. */
export function UpcomingScreen(props: { title: string; icon: LucideIcon; heading: string; sentence: string }) {
  return (
    <Page title={props.title}>
      <TitleLine title={props.title} />
      <ScreenState
        icon={props.icon}
        title={props.heading}
        sentence={props.sentence}
        action={<ButtonLink to="/admin/articles">Zu den Artikeln</ButtonLink>}
      />
    </Page>
  )
}

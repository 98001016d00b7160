import { Calendar, SquareKanban } from 'lucide-react'
import { UpcomingScreen } from './upcoming-screen.tsx'

export function CalendarScreen() {
  return (
    <UpcomingScreen
      title="Kalender"
      icon={Calendar}
      heading="Der Kalender folgt"
      sentence="Hier planen Sie Veröffentlichungen, Deadlines und Meilensteine Monat für Monat."
    />
  )
}

export function EditorialPlanScreen() {
  return (
    <UpcomingScreen
      title="Redaktionsplan"
      icon={SquareKanban}
      heading="Der Redaktionsplan folgt"
      sentence="Hier wandern Aufgaben von der Idee bis zur Veröffentlichung über ein Brett."
    />
  )
}

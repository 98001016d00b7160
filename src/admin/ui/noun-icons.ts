import {
  BookOpen,
  Calendar,
  Files,
  FileText,
  Image,
  Inbox,
  Link,
  MessageSquareText,
  SquareKanban,
  type LucideIcon,
} from 'lucide-react'
import { NOUNS, type Noun, type NounWith } from '../../nouns/nouns.ts'

const ICONS: Record<NonNullable<(typeof NOUNS)[Noun]['icon']>, LucideIcon> = {
  BookOpen,
  Calendar,
  Files,
  FileText,
  Image,
  Inbox,
  Link,
  MessageSquareText,
  SquareKanban,
}

const NOUNS_WITH_ICON = (Object.keys(NOUNS) as Noun[]).filter(
  (noun): noun is NounWith<'icon'> => NOUNS[noun].icon !== null,
)

export const NOUN_ICONS = Object.fromEntries(NOUNS_WITH_ICON.map((noun) => [noun, ICONS[NOUNS[noun].icon]])) as Record<
  NounWith<'icon'>,
  LucideIcon
>

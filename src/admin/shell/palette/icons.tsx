import {
  Activity,
  BookOpen,
  Blocks,
  Calendar,
  CircleDot,
  CircleHelp,
  CornerDownRight,
  ExternalLink,
  FileText,
  Folder,
  Image,
  Inbox,
  Keyboard,
  LayoutDashboard,
  LayoutTemplate,
  Link,
  ListTree,
  LogOut,
  MessageSquareText,
  Moon,
  PanelLeft,
  Plus,
  Rows3,
  Save,
  Search,
  Settings,
  SquareKanban,
  Sun,
  Tag,
  Trash2,
  User,
  X,
  type LucideIcon,
} from 'lucide-react'
import type { SearchNoun } from '../../../rules/search-nouns.ts'
import type { ActionId } from '../../actions/registry.ts'
import { StateGlyph, type GlyphState } from '../../ui/state-glyph.tsx'

const ICONS: Partial<Record<ActionId, LucideIcon>> = {
  'article.new': Plus,
  'page.new': Plus,
  'inbox.open': Inbox,
  'sidebar.toggle': PanelLeft,
  'shortcuts.open': Keyboard,
  'help.open': CircleHelp,
  'theme.light': Sun,
  'theme.dark': Moon,
  'site.open': ExternalLink,
  'session.end': LogOut,
  'go.dashboard': LayoutDashboard,
  'go.articles': FileText,
  'go.calendar': Calendar,
  'go.board': SquareKanban,
  'go.research': BookOpen,
  'go.inbox': Inbox,
  'go.media': Image,
  'go.links': Link,
  'go.prompts': MessageSquareText,
  'go.integrations': Blocks,
  'go.settings': Settings,
  'go.system-check': Activity,
  'go.account': User,
  'list.find': Search,
  'articles.unmark': X,
  'articles.status': CircleDot,
  'articles.category': Folder,
  'articles.tags': Tag,
  'articles.remove': Trash2,
  'task.new': Plus,
  'task.template': LayoutTemplate,
  'board.rows': Rows3,
  'board.unmark': X,
  'board.move': CircleDot,
  'board.assign': User,
  'board.due': Calendar,
  'board.remove': Trash2,
  'editor.save': Save,
  'editor.outline': ListTree,
}

const NOUNS: Record<SearchNoun, LucideIcon> = {
  articles: FileText,
  pages: FileText,
  tasks: SquareKanban,
  events: Calendar,
  research: BookOpen,
  inbox: Inbox,
  media: Image,
  links: Link,
  prompts: MessageSquareText,
}

export function ActionIcon({ id }: { id: ActionId }) {
  const Icon = ICONS[id] ?? (id.startsWith('settings.') ? Settings : CornerDownRight)
  return <Icon aria-hidden />
}

export function NounIcon({ noun }: { noun: SearchNoun }) {
  const Icon = NOUNS[noun]
  return <Icon aria-hidden />
}

/** A state's shape in its colour, as wide as the other icons. */
export function StateIcon({ state }: { state: GlyphState }) {
  return (
    <span className="inline-flex w-4 flex-none justify-center">
      <StateGlyph state={state} />
    </span>
  )
}

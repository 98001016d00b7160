import {
  Activity,
  Blocks,
  Calendar,
  CircleDot,
  CircleHelp,
  CornerDownRight,
  ExternalLink,
  Folder,
  Inbox,
  Keyboard,
  LayoutDashboard,
  LayoutTemplate,
  ListTree,
  LogOut,
  Moon,
  PanelLeft,
  Plus,
  Rows3,
  Save,
  Search,
  Settings,
  Sun,
  Tag,
  Trash2,
  User,
  X,
  type LucideIcon,
} from 'lucide-react'
import { SCREEN_NOUNS, type SearchNoun } from '../../../nouns/registries.ts'
import type { ActionId } from '../../actions/registry.ts'
import { NOUN_ICONS } from '../../ui/noun-icons.ts'
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
  ...Object.fromEntries(SCREEN_NOUNS.map((noun) => [`go.${noun}`, NOUN_ICONS[noun]])),
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

export function ActionIcon({ id }: { id: ActionId }) {
  const Icon = ICONS[id] ?? (id.startsWith('settings.') ? Settings : CornerDownRight)
  return <Icon aria-hidden />
}

export function NounIcon({ noun }: { noun: SearchNoun }) {
  const Icon = NOUN_ICONS[noun]
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

import { Columns2, Ellipsis, Focus, History, ListTree, Save, TriangleAlert } from 'lucide-react'
import { shortcutOf } from '../../../../actions/keys.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../../ui/menu.tsx'
import { hintCount } from '../properties/publish-check.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { WritingViews } from '../state/use-writing-views.ts'

type Props = {
  editing: ArticleEditing
  views: WritingViews
  hints: number
  onHints: () => void
  onRevisions: () => void
  onOutline: () => void
}

/** Actions that do not fit into the bar below 1180 px (docs/look.md rule 24). */
export function EditorMore(props: Props) {
  const { editing, hints, views } = props
  const { base, busy } = editing
  return (
    <Menu
      trigger={
        <IconButton label="Weitere Aktionen" className="aria-expanded:bg-pressed aria-expanded:text-fg">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem
        icon={<Save aria-hidden />}
        disabled={busy !== null}
        onSelect={() => void editing.save('save', { leave: true })}
      >
        Speichern
      </MenuItem>
      <MenuItem
        icon={<TriangleAlert aria-hidden />}
        note={hints === 0 ? 'Alles in Ordnung' : hintCount(hints)}
        onSelect={props.onHints}
      >
        Prüfung
      </MenuItem>
      {base && (
        <MenuItem icon={<History aria-hidden />} onSelect={props.onRevisions}>
          Fassungen
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<ListTree aria-hidden />} onSelect={props.onOutline}>
        Gliederung
      </MenuItem>
      {views.mayShowBoth && (
        <MenuItem icon={<Columns2 aria-hidden />} onSelect={() => views.setSplit(!views.split)}>
          {views.split ? 'Ohne Vorschau daneben' : 'Neben der Vorschau'}
        </MenuItem>
      )}
      <MenuItem
        icon={<Focus aria-hidden />}
        shortcut={shortcutOf('editor.focus')}
        onSelect={() => views.setFocused(true)}
      >
        Konzentriert schreiben
      </MenuItem>
    </Menu>
  )
}

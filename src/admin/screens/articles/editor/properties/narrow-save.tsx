import { Button } from '../../../../ui/button.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'

type Props = { editing: ArticleEditing; onDiscard: () => void; onRevisions: () => void }

/** Actions that do not fit into the bar when narrow. */
export function NarrowSave({ editing, onDiscard, onRevisions }: Props) {
  const { base, busy, save } = editing
  return (
    <div className="mt-3 grid gap-2 md:hidden">
      <Button size={36} disabled={busy !== null} onClick={() => void save('save', { leave: true })}>
        Speichern
      </Button>
      {base && (
        <Button look="quiet" size={36} onClick={onRevisions}>
          Fassungen
        </Button>
      )}
      {base?.has_unpublished_changes && (
        <Button look="quiet" size={36} onClick={onDiscard}>
          Unveröffentlichte Änderungen verwerfen
        </Button>
      )}
    </div>
  )
}

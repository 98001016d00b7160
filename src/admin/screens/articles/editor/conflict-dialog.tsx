import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { textOf, type ArticleText } from './article-text.ts'
import type { ArticleEditing } from './use-article-editing.ts'

/** A save met a newer version (R14): both texts side by side, and nothing is overwritten without a choice. */
export function ConflictDialog({ editing }: { editing: ArticleEditing }) {
  const { conflict } = editing
  return (
    <Dialog
      wide
      role="alertdialog"
      open={conflict !== null}
      onClose={editing.dismissConflict}
      title="Inzwischen gibt es eine neuere Fassung"
      description="Jemand anderes oder ein anderes Fenster hat diesen Artikel gespeichert. Ihre Fassung ist auf diesem Gerät gesichert."
    >
      {conflict && (
        <div className="mt-4 grid gap-4 md:grid-cols-2">
          <Version heading="Ihre Fassung" text={conflict.mine} />
          <Version heading="Gespeicherte Fassung" text={textOf(conflict.theirs)} />
        </div>
      )}
      <DialogFooter>
        <Button look="quiet" size={36} onClick={editing.takeTheirs}>
          Gespeicherte übernehmen
        </Button>
        <Button look="primary" size={36} onClick={() => void editing.keepMine()}>
          Ihre Fassung speichern
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Version({ heading, text }: { heading: string; text: ArticleText }) {
  return (
    <label className="block min-w-0 text-s text-fg-2">
      {heading}
      <span className="mt-1 block text-m font-semibold wrap-anywhere text-fg">{text.title}</span>
      <textarea
        readOnly
        lang="de"
        value={text.content_markdown}
        className="mt-2 h-[40dvh] w-full resize-none rounded-control border border-line-control bg-surface p-3 font-code text-s text-fg"
      />
    </label>
  )
}

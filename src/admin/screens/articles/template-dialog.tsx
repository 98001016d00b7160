import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LayoutTemplate, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ArticleTemplate } from '../../../contract/templates.ts'
import { useApi } from '../../data/api-context.tsx'
import { templatesQuery, useTemplates } from '../../data/templates.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { quoted } from '../../../rules/quoted.ts'

type Props = { open: boolean; onClose: () => void }

/** A new article from a template: built-in ones first, then own ones, which can be deleted. */
export function TemplateDialog({ open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Artikel aus Vorlage"
      description="Ein neuer Entwurf mit Lücken in eckigen Klammern. Der Editor nennt sie, bis keine mehr übrig ist."
    >
      <Templates onClose={onClose} />
    </Dialog>
  )
}

function Templates({ onClose }: Pick<Props, 'onClose'>) {
  const list = useQuery(templatesQuery(useApi()))
  const navigate = useNavigate()
  const { use, remove } = useTemplates()
  const [leaving, setLeaving] = useState<ArticleTemplate | null>(null)
  const begin = async (key: string) => {
    if (use.isPending) return
    try {
      const article = await use.mutateAsync(key)
      onClose()
      await navigate({ to: '/admin/articles/$id', params: { id: article.id } })
    } catch (error) {
      toastRefusal(error, 'Der Artikel konnte nicht angelegt werden')
    }
  }
  const drop = async ({ key, name }: ArticleTemplate) => {
    try {
      await remove.mutateAsync(key)
      toastDone(`Vorlage ${quoted(name)} gelöscht`)
    } catch (error) {
      toastRefusal(error, 'Die Vorlage konnte nicht gelöscht werden')
    }
  }
  if (list.isError) return <BrokenState query={list} />
  return (
    <>
      <ul aria-label="Vorlagen" aria-busy={list.isPending} className="mt-3 -mx-2 min-h-33">
        {list.data?.map((template) => (
          <li key={template.key} className="flex items-center">
            <button
              type="button"
              disabled={use.isPending}
              onClick={() => void begin(template.key)}
              className="flex h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-left hover:bg-hover"
            >
              <LayoutTemplate aria-hidden className="icon-small text-fg-2" />
              <span className="min-w-0 flex-1 truncate">{template.name}</span>
            </button>
            {template.is_own && (
              <IconButton label={`Vorlage ${quoted(template.name)} löschen`} onClick={() => setLeaving(template)}>
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-s text-fg-2">
        Eigene Vorlagen entstehen im Editor: Angaben → Werkzeuge → Als Vorlage speichern.
      </p>
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Vorlage ${quoted(leaving?.name ?? '')} löschen?`}
        description="Artikel, die daraus entstanden sind, bleiben. Das lässt sich nicht rückgängig machen."
        verb="Löschen"
        onConfirm={() => {
          if (leaving) void drop(leaving)
          setLeaving(null)
        }}
      />
    </>
  )
}

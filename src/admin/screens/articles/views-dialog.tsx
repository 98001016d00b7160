import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { ListView } from '../../../contract/views.ts'
import { useApi } from '../../data/api-context.tsx'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { useViewChanges, viewsQuery } from '../../data/views.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LineForm } from '../../ui/line-form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { LIST_COLUMNS } from './list-columns.ts'
import type { ListAddress } from './use-list-address.ts'
import { quoted } from '../../../rules/quoted.ts'

type Props = { open: boolean; onClose: () => void; address: ListAddress }

/** Named views of the list, and its columns. The URL contains all of it, so it can be shared. */
export function ViewsDialog(props: Props) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Ansichten"
      description="Filter, Suche, Sortierung und Spalten unter einem Namen. Weitergeben lässt sich eine Ansicht über die Adresse der Seite."
    >
      <Views {...props} />
    </Dialog>
  )
}

function Views({ onClose, address }: Props) {
  const list = useQuery(viewsQuery(useApi()))
  const { save, remove } = useViewChanges()
  const navigate = useNavigate()
  const query = useLocation().searchStr.replace(/^\?/, '')
  const kept = useKeptForm('list-view', undefined, { name: '' })
  const submit = async () => {
    try {
      const { name } = await kept.send(() => save.mutateAsync({ name: kept.values.name, query }))
      toastDone(`Ansicht ${quoted(name)} gespeichert`)
    } catch (error) {
      toastRefusal(error, 'Die Ansicht konnte nicht gespeichert werden')
    }
  }
  const drop = async ({ id, name, query: former }: ListView) => {
    try {
      await remove.mutateAsync(id)
      toastDone(`Ansicht ${quoted(name)} gelöscht`, { undo: () => void save.mutateAsync({ name, query: former }) })
    } catch (error) {
      toastRefusal(error, 'Die Ansicht konnte nicht gelöscht werden')
    }
  }
  return (
    <div className="mt-3 flex flex-col gap-4">
      {list.isError && <p className="text-s text-danger">{faultSentence(list.error)}</p>}
      {list.data?.length === 0 && <p className="text-s text-fg-2">Noch keine Ansicht gespeichert.</p>}
      {list.data !== undefined && list.data.length > 0 && (
        <ul aria-label="Ansichten" className="-mx-2">
          {list.data.map((view) => (
            <li key={view.id} className="flex items-center">
              <button
                type="button"
                aria-current={view.query === query || undefined}
                onClick={() => {
                  onClose()
                  void navigate({ href: `/admin/articles${view.query === '' ? '' : `?${view.query}`}` })
                }}
                className="flex h-11 min-w-0 flex-1 items-center rounded-control px-2 text-left hover:bg-hover aria-[current]:font-medium"
              >
                <span className="truncate">{view.name}</span>
              </button>
              <IconButton label={`Ansicht ${quoted(view.name)} löschen`} onClick={() => void drop(view)}>
                <Trash2 aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <fieldset>
        <legend className="text-s text-fg-2">Spalten</legend>
        <div className="-ml-2.5 flex flex-wrap">
          {LIST_COLUMNS.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              shown
              checked={!address.hidden.includes(key)}
              onToggle={() => address.toggleColumn(key)}
            />
          ))}
        </div>
      </fieldset>
      <LineForm kept={kept} onSubmit={submit}>
        <TextField
          label="Name der Ansicht"
          name="name"
          lang="de"
          autoComplete="off"
          maxLength={80}
          className="flex-1"
          value={kept.values.name}
          onChange={(event) => kept.change({ name: event.target.value })}
        />
        <Button type="submit" look="primary" size={36} className="md:self-end" busy={save.isPending}>
          Diese Ansicht speichern
        </Button>
      </LineForm>
    </div>
  )
}

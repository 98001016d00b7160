import { useRef, useState, type FormEvent } from 'react'
import type { CreateLink, Link } from '../../../contract/links.ts'
import { LINK_CATEGORIES } from '../../../rules/libraries.ts'
import { useSaveLink } from '../../data/links.ts'
import { useKeptForm } from '../../data/use-kept-form.ts'
import { fieldFaults } from '../../lib/faults.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { TitleField } from '../../ui/title-field.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { checkLink, withTitle } from './link-form.ts'

const EMPTY: CreateLink = { title: '', url: '', category: LINK_CATEGORIES[0], description: '' }
const CATEGORIES = LINK_CATEGORIES.map((value) => ({ value, label: value }))

type Props = {
  /** The link to change; null for a new one. */
  link: Link | null
  open: boolean
  onClose: () => void
  onSaved: (link: Link) => void
}

/** Creates and changes links (LINK-2). What is typed stays until the server has taken it. */
export function LinkDialog({ link, open, onClose, onSaved }: Props) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={link ? 'Link bearbeiten' : 'Neuer Link'} initialFocus={first}>
      {open && <LinkForm link={link} onClose={onClose} onSaved={onSaved} first={first} />}
    </Dialog>
  )
}

function LinkForm({ link, onClose, onSaved, first }: Omit<Props, 'open'> & { first: React.Ref<HTMLInputElement> }) {
  const kept = useKeptForm<CreateLink>('link', link?.id, link ?? EMPTY)
  const { values } = kept
  const [faults, setFaults] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveLink()

  const show = (found: Record<string, string>) => {
    setFaults(found)
    const field = Object.keys(found)[0]
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = checkLink(values)
    show(found)
    if (Object.keys(found).length > 0) return
    const { title, url, category, description } = values
    try {
      const saved = await save.mutateAsync({ id: link?.id, title, url: url.trim(), category, description })
      kept.saved()
      toastDone(link ? 'Link aktualisiert' : 'Link erstellt')
      onSaved(saved)
    } catch (error) {
      toastFault('Fehler beim Speichern des Links')
      show(fieldFaults(error))
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <RestoredNote {...kept} />
      <TitleField
        ref={first}
        value={values.title}
        error={faults.title}
        onChange={(event) => kept.change(withTitle(values, event.target.value))}
      />
      <TextField
        label="URL"
        name="url"
        type="url"
        inputMode="url"
        required
        autoComplete="off"
        placeholder="https://"
        maxLength={2000}
        value={values.url}
        error={faults.url}
        onChange={(event) => kept.change({ url: event.target.value })}
      />
      <Select
        label="Kategorie"
        value={values.category}
        choices={CATEGORIES}
        onChange={(category) => kept.change({ category })}
      />
      <TextArea
        label="Beschreibung"
        name="description"
        lang="de"
        spellCheck
        maxLength={2000}
        value={values.description}
        error={faults.description}
        onChange={(event) => kept.change({ description: event.target.value })}
      />
      <FormFooter onClose={onClose} busy={save.isPending}>
        {link ? 'Speichern' : 'Link anlegen'}
      </FormFooter>
    </form>
  )
}

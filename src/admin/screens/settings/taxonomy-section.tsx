import { useQuery } from '@tanstack/react-query'
import { Merge, Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useOffers } from '../../actions/offers.ts'
import type { CountedName } from '../../../contract/taxonomy.ts'
import { useApi } from '../../data/api-context.tsx'
import { taxonomyQuery, useTaxonomyChanges, type TaxonomyNoun } from '../../data/taxonomy.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { articlesInWords } from '../../lib/counts.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { PictureField } from './picture-field.tsx'

const WORDS = {
  categories: {
    form: 'category',
    path: 'kategorie',
    one: 'Kategorie',
    many: 'Kategorien',
    new: 'Neue Kategorie',
    newAction: 'category.new',
    purpose: 'Kategorien ordnen Ihre Artikel nach Themen.',
  },
  tags: {
    form: 'tag',
    path: 'schlagwort',
    one: 'Schlagwort',
    many: 'Schlagwörter',
    new: 'Neues Schlagwort',
    newAction: 'tag.new',
    purpose: 'Schlagwörter verbinden Artikel über Themen hinweg.',
  },
} as const

type Open = { kind: 'new' } | { kind: 'rename' | 'merge' | 'remove'; record: CountedName }

/** Categories or tags: create, rename, merge, remove, each with its number of articles (RUL-6). */
export function TaxonomySection({ noun }: { noun: TaxonomyNoun }) {
  const list = useQuery(taxonomyQuery(useApi(), noun))
  const changes = useTaxonomyChanges(noun)
  const [open, setOpen] = useState<Open | null>(null)
  const words = WORDS[noun]
  useOffers({ [words.newAction]: () => setOpen({ kind: 'new' }) })
  const close = () => setOpen(null)
  /** A slow save must not close a dialog opened after it. */
  const closeThis = () => setOpen((now) => (now === open ? null : now))
  const records = list.data?.items ?? []

  const run = async (work: Promise<unknown>, done: string) => {
    try {
      await work
      toastDone(done)
      closeThis()
    } catch (error) {
      toastFault(faultSentence(error))
    }
  }

  if (list.isPending) return <SkeletonRows columns="grid grid-cols-[1fr_96px_120px] gap-4" cells={3} />
  if (list.isError && !list.data) return <BrokenState busy={list.isFetching} onRetry={() => void list.refetch()} />
  return (
    <div className={records.length === 0 ? 'flex flex-1' : 'w-full max-w-[720px]'}>
      {records.length === 0 ? (
        <ScreenState
          icon={Tags}
          title={`Noch keine ${words.many}`}
          sentence={words.purpose}
          action={<NewButton label={words.new} onClick={() => setOpen({ kind: 'new' })} />}
        />
      ) : (
        <>
          <div className="mb-2 flex justify-end">
            <NewButton label={words.new} onClick={() => setOpen({ kind: 'new' })} />
          </div>
          <ul aria-label={words.many}>
            {records.map((record) => (
              <li key={record.id} className="group flex min-h-11 items-center gap-3 border-b border-line py-1">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="font-medium">{record.name}</span>
                  <span className="ml-2 text-s text-fg-3">{articlesInWords(record.article_count)}</span>
                </span>
                <IconButton label={`${record.name} umbenennen`} onClick={() => setOpen({ kind: 'rename', record })}>
                  <Pencil aria-hidden />
                </IconButton>
                {records.length > 1 && (
                  <IconButton
                    label={`${record.name} zusammenführen`}
                    onClick={() => setOpen({ kind: 'merge', record })}
                  >
                    <Merge aria-hidden />
                  </IconButton>
                )}
                <IconButton label={`${record.name} löschen`} onClick={() => setOpen({ kind: 'remove', record })}>
                  <Trash2 aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <NameDialog
        open={open?.kind === 'new' || open?.kind === 'rename'}
        title={open?.kind === 'rename' ? `${words.one} umbenennen` : words.new}
        verb={open?.kind === 'rename' ? 'Umbenennen' : 'Anlegen'}
        form={words.form}
        thing={open?.kind === 'rename' ? open.record.id : undefined}
        initial={open?.kind === 'rename' ? open.record : BLANK}
        address={open?.kind === 'rename' ? `/${words.path}/${open.record.slug}` : undefined}
        onClose={close}
        onSave={async (topic) => {
          if (open?.kind === 'rename')
            await changes.rename.mutateAsync({ id: open.record.id, ...changed(topic, open.record) })
          else await changes.create.mutateAsync(topic)
          toastDone(open?.kind === 'rename' ? `${words.one} umbenannt` : `${words.one} angelegt`)
          closeThis()
        }}
      />
      {open?.kind === 'merge' && (
        <MergeDialog
          record={open.record}
          others={records.filter((other) => other.id !== open.record.id)}
          busy={changes.merge.isPending}
          onClose={close}
          onMerge={(into) =>
            void run(
              changes.merge.mutateAsync({ id: open.record.id, into_id: into.id }),
              `„${open.record.name}“ ist jetzt „${into.name}“`,
            )
          }
        />
      )}
      <ConfirmDialog
        open={open?.kind === 'remove'}
        onClose={close}
        title={`${words.one} löschen?`}
        description={open?.kind === 'remove' && removalWords(open.record)}
        verb="Löschen"
        busy={changes.remove.isPending}
        onConfirm={() =>
          open?.kind === 'remove' && void run(changes.remove.mutateAsync(open.record), `${words.one} gelöscht`)
        }
      />
    </div>
  )
}

function NewButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}

function removalWords({ name, article_count: count }: CountedName): string {
  if (count === 0) return `„${name}“ trägt kein Artikel. Das lässt sich nicht rückgängig machen.`
  const carriers = count === 1 ? 'Ein Artikel verliert' : `${articlesInWords(count)} verlieren`
  return `${carriers} „${name}“. Die Artikel selbst bleiben. Das lässt sich nicht rückgängig machen.`
}

/** A topic as typed. */
type TypedTopic = Pick<CountedName, 'name' | 'description' | 'picture'>
const BLANK: TypedTopic = { name: '', description: '', picture: null }

/** The fields that differ: the same name would derive the address again. */
function changed({ name, ...others }: TypedTopic, record: CountedName): Partial<TypedTopic> {
  return name === record.name ? others : { name, ...others }
}

type NameDialogProps = {
  open: boolean
  title: string
  verb: string
  form: 'category' | 'tag'
  /** The id of the renamed record. */
  thing: string | undefined
  initial: TypedTopic
  /** The public address of the renamed record. */
  address: string | undefined
  onClose: () => void
  onSave: (topic: TypedTopic) => Promise<void>
}

function NameDialog({ open, title, ...props }: NameDialogProps) {
  return (
    <Dialog open={open} onClose={props.onClose} title={title} initialFocus="field">
      <NameForm {...props} />
    </Dialog>
  )
}

type NameFormProps = Omit<NameDialogProps, 'open' | 'title'>

function NameForm({ verb, form, thing, initial, address, onClose, onSave }: NameFormProps) {
  const kept = useKeptForm(form, thing, {
    name: initial.name,
    description: initial.description,
    picture: initial.picture ?? '',
  })
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      const { name, description, picture } = kept.values
      await onSave({ name, description, picture: picture || null })
      kept.saved()
    } catch (error) {
      setFault(fieldFaults(error).name ?? faultSentence(error))
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <RestoredNote {...kept} className="mb-2" />
      <TextField
        label="Name"
        name="name"
        lang="de"
        spellCheck
        autoComplete="off"
        maxLength={80}
        value={kept.values.name}
        error={fault}
        hint={address && `Die öffentliche Adresse folgt dem Namen. Die bisherige, ${address}, führt weiter dorthin.`}
        onChange={(event) => kept.change({ name: event.target.value })}
      />
      <TextArea
        label="Beschreibung"
        name="description"
        lang="de"
        spellCheck
        rows={2}
        maxLength={1000}
        className="mt-3"
        value={kept.values.description}
        hint="Steht auf der Seite und in der Übersicht der Themen."
        onChange={(event) => kept.change({ description: event.target.value })}
      />
      <div className="mt-3">
        <PictureField label="Bild" value={kept.values.picture} onChange={(picture) => kept.change({ picture })} />
      </div>
      <FormFooter onClose={onClose} busy={busy}>
        {verb}
      </FormFooter>
    </form>
  )
}

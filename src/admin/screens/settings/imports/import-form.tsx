import { FileArchive, Globe } from 'lucide-react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useOffers } from '../../../actions/offers.ts'
import { isHttpUrl } from '../../../../rules/url.ts'
import { quoted } from '../../../../rules/quoted.ts'
import { useImports } from '../../../data/imports.ts'
import { useKeptForm } from '../../../data/use-draft-form.ts'
import { faultSentence } from '../../../lib/faults.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RestoredNote } from '../../../ui/restored-note.tsx'
import { FieldError, TextField } from '../../../ui/text-field.tsx'
import { sizeInWords } from './import-words.ts'

const NO_ADDRESS = 'Bitte eine Adresse mit http:// oder https:// angeben.'

/** Takes a file or an address and starts a dry run: nothing changes before its report was seen. */
export function ImportForm({ onBegun }: { onBegun: (id: string) => void }) {
  const { addFile, addAddress } = useImports()
  const [sent, setSent] = useState<number | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const kept = useKeptForm('import-address', undefined, { url: '', site: '' })
  const { url, site } = kept.values
  const [fault, setFault] = useState<{ of: 'file' | 'site' | 'address'; sentence: string } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const pick = () => input.current?.click()
  useOffers({ 'import.choose': pick })
  const id = useId()

  const begin = async (of: 'file' | 'address', work: () => Promise<{ id: string }>) => {
    setFault(null)
    try {
      onBegun((await work()).id)
    } catch (error) {
      setFault({ of, sentence: faultSentence(error) })
    }
    setSent(null)
  }
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    if (site.trim() !== '' && !isHttpUrl(site.trim())) return setFault({ of: 'site', sentence: NO_ADDRESS })
    setFile(chosen)
    setSent(0)
    void begin('file', () => addFile.mutateAsync({ file: chosen, site: site.trim(), onProgress: setSent }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = url.trim()
    if (!isHttpUrl(typed)) return setFault({ of: 'address', sentence: NO_ADDRESS })
    void begin('address', async () => {
      const begun = await addAddress.mutateAsync(typed)
      kept.saved()
      return begun
    })
  }
  return (
    <Card className="max-w-[720px] px-4 pt-3.5 pb-4 md:px-5 md:pt-4 md:pb-4.5">
      <h2 className="text-l font-semibold tracking-[-0.008em] max-md:mb-3">Aus einem anderen System übernehmen</h2>
      <p className="mt-1 mb-4 text-fg-2 max-md:hidden">Zuerst kommt ein Probelauf, der nichts ändert.</p>
      <input
        ref={input}
        id={id}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label="Datei zum Importieren"
        onChange={(event) => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button icon={<FileArchive aria-hidden />} busy={addFile.isPending} className="max-md:w-full" onClick={pick}>
          Datei auswählen
        </Button>
        <p className="min-w-0 text-s text-fg-2 wrap-anywhere" aria-live="polite">
          {sent !== null && file
            ? `${quoted(file.name)} (${sizeInWords(file.size)}) wird hochgeladen: ${Math.round(sent * 100)} %`
            : 'WordPress, Ghost, Blogger, Medium, Substack, Markdown als ZIP, Word, HTML oder ein Feed.'}
        </p>
      </div>
      {fault?.of === 'file' && <FieldError>{fault.sentence}</FieldError>}
      <TextField
        label="Adresse des alten Blogs, bei Ghost ohne ZIP"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        className="mt-4"
        value={site}
        error={fault?.of === 'site' ? fault.sentence : undefined}
        onChange={(event) => kept.change({ site: event.target.value })}
      />
      <RestoredNote {...kept} className="mt-4" />
      <form onSubmit={submit} noValidate className="mt-4 flex flex-wrap items-end gap-2">
        <TextField
          label="Oder eine Adresse"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          className="min-w-0 flex-1 basis-60"
          value={url}
          error={fault?.of === 'address' ? fault.sentence : undefined}
          onChange={(event) => kept.change({ url: event.target.value })}
        />
        <Button
          type="submit"
          size={36}
          icon={<Globe aria-hidden />}
          busy={addAddress.isPending}
          className="max-md:w-full"
        >
          Adresse ansehen
        </Button>
      </form>
    </Card>
  )
}

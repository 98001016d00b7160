import { Trash2 } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import type { ResearchItem, ResearchLink } from '../../../contract/research.ts'
import { NO_ADDRESS } from '../../../rules/collecting.ts'
import { isHttpUrl, hostOf } from '../../../rules/url.ts'
import { useAddResearchLink, useRemoveResearchLink } from '../../data/research.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { UrlField } from '../../ui/text-field.tsx'

/** The links of an item, with a field for a new one at the top and a button to remove each where it may be changed (RES-3). */
export function LinksTab({ item, isEditable }: { item: ResearchItem; isEditable: boolean }) {
  const kept = useKeptForm('research-link', item.id, { url: '' })
  const { url } = kept.values
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const add = useAddResearchLink()
  const remove = useRemoveResearchLink()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const address = url.trim()
    if (!isHttpUrl(address)) {
      setFault(address === '' ? 'Bitte eine Adresse eingeben' : NO_ADDRESS)
      return field.current?.focus()
    }
    setFault(undefined)
    try {
      await kept.send(() => add.mutateAsync({ itemId: item.id, url: address, title: '' }))
      toastDone('Link hinzugefügt')
    } catch (error) {
      toastRefusal(error, 'Fehler beim Hinzufügen')
    }
    field.current?.focus()
  }
  const takeOff = async (link: ResearchLink) => {
    try {
      await remove.mutateAsync({ itemId: item.id, link })
    } catch (error) {
      return toastRefusal(error, 'Fehler beim Entfernen')
    }
    toastDone('Link entfernt', { undo: () => void putBack(link) })
  }
  const putBack = async ({ url: address, title }: ResearchLink) => {
    try {
      await add.mutateAsync({ itemId: item.id, url: address, title })
    } catch (error) {
      toastRefusal(error, 'Wiederherstellen fehlgeschlagen')
    }
  }

  return (
    <>
      {isEditable && <RestoredNote {...kept} className="mb-2" />}
      {isEditable && (
        <form noValidate onSubmit={(event) => void submit(event)} className="flex items-start gap-2">
          <UrlField
            ref={field}
            label="Neuer Link"
            value={url}
            error={fault}
            onChange={(event) => kept.change({ url: event.target.value })}
            className="min-w-0 flex-1"
          />
          <Button type="submit" look="primary" size={36} busy={add.isPending} className="mt-7">
            Hinzufügen
          </Button>
        </form>
      )}
      {item.links.length === 0 ? (
        <p className="py-8 text-center text-fg-2">Noch keine Links zu diesem Element.</p>
      ) : (
        <ul aria-label="Links" className="mt-3">
          {item.links.map((link) => (
            <li key={link.id} className="group flex min-h-11 items-center gap-2 border-b border-line last:border-b-0">
              <a
                href={link.url}
                target="_blank"
                rel="noopener noreferrer"
                title={link.url}
                className="flex min-w-0 flex-1 items-baseline gap-2 rounded-small max-md:py-3"
              >
                <span className="truncate font-[450] hover:underline">{link.title || withoutScheme(link.url)}</span>
                {link.title && <span className="flex-none text-s text-fg-2">{hostOf(link.url)}</span>}
                <span className="sr-only">(neuer Tab)</span>
              </a>
              {isEditable && (
                <IconButton label={`Link entfernen: ${withoutScheme(link.url)}`} onClick={() => void takeOff(link)}>
                  <Trash2 aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}

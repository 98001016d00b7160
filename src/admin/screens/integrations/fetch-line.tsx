import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, RefreshCw, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import { ACTIONS } from '../../actions/registry.ts'
import type { FetchState } from '../../../contract/subscriptions.ts'
import { counted } from '../../../rules/counted.ts'
import { useApi } from '../../data/api-context.tsx'
import { fetchStateQuery, useFetching, useOpml } from '../../data/subscriptions.ts'
import { saveFile } from '../../lib/copy-save-print.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

/** The line above the list: fetches all feeds and shows the progress, and moves the list in and out as OPML (WEEK-22). */
export function FetchLine() {
  const { state, words, isBusy, fetchAll } = useFetchAll()
  const opml = useOpmlFile()
  useOffers({
    'feeds.fetch': state?.feeds ? () => void fetchAll() : null,
    'feeds.opml-read': opml.isReading ? null : opml.choose,
    'feeds.opml-save': state?.feeds ? () => void opml.save() : null,
  })
  return (
    <div className="mt-4 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 md:min-h-8">
      <output className="flex min-w-0 flex-1 basis-48 items-center gap-2 text-s text-fg-2 tabular-nums">{words}</output>
      <Button icon={<RefreshCw aria-hidden />} busy={isBusy} disabled={!state?.feeds} onClick={() => void fetchAll()}>
        {ACTIONS['feeds.fetch'].words}
      </Button>
      <Menu
        align="end"
        trigger={
          <IconButton label="Feed-Liste als OPML">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Upload aria-hidden />} disabled={opml.isReading} onSelect={opml.choose}>
          OPML importieren …
        </MenuItem>
        <MenuItem icon={<Download aria-hidden />} disabled={!state?.feeds} onSelect={() => void opml.save()}>
          OPML exportieren
        </MenuItem>
      </Menu>
      {opml.input}
    </div>
  )
}

/** The list in a few words: after a fetch of all feeds first what it brought. */
function stateWords({ feeds, broken, entries }: FetchState, hasFetched: boolean): string {
  if (feeds === 0) return ''
  const brought = hasFetched ? `${counted(entries, 'neuer Eintrag', 'neue Einträge')} aus ` : ''
  const fault = broken === 0 ? '' : `, ${broken.toLocaleString('de')} mit Fehler`
  return `${brought}${counted(feeds, 'Feed', 'Feeds')}${fault}`
}

/** How far requested fetches are; before their number is known, that they have been requested. */
function progressWords(done: number, total: number): string {
  return total === 0 ? 'Wird abgerufen …' : `${done.toLocaleString('de')} von ${total.toLocaleString('de')} abgerufen`
}

/** Requested fetches, also those of others and of before a reload. */
function useFetchAll() {
  const [since, setSince] = useState<string>()
  const { data: state, isPlaceholderData } = useQuery(fetchStateQuery(useApi(), since))
  const { fetchAll: request, isRequesting } = useFetching()
  const waiting = state?.waiting ?? 0
  const [total, setTotal] = useState(0)
  if (waiting > total) setTotal(waiting)
  else if (waiting === 0 && total > 0) setTotal(0)
  const fetchAll = async () => {
    try {
      const { requested, since: at } = await request()
      if (requested > 0) return setSince(at)
      toastDone('Kein Feed ist gerade abzurufen', {
        description: 'Ihre Server bitten zu warten, oder es gibt die Feeds nicht mehr.',
      })
    } catch (error) {
      toastFault('Fehler beim Abrufen der Feeds', { description: faultSentence(error) })
    }
  }
  const isBusy = isRequesting || isPlaceholderData || waiting > 0
  return {
    state,
    words: isBusy ? progressWords(total - waiting, total) : state && stateWords(state, since !== undefined),
    isBusy,
    fetchAll,
  }
}

/** The choice of an OPML file, and the download of one. */
function useOpmlFile() {
  const { read, isReading, fetchFile } = useOpml()
  const field = useRef<HTMLInputElement>(null)
  const readFile = async (file: File) => {
    try {
      const { added, known, refused } = await read(file)
      const left = [
        known > 0 && `${counted(known, 'Feed stand', 'Feeds standen')} schon in der Liste.`,
        refused.length > 0 &&
          `Nicht lesbar: ${refused
            .slice(0, 3)
            .map(({ url }) => url)
            .join(', ')}${refused.length > 3 ? ' …' : ''}`,
      ]
      toastDone(`${counted(added, 'Feed', 'Feeds')} hinzugefügt`, {
        description: left.filter(Boolean).join(' ') || undefined,
      })
    } catch (error) {
      toastFault('Fehler beim Importieren der OPML-Datei', { description: faultSentence(error) })
    }
  }
  const save = async () => {
    try {
      saveFile(await fetchFile(), 'feeds.opml')
    } catch (error) {
      toastFault('Fehler beim Exportieren der Feeds', { description: faultSentence(error) })
    }
  }
  return {
    choose: () => field.current?.click(),
    save,
    isReading,
    input: (
      <input
        ref={field}
        type="file"
        accept=".opml,.xml,text/x-opml,application/xml,text/xml"
        hidden
        aria-label="OPML-Datei"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be chosen again.
          event.target.value = ''
          if (file) void readFile(file)
        }}
      />
    ),
  }
}

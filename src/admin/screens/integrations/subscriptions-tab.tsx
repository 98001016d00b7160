import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Rss } from 'lucide-react'
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import type { Subscription } from '../../../contract/subscriptions.ts'
import { ENTER_FEED_URL, type FetchEvery } from '../../../rules/collecting.ts'
import { isHttpUrl } from '../../../rules/url.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useApi } from '../../data/api-context.tsx'
import { subscriptionListQuery, useFetching, useImportFeed } from '../../data/subscriptions.ts'
import { useRecords } from '../../data/records.ts'
import { itemsOf } from '../../data/pages.ts'
import { useMay } from '../../data/role.ts'
import { isApiError } from '../../../contract/errors.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { useRemoval } from '../../ui/removal.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { UrlField } from '../../ui/text-field.tsx'
import { FetchLine } from './fetch-line.tsx'
import { SUBSCRIPTION_COLUMNS, SubscriptionRow } from './subscription-row.tsx'

/** Subscriptions: add, list, fetch all, import, delete (INT-7…9, WEEK-22). */
export function SubscriptionsTab() {
  const list = useInfiniteQuery(subscriptionListQuery(useApi()))
  const mayChange = useMay('texts.others')
  const field = useRef<HTMLInputElement>(null)
  const { running, importNow } = useImports()
  const { remove, restore } = useRecords('feeds')
  const fetching = useFetching()
  const setEvery = async ({ id }: Subscription, fetch_every: FetchEvery) => {
    try {
      await fetching.setEvery({ id, fetch_every })
    } catch (error) {
      toastFault('Fehler beim Speichern', { description: faultSentence(error) })
    }
  }
  const removal = useRemoval<Subscription>({
    question: 'Feed wirklich löschen?',
    consequence: (subscription) =>
      `${quoted(subscription.title ?? subscription.url)} kommt für 30 Tage in den Papierkorb. Was der Feed gebracht hat, bleibt in der Inbox.`,
    done: 'Feed gelöscht',
    failed: 'Fehler beim Löschen',
    remove,
    restore,
  })
  return (
    <div className="flex flex-1 flex-col pt-4">
      {mayChange && <NewSubscription field={field} />}
      {mayChange && <FetchLine />}
      <ListBody
        list={list}
        skeleton={<SkeletonRows rows={4} columns={SUBSCRIPTION_COLUMNS} cells={2} />}
        failedMore="Weitere Feeds konnten nicht geladen werden."
        nothing={
          <ScreenState
            icon={Rss}
            title="Noch keine RSS-Feeds hinzugefügt"
            sentence="Was in einem Feed neu ist, kommt jede Stunde von selbst in die Inbox."
            action={
              mayChange && (
                <Button icon={<Plus aria-hidden />} onClick={() => field.current?.focus()}>
                  Ersten Feed hinzufügen
                </Button>
              )
            }
          />
        }
      >
        <ul aria-label="RSS-Feeds" className="mt-4 border-t border-line">
          {itemsOf(list.data).map((subscription) => (
            <SubscriptionRow
              key={subscription.id}
              subscription={subscription}
              mayChange={mayChange}
              importing={running.has(subscription.id)}
              onEvery={(fetch_every) => void setEvery(subscription, fetch_every)}
              onImport={() => void importNow(subscription)}
              onDelete={() => removal.ask(subscription)}
            />
          ))}
        </ul>
      </ListBody>
      {removal.dialog}
    </div>
  )
}

/** Running imports, possibly several at once. */
function useImports() {
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const run = useImportFeed()
  const importNow = async (subscription: Subscription) => {
    setRunning((former) => new Set(former).add(subscription.id))
    try {
      const { count, already_there: there } = await run.mutateAsync(subscription)
      toastDone(`${count} Einträge importiert`, { description: there && thereWords(there) })
    } catch (error) {
      toastFault('Fehler beim Importieren des Feeds', { description: faultSentence(error) })
    } finally {
      setRunning((former) => new Set([...former].filter((id) => id !== subscription.id)))
    }
  }
  return { running, importNow }
}

function thereWords(count: number): string {
  return count === 1
    ? 'Eine Seite stand schon in der Inbox und ist nicht noch einmal dazugekommen.'
    : `${count.toLocaleString('de')} Seiten standen schon in der Inbox und sind nicht noch einmal dazugekommen.`
}

function NewSubscription({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { save, isSaving } = useRecords('feeds')
  const kept = useKeptForm('feed', undefined, { url: '' })
  const { url } = kept.values
  const [error, setError] = useState<string>()
  const refuse = (reason: string | undefined) => {
    setError(reason)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    if (url.trim() === '') {
      toastFault(ENTER_FEED_URL)
      return refuse(ENTER_FEED_URL)
    }
    if (!isHttpUrl(url)) {
      toastFault('Fehler beim Hinzufügen des Feeds')
      return refuse('Bitte eine Adresse mit http:// oder https:// angeben')
    }
    try {
      await kept.send(() => save({ url: url.trim() }))
    } catch (failure) {
      const reason = isApiError(failure, 'feed_exists') ? failure.message : fieldFaults(failure).url
      // A reason the field does not show is part of the message.
      toastFault('Fehler beim Hinzufügen des Feeds', reason ? {} : { description: faultSentence(failure) })
      return refuse(reason)
    }
    toastDone('RSS-Feed hinzugefügt')
  }
  return (
    <>
      <RestoredNote {...kept} className="mb-2 max-w-180" />
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex max-w-180 flex-col gap-2 md:flex-row md:items-start"
      >
        <UrlField
          ref={field}
          label="RSS-Feed-URL"
          placeholder="https://beispiel.de/feed.xml"
          spellCheck={false}
          value={url}
          error={error}
          onChange={(event) => kept.change({ url: event.target.value })}
          className="min-w-0 flex-1"
        />
        <Button type="submit" look="primary" size={36} className="md:mt-7" icon={<Plus aria-hidden />} busy={isSaving}>
          Hinzufügen
        </Button>
      </form>
    </>
  )
}

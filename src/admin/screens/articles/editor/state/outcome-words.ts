import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../../../../contract/errors.ts'
import { TITLE_MISSING } from '../../../../../rules/articles.ts'
import { faultSentence, fieldFaults, UnreachableError } from '../../../../lib/faults.ts'
import { toastDone, toastFault, type ToastOptions } from '../../../../ui/toast.tsx'
import type { Asked, OpenArticle, Told } from '../../../../writing/open-article.ts'
import type { Outcome } from '../../../../writing/sync/sync-snapshot.ts'
import { publicationToast } from './publication-toast.tsx'
import type { WrittenNoun } from './written-noun.ts'

type Context = {
  article: OpenArticle
  client: QueryClient
  noun: WrittenNoun
  /** Leads to the dialog that sends an article as newsletter. */
  toNewsletter: (articleId: string) => void
}
type Done = Extract<Outcome, { done: unknown }>['done']

const FAULT = { id: 'article-fault' }
const FAILED_STATUS = 'Fehler beim Aktualisieren des Status'
const STATUS_AGAIN = { draft: 'ein Entwurf', scheduled: 'geplant', published: 'wie zuvor veröffentlicht' }

/** Shows the outcome of a request to an open article. */
export function sayOutcome(told: Told, context: Context): void {
  const { asked, outcome } = told
  if ('titleMissing' in outcome) toastFault(TITLE_MISSING, FAULT)
  else if ('done' in outcome) toastDone(doneWords(told, outcome.done, context), aboutDone(told, outcome.done, context))
  else if ('error' in outcome) sayFault(told, outcome.error, context)
  // For a save the comparison that opens says enough.
  else if (asked.verb !== 'save' && asked.verb !== 'discard')
    toastFault(failedWords(told, context), { description: 'Bitte wählen Sie erst, welche Fassung gilt.' })
}

function sayFault(told: Told, error: unknown, context: Context): void {
  const { asked } = told
  const words = failedWords(told, context)
  // Someone saved in between: their text is here now, and the question is asked again.
  if (asked.verb === 'discard' && isApiError(error, 'version_conflict')) return
  if (asked.verb === 'save' || asked.verb === 'discard') refuse(error, words, context)
  else if (asked.verb === 'undo' || isApiError(error)) toastFault(words, { description: faultSentence(error, '') })
  else toastFault(words)
}

function refuse(error: unknown, fallback: string, { article }: Context): void {
  const [reason] = Object.values(fieldFaults(error))
  const kept = article.getSnapshot().sync === 'unprotected' ? '' : ' Ihr Text ist auf diesem Gerät gesichert.'
  toastFault(isApiError(error) ? (reason ?? faultSentence(error, fallback)) : fallback, {
    ...FAULT,
    description: error instanceof UnreachableError ? `Der Server antwortet nicht.${kept}` : undefined,
  })
}

function doneWords({ asked, before }: Told, now: Done, { noun: { words } }: Context): string {
  switch (asked.verb) {
    case 'save':
      if (asked.kind === 'publish') return words.published
      return before.base === null && asked.kind === 'save' ? words.created : words.saved
    case 'status':
      return before.base === null ? words.created : 'Status aktualisiert!'
    case 'schedule':
      return 'Artikel geplant'
    case 'plan-update':
      return asked.goes_live_at ? 'Aktualisierung geplant' : 'Aktualisierung nicht mehr geplant'
    case 'date':
      return asked.published_at ? 'Termin gespeichert' : 'Termin entfernt'
    case 'take-down':
      return asked.unpublish_at ? 'Zurückziehen geplant' : 'Wird nicht zurückgezogen'
    case 'page':
      return 'Seite aktualisiert'
    case 'discard':
      return 'Änderungen verworfen'
    case 'undo':
      return `Wieder ${STATUS_AGAIN[now.status]}`
  }
}

function failedWords({ asked, before }: Told, { noun: { words } }: Context): string {
  const failed: Record<Asked['verb'], string> = {
    save: words.notSaved,
    status: before.base === null ? words.notCreated : FAILED_STATUS,
    schedule: 'Planen fehlgeschlagen',
    'plan-update': 'Planen fehlgeschlagen',
    date: FAILED_STATUS,
    'take-down': FAILED_STATUS,
    page: 'Fehler beim Aktualisieren der Seite',
    discard: 'Verwerfen fehlgeschlagen',
    undo: 'Nicht rückgängig gemacht',
  }
  return failed[asked.verb]
}

/** Toast about the public effect of a change; it can be undone, also from the list (RUL-67). */
function aboutDone(
  { asked, before }: Told,
  now: Done,
  { article, client, noun, toNewsletter }: Context,
): ToastOptions | undefined {
  const takeBack = () => void article.ask({ verb: 'undo', change: now })
  const address = noun.address(now.slug)
  const onNewsletter = noun.noun === 'articles' ? () => toNewsletter(now.id) : undefined
  switch (asked.verb) {
    case 'save': {
      const kind: 'save' | 'status' | 'update' = asked.kind === 'publish' ? 'status' : asked.kind
      const cause = { before: before.base, kind, address, onNewsletter }
      return { id: 'article-saved', ...publicationToast(client, now, cause, kind === 'save' ? undefined : takeBack) }
    }
    case 'status':
    case 'schedule':
      return publicationToast(client, now, { before: before.base, kind: 'status', address, onNewsletter }, takeBack)
    case 'discard':
      return { undo: article.written.undoTo(before.text) }
    case 'undo': {
      const former = now.status === 'published' ? asked.change : null
      return publicationToast(client, now, { before: former, kind: 'undo', address: noun.address(asked.change.slug) })
    }
    case 'plan-update': {
      const { goes_live_at } = before.base?.working_copy ?? {}
      return { undo: () => void article.ask({ verb: 'plan-update', goes_live_at: goes_live_at ?? null }) }
    }
    case 'date':
    case 'take-down':
    case 'page':
      return undefined
  }
}

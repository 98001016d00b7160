import type { QueryClient } from '@tanstack/react-query'
import { ExternalLink, Mail } from 'lucide-react'
import type { Article } from '../../../../../contract/articles.ts'
import type { Settings } from '../../../../../contract/settings.ts'
import type { NewsletterSettings } from '../../../../../contract/newsletter.ts'
import { newsletterKey } from '../../../../data/newsletter.ts'
import { settingsKey } from '../../../../data/settings.ts'
import { StateGlyph } from '../../../../ui/state-glyph.tsx'
import type { ToastOptions } from '../../../../ui/toast.tsx'

/** The cause of an article's present state: a save, a change of status, an update of the public text, or an undo. */
type Cause = {
  before: Article | null
  kind: 'save' | 'status' | 'update' | 'undo'
  /** Its public address. */
  address: string
  /** Where an article that was just published can be sent as newsletter. */
  onNewsletter?: (() => void) | undefined
}

/** Second line of a toast: what is public now, with a link to it (RUL-67). */
export function publicationToast(client: QueryClient, now: Article, cause: Cause, undo?: () => void): ToastOptions {
  const published = now.status === 'published'
  return {
    description: publicNow(client, now, cause),
    ...(published && cause.kind !== 'save' && { icon: <StateGlyph state="published" /> }),
    ...(undo && { undo }),
    actions:
      published && cause.kind !== 'save'
        ? [
            { label: 'Ansehen', icon: <ExternalLink aria-hidden />, href: cause.address },
            ...asNewsletter(client, cause),
          ]
        : [],
  }
}

function asNewsletter(
  client: QueryClient,
  { before, kind, onNewsletter }: Cause,
): NonNullable<ToastOptions['actions']> {
  const newsletter = client.getQueryData<NewsletterSettings>(newsletterKey)
  const isNew = kind === 'status' && before?.status !== 'published'
  if (!onNewsletter || !isNew || !newsletter?.available || !newsletter.enabled) return []
  return [{ label: 'Als Newsletter senden …', icon: <Mail aria-hidden />, onSelect: onNewsletter }]
}

function publicNow(client: QueryClient, now: Article, { before, kind }: Cause): string {
  if (now.status !== 'published')
    return before?.status === 'published' ? 'Nicht mehr öffentlich' : 'Noch nicht öffentlich'
  if (kind === 'save') return now.has_unpublished_changes ? 'Änderungen noch nicht öffentlich' : everybody(client)
  return kind === 'update' ? `Änderung ${lower(everybody(client))}` : everybody(client)
}

/** A blog may be restricted to people with an account (RUL-2). */
function everybody(client: QueryClient): string {
  const isPrivate = client.getQueryData<Settings>(settingsKey)?.visibility === 'privat'
  return isPrivate ? 'Für alle mit Konto sichtbar' : 'Für alle sichtbar'
}

const lower = (words: string) => words.slice(0, 1).toLowerCase() + words.slice(1)

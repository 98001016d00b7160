import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../../data/api-context.tsx'
import { formerAddressesQuery, useRemoveFormerAddress } from '../../../../data/articles/addresses.ts'
import { faultSentence } from '../../../../lib/faults.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { toastDone, toastFault } from '../../../../ui/toast.tsx'
import { useWrittenNoun } from '../state/written-noun.ts'
import { quoted } from '../../../../../rules/quoted.ts'

/** Former addresses of the article, which redirect to it (RUL-5). */
export function FormerAddresses({ articleId }: { articleId: string }) {
  const { noun, address, words } = useWrittenNoun()
  const { data, isError, refetch } = useQuery(formerAddressesQuery(useApi(), noun, articleId))
  const remove = useRemoveFormerAddress(noun, articleId)
  const [asked, setAsked] = useState<string | null>(null)
  if (isError) {
    return (
      <p role="alert" className="mt-2 text-s text-fg-2">
        Frühere Adressen ließen sich nicht laden.{' '}
        <Button look="quiet" className="px-2! text-s" onClick={() => void refetch()}>
          Erneut versuchen
        </Button>
      </p>
    )
  }
  if (!data) return <output className="sr-only">Lädt...</output>
  const giveUp = async (slug: string) => {
    setAsked(null)
    try {
      await remove.mutateAsync(slug)
      toastDone('Frühere Adresse aufgegeben')
    } catch (error) {
      toastFault('Fehler beim Aufgeben der Adresse', { description: faultSentence(error) })
    }
  }
  return (
    <>
      {data.items.length === 0 ? (
        <p className="mt-2 text-s text-fg-2">Keine früheren Adressen.</p>
      ) : (
        <ul aria-label="Frühere Adressen" className="mt-2 text-s">
          {data.items.map(({ slug }) => (
            <li key={slug} className="flex items-center gap-2 text-fg-2">
              <span className="min-w-0 flex-1 wrap-anywhere">{address(slug)}</span>
              <IconButton label={`${address(slug)} aufgeben`} onClick={() => setAsked(slug)}>
                <X aria-hidden className="icon-small" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Frühere Adresse aufgeben?"
        description={`Wer ${quoted(address(asked ?? ''))} aufruft, ${words.lost}`}
        verb="Aufgeben"
        onConfirm={() => asked !== null && void giveUp(asked)}
      />
    </>
  )
}

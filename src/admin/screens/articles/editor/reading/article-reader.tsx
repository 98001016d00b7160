import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Lock, MessageSquare } from 'lucide-react'
import { useRef } from 'react'
import type { Article } from '../../../../../contract/articles.ts'
import { isApiError } from '../../../../../contract/errors.ts'
import { may, mayWrite, type Role } from '../../../../../rules/roles.ts'
import { useOffers } from '../../../../actions/offers.ts'
import { keepRecord, recordQuery } from '../../../../data/articles/cached-record.ts'
import { useMedia } from '../../../../lib/use-media.ts'
import { textOf } from '../../../../writing/text/article-text.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useDocumentTitle } from '../../../../ui/page.tsx'
import { WholePreview, type PreviewHandle } from '../preview/whole-preview.tsx'
import { RemarkSheet, RemarksPane } from '../remarks/remarks-pane.tsx'
import { afterFrame } from '../../../../lib/after-frame.ts'
import { useWrittenNoun } from '../state/written-noun.ts'
import { NewSuggestion, ReaderSuggestions } from './reader-suggestions.tsx'
import { useReaderRemarks } from './use-reader-remarks.ts'
import { useReaderSuggesting } from './use-reader-suggesting.ts'

type Props = {
  article: Article
  role: Role
  userId: string
  /** Opens the editor, once the person may write the article. */
  onWrite: () => void
}

/** To a guest an article that is gone and one without invitation are the same. */
const UNINVITED = 'Die Einladung ist zu Ende, oder es gibt den Artikel nicht mehr.'

/**
 * An article that the person may read and not write (RUL-61), as readers will get it, with its remarks and suggestions beside it (RUL-60).
 * What others write in it appears; place, selection and what is being typed stay.
 */
export function ArticleReader({ article: opened, role, userId, onWrite }: Props) {
  const { list, words, noun, server } = useWrittenNoun()
  const client = useQueryClient()
  const read = useQuery(recordQuery(server, noun, opened.id))
  const article = read.data ?? opened
  const preview = useRef<PreviewHandle>(null)
  const mayWriteNow = mayWrite(role, userId, article)
  const isBeside = useMedia('(min-width: 1024px)')
  const reading = useReaderRemarks(article, { preview, isBeside })
  const { listed, text, sheet, setSheet, openSheet, closeSheet, open } = reading
  const mayWalk = listed.walk.mayGo
  const suggesting = useReaderSuggesting(article, {
    preview,
    onChanged: (current) => keepRecord(client, noun, current),
    onBegin: () => {
      listed.endComposing()
      setSheet(isBeside ? null : 'list')
    },
  })
  useDocumentTitle(article.title)
  useOffers({
    'editor.remark': listed.compose,
    'editor.remarks': () => afterFrame(reading.openRemarks),
    'remark.next': mayWalk ? () => listed.walk.step(1) : null,
    'remark.previous': mayWalk ? () => listed.walk.step(-1) : null,
    'editor.suggest': suggesting.suggest,
  })
  const remarks = (
    <>
      {suggesting.picked && <NewSuggestion suggesting={suggesting} />}
      <RemarksPane remarks={{ ...listed, suggest: suggesting.suggest }} text={text} userId={userId} />
      <ReaderSuggestions suggesting={suggesting} userId={userId} />
    </>
  )
  return (
    <div className="relative flex h-[calc(100dvh-var(--header))] min-w-0 flex-none! flex-col">
      <div className="flex h-13 flex-none items-center gap-3 px-1 md:px-3">
        <ButtonLink
          {...list()}
          look="quiet"
          aria-label={words.back}
          icon={<ArrowLeft aria-hidden />}
          className="px-2.5! max-md:w-11"
        >
          <span className="max-md:hidden">{words.list}</span>
        </ButtonLink>
        <p className="flex min-w-0 flex-1 items-center gap-1.5 text-s text-fg-2">
          <Lock aria-hidden className="icon-small flex-none" />
          <span className="truncate">
            {isApiError(read.error, 'not_found')
              ? may(role, 'texts.all')
                ? words.gone
                : UNINVITED
              : mayWriteNow
                ? 'Sie dürfen ihn jetzt bearbeiten'
                : reasonFor(article, role)}
          </span>
        </p>
        {mayWriteNow && <Button onClick={onWrite}>Bearbeiten</Button>}
        {!isBeside && (
          <Button
            look="quiet"
            aria-label={`Anmerkungen, ${open} offen`}
            icon={<MessageSquare aria-hidden />}
            // The selection in the text stays.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              suggesting.remember()
              openSheet()
            }}
          >
            {open > 0 && open}
          </Button>
        )}
      </div>
      <div className="flex min-h-0 flex-1">
        <WholePreview
          ref={preview}
          text={textOf(article)}
          base={article}
          line={null}
          remarked={{ passages: reading.passages, current: listed.current, onPick: reading.pick }}
        />
        {isBeside ? (
          <aside
            aria-label="Anmerkungen und Vorschläge"
            className="w-80 flex-none overflow-y-auto border-l border-line px-5"
          >
            {remarks}
          </aside>
        ) : (
          <>
            <Dialog open={sheet === 'list'} onClose={closeSheet} title="Anmerkungen" initialFocus="dialog">
              {remarks}
            </Dialog>
            {sheet === 'one' && <RemarkSheet remarks={{ ...listed, closeSheet }} text={text} userId={userId} />}
          </>
        )}
      </div>
    </div>
  )
}

function reasonFor({ status, working_copy }: Article, role: Role): string {
  if (!may(role, 'texts.write')) return 'Sie lesen diesen Artikel'
  if (status === 'scheduled' || working_copy?.goes_live_at) return 'Geplant: Nur die Redaktion ändert ihn noch'
  return 'Gehört jemand anderem: Sie lesen ihn'
}

import { useLocation } from '@tanstack/react-router'
import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import manual from '../../../../docs/handbuch.md?raw'
import { renderMarkdown } from '../../../markdown/render.ts'
import { findWords } from '../../../rules/find-words.ts'
import { hasWords, searchTerms } from '../../../rules/search-text.ts'
import { asLine } from '../../lib/text-from-outside.ts'
import { wayBackTo } from '../../lib/restored-focus.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { chapterOf, chaptersOf, type Chapter } from './chapters.ts'

const CHAPTERS = chaptersOf(manual)

/** The manual beside the screen, open at the chapter that tells of it (DESK-14); part of the app, so there without a network, too. */
export function HelpPanel({ onClose }: { onClose: () => void }) {
  const { pathname, search }: { pathname: string; search: { bereich?: string } } = useLocation()
  const here = chapterOf(pathname, search.bereich)
  const [chosen, setChosen] = useState<{ title: string | null; at: string }>({ title: here, at: here })
  // Another screen is another chapter.
  if (chosen.at !== here) setChosen({ title: here, at: here })
  const [words, setWords] = useState('')
  const panel = useRef<HTMLElement>(null)
  const back = useRef<() => void>(undefined)
  useEffect(() => {
    back.current = wayBackTo(document.activeElement ?? document.body)
    panel.current?.focus()
  }, [])
  const close = () => {
    onClose()
    back.current?.()
  }
  const open = (title: string | null) => {
    setChosen({ title, at: here })
    setWords('')
    panel.current?.scrollTo({ top: 0 })
    panel.current?.focus()
  }
  const looking = words.trim() !== ''
  const shown = looking ? CHAPTERS.filter((one) => hasWords(`${one.title}\n${one.markdown}`, words)) : CHAPTERS
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it wherever in it the focus is
    <aside
      ref={panel}
      aria-label="Handbuch"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
      className="fixed inset-x-0 top-(--header) bottom-0 z-30 overflow-y-auto overscroll-contain border-line bg-surface px-4 pb-6 outline-none md:left-auto md:w-96 md:border-l md:shadow-float xl:sticky xl:h-[calc(100dvh-var(--header))] xl:flex-none! xl:self-start xl:shadow-none"
    >
      <div className="sticky top-0 z-10 -mx-4 mb-3 border-b border-line bg-surface px-4 pb-3">
        <div className="flex h-12 items-center gap-1">
          <h2 className="min-w-0 flex-1 truncate text-l font-semibold">Handbuch</h2>
          <IconButton label="Handbuch schließen" className="-mr-2" onClick={close}>
            <X aria-hidden />
          </IconButton>
        </div>
        <SearchField
          label="Handbuch durchsuchen"
          value={words}
          onChange={(next) => setWords(asLine(next))}
          found={looking ? (shown.length === 1 ? '1 Kapitel gefunden' : `${shown.length} Kapitel gefunden`) : undefined}
        />
      </div>
      {looking || chosen.title === null ? (
        <ul>
          {shown.map((chapter) => (
            <li key={`${chapter.parent} ${chapter.title}`}>
              <button
                type="button"
                onClick={() => open(chapter.title)}
                className={`-mx-2 block min-h-11 w-[calc(100%+16px)] rounded-control px-2 py-1.5 text-left hover:bg-hover md:min-h-9 ${chapter.level === 3 && !looking ? 'pl-6' : ''}`}
              >
                <span className="font-medium">{chapter.title}</span>
                {looking && <Excerpt chapter={chapter} words={words} />}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Text title={chosen.title} onAll={() => open(null)} />
      )}
      {looking && shown.length === 0 && (
        <p className="py-6 text-center text-fg-2">Davon steht nichts im Handbuch. Versuchen Sie ein anderes Wort.</p>
      )}
    </aside>
  )
}

const AROUND = 70

function Excerpt({ chapter, words }: { chapter: Chapter; words: string }) {
  const plain = chapter.markdown.replaceAll(/[*`|#]/g, '').replaceAll(/\s+/g, ' ')
  const place = findWords(plain, searchTerms(words))
  if (!place) return null
  const { start, end } = place
  return (
    <span lang="de" className="line-clamp-2 text-s text-fg-2">
      {start > AROUND && '… '}
      {plain.slice(Math.max(0, start - AROUND), start)}
      <mark className="rounded-small bg-accent-soft px-0.5 font-medium text-fg">{plain.slice(start, end)}</mark>
      {plain.slice(end, end + AROUND)} …
    </span>
  )
}

function Text({ title, onAll }: { title: string; onAll: () => void }) {
  const first = CHAPTERS.findIndex((one) => one.title === title)
  const chapter = CHAPTERS[first]
  if (!chapter) return null
  // A chapter comes with those below it.
  const after = chapter.level === 2 ? CHAPTERS.slice(first + 1).findIndex(({ level }) => level === 2) : 0
  const parts = CHAPTERS.slice(first, after === -1 ? undefined : first + 1 + after)
  return (
    <>
      <Button look="quiet" icon={<ArrowLeft aria-hidden />} className="-ml-2 text-s" onClick={onAll}>
        Alle Kapitel
      </Button>
      {parts.map((part) => (
        <section key={part.title} lang="de" className="hyphens-auto">
          <h3 className={`mt-3 mb-2 font-semibold ${part.level === 2 ? 'text-l' : ''}`}>{part.title}</h3>
          <div
            className="help-text text-fg-2"
            // oxlint-disable-next-line react/no-danger -- our own manual, through the renderer of all texts
            dangerouslySetInnerHTML={{ __html: renderMarkdown(part.markdown).html }}
          />
        </section>
      ))}
    </>
  )
}

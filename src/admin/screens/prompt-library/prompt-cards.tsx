import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Prompt } from '../../../contract/prompts.ts'
import type { LibraryRowsProps } from '../../parts/library/library-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

type CardsProps = LibraryRowsProps<Prompt>

/** The prompts of a category as cards, with copy, edit and delete (PROMPT-1). */
export function PromptCards({ items, ...shared }: CardsProps) {
  return (
    <ul aria-label="Prompts" className="grid grid-cols-1 items-start gap-4 pt-3 lg:grid-cols-2">
      {items.map((prompt) => (
        <PromptCard key={prompt.id} prompt={prompt} {...shared} />
      ))}
    </ul>
  )
}

type CardProps = Omit<CardsProps, 'items'> & { prompt: Prompt }

function PromptCard({ prompt, withCategory, onCopy, onEdit, onDelete, mayChange }: CardProps) {
  const title = useId()
  return (
    <li className="min-w-0 rounded-card border border-line bg-surface" aria-labelledby={title}>
      <div className="flex items-start gap-1 pt-2 pr-2 pl-4">
        <div className="min-w-0 flex-1 pt-1.5 pb-2">
          <h2 id={title} className="font-semibold tracking-[-0.004em] wrap-anywhere hyphens-auto">
            {prompt.title}
          </h2>
          {(withCategory || prompt.description) && (
            <p className="mt-0.5 text-s text-fg-2 wrap-anywhere hyphens-auto">
              {[withCategory && prompt.category, prompt.description].filter(Boolean).join(' · ')}
            </p>
          )}
        </div>
        {mayChange(prompt) && (
          <>
            <IconButton label="Prompt bearbeiten" onClick={() => onEdit(prompt)}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label="Prompt löschen" onClick={() => onDelete(prompt)}>
              <Trash2 aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      <Content text={prompt.content} />
      <div className="flex px-4 pt-3 pb-4">
        <Button icon={<Copy aria-hidden />} onClick={() => onCopy(prompt)}>
          Kopieren
        </Button>
      </div>
    </li>
  )
}

/** The text of a prompt; six lines until it is expanded. */
function Content({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const [cut, setCut] = useState(false)
  const box = useRef<HTMLParagraphElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [text, whole])
  return (
    <div className="mx-4 rounded-control border border-line bg-page px-3 py-2.5">
      <p
        ref={box}
        id={id}
        className={
          whole
            ? 'text-s/5 wrap-anywhere whitespace-pre-wrap text-fg-2'
            : 'line-clamp-6 text-s/5 wrap-anywhere whitespace-pre-wrap text-fg-2'
        }
      >
        {text}
      </p>
      {(cut || whole) && (
        <button
          type="button"
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
          className="mt-1.5 rounded-small text-s text-fg-2 underline hover:text-fg max-md:py-3"
        >
          {whole ? 'Weniger zeigen' : 'Ganz zeigen'}
        </button>
      )}
    </div>
  )
}

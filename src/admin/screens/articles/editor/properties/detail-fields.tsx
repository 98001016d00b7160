import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { BLANK_TEXT } from '../../../../../rules/article-text.ts'
import { peopleOf } from '../../../../../rules/authors.ts'
import { isHttpUrl } from '../../../../../rules/url.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { authorsQuery } from '../../../../data/authors.ts'
import { settingsQuery } from '../../../../data/settings.ts'
import { peopleQuery } from '../../../../data/users.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { FieldError, FieldHint, FieldLabel, fieldBoxClass } from '../../../../ui/text-field.tsx'
import { asLine } from '../../../../lib/text-from-outside.ts'
import { LanguageField } from './language-field.tsx'
import { VersionField } from './version-field.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'

const inputClass = 'h-full min-w-0 flex-1 bg-transparent outline-none'

/** Rarely used fields: byline (RUL-39), data for search engines. Collapsed until one is filled. */
export function DetailFields({ editing }: { editing: ArticleEditing }) {
  const { base, fields } = editing
  const api = useApi()
  const [open, setOpen] = useState(() =>
    Boolean(
      fields.byline ||
      fields.canonical_url ||
      fields.seo_description ||
      fields.noindex ||
      fields.correction ||
      fields.series ||
      fields.version_of ||
      (fields.lang ?? BLANK_TEXT.lang) !== BLANK_TEXT.lang,
    ),
  )
  const authorName = useQuery({ ...settingsQuery(api), enabled: open }).data?.author_name.trim()
  const names = useQuery({ ...authorsQuery(api), enabled: open }).data?.items.map(({ name }) => name) ?? []
  const people = useQuery({ ...peopleQuery(api), enabled: open && base?.author_id != null }).data?.items
  const author = people?.find(({ id }) => id === base?.author_id)
  return (
    <details className="group py-1" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-mx-2 flex h-11 list-none items-center justify-between rounded-control px-2 text-s text-fg-2 hover:bg-hover md:h-8">
        Autor und Suchmaschinen
        <ChevronRight aria-hidden className="icon-small text-fg-3 group-open:rotate-90" />
      </summary>
      {open && (
        <>
          {author && (
            <p className="flex items-baseline justify-between gap-3 pt-2 text-s text-fg-2">
              Angelegt von <span className="min-w-0 truncate text-fg">{author.name}</span>
            </p>
          )}
          <div className="py-2">
            <FieldLabel htmlFor="article-byline">Autorenzeile</FieldLabel>
            <span className={`${fieldBoxClass} h-11 px-2.5! text-s md:h-8`}>
              <input
                id="article-byline"
                lang="de"
                autoComplete="off"
                list="article-byline-names"
                aria-describedby="article-byline-hint"
                maxLength={200}
                placeholder={authorName || 'Niemand wird genannt'}
                value={fields.byline ?? ''}
                onChange={(event) => editing.change({ byline: asLine(event.target.value) || null })}
                className={inputClass}
              />
            </span>
            <datalist id="article-byline-names">
              {completed(fields.byline ?? '', names).map((line) => (
                <option key={line}>{line}</option>
              ))}
            </datalist>
            <FieldHint id="article-byline-hint">Mehrere Menschen trennt ein Komma, die Reihenfolge bleibt.</FieldHint>
          </div>
          <div className="py-2">
            <LanguageField
              look="field"
              value={fields.lang ?? BLANK_TEXT.lang}
              onChange={(lang) => editing.change({ lang })}
            />
          </div>
          <VersionField
            id={fields.version_of}
            ownId={base?.id}
            onChange={(version_of) => editing.change({ version_of })}
          />
          <div className="py-2">
            <FieldLabel htmlFor="article-series">Serie</FieldLabel>
            <span className={`${fieldBoxClass} h-11 px-2.5! text-s md:h-8`}>
              <input
                id="article-series"
                lang="de"
                autoComplete="off"
                maxLength={120}
                placeholder="Gleicher Name, gleiche Serie"
                value={fields.series ?? ''}
                onChange={(event) => editing.change({ series: asLine(event.target.value) || null })}
                className={inputClass}
              />
            </span>
          </div>
          <div className="py-2">
            <FieldLabel htmlFor="article-correction">Korrekturhinweis</FieldLabel>
            <span className={`${fieldBoxClass} items-start px-2.5! py-2`}>
              <textarea
                id="article-correction"
                lang="de"
                spellCheck
                rows={2}
                maxLength={2000}
                placeholder="Was falsch war und jetzt stimmt."
                value={fields.correction ?? ''}
                onChange={(event) => editing.change({ correction: event.target.value || null })}
                className="field-sizing-content min-h-10 min-w-0 flex-1 resize-none bg-transparent text-s outline-none max-md:text-l"
              />
            </span>
          </div>
          <div className="py-2">
            <FieldLabel htmlFor="article-seo">Beschreibung für Suchmaschinen</FieldLabel>
            <span className={`${fieldBoxClass} items-start px-2.5! py-2`}>
              <textarea
                id="article-seo"
                lang="de"
                spellCheck
                rows={2}
                maxLength={400}
                placeholder="Sonst gilt der Auszug."
                value={fields.seo_description ?? ''}
                onChange={(event) => editing.change({ seo_description: asLine(event.target.value) || null })}
                className="field-sizing-content min-h-10 min-w-0 flex-1 resize-none bg-transparent text-s outline-none max-md:text-l"
              />
            </span>
          </div>
          <CanonicalField
            value={fields.canonical_url}
            onChange={(canonical_url) => editing.change({ canonical_url })}
          />
          <div className="-ml-2.5 text-s">
            <Checkbox
              id="article-noindex"
              label="Von Suchmaschinen fernhalten"
              shown
              checked={fields.noindex ?? false}
              onToggle={() => editing.change({ noindex: !fields.noindex })}
            />
          </div>
        </>
      )}
    </details>
  )
}

/** The author line with each known person in place of the name being typed. */
function completed(line: string, names: readonly string[]): string[] {
  const before = line.slice(0, line.lastIndexOf(', ') + 1).trim()
  const there = peopleOf(before)
  return names.filter((name) => !there.includes(name)).map((name) => (before === '' ? name : `${before} ${name}`))
}

/** The canonical address. An incomplete address never gets into the article, since the save would be refused. */
function CanonicalField({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const [typed, setTyped] = useState(value ?? '')
  const [left, setLeft] = useState(false)
  const [known, setKnown] = useState(value)
  // Another version was taken over, or a change was undone.
  if (value !== known) {
    setKnown(value)
    setTyped(value ?? '')
  }
  const faulty = typed.trim() !== '' && !isHttpUrl(typed)
  return (
    <div className="py-2">
      <FieldLabel htmlFor="article-canonical">Zuerst erschienen unter</FieldLabel>
      <span className={`${fieldBoxClass} h-11 px-2.5! text-s md:h-8`}>
        <input
          id="article-canonical"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={2000}
          placeholder="https://"
          value={typed}
          aria-invalid={(left && faulty) || undefined}
          aria-describedby={left && faulty ? 'article-canonical-error' : undefined}
          onChange={(event) => {
            const next = event.target.value
            setTyped(next)
            setLeft(false)
            const address = isHttpUrl(next) ? next.trim() : null
            setKnown(address)
            if (address !== value) onChange(address)
          }}
          onBlur={() => setLeft(true)}
          className={inputClass}
        />
      </span>
      {left && faulty && (
        <FieldError id="article-canonical-error">
          Bitte geben Sie eine Adresse mit http:// oder https:// ein. So bleibt sie ungespeichert.
        </FieldError>
      )}
    </div>
  )
}

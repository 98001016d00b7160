import { useState } from 'react'
import { slugify } from '../../../../../rules/slug.ts'
import { quoted } from '../../../../../rules/quoted.ts'
import { onDemand } from '../../../../ui/on-demand.tsx'
import { FieldError, FieldLabel, fieldBoxClass } from '../../../../ui/text-field.tsx'
import { shownSlug } from '../../../../writing/text/article-text.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

const FormerAddresses = onDemand(async () => (await import('./former-addresses.tsx')).FormerAddresses)

/**
 * The slug (EDIT-6, RUL-5): follows the title until typed by hand or published. If it is taken, a free one is proposed.
 */
export function SlugField({ editing, fixed = false }: { editing: ArticleEditing; fixed?: boolean }) {
  const { base, fields, slugFault } = editing
  const { address } = useWrittenNoun()
  const [former, setFormer] = useState(false)
  return (
    <div className="py-2">
      <FieldLabel
        htmlFor="article-slug"
        aside={
          fixed ? (
            <span className="text-xs text-fg-3">fest</span>
          ) : !fields.slugIsOwn ? (
            <span className="text-xs text-fg-3">folgt dem Titel</span>
          ) : (
            base && (
              <button
                type="button"
                aria-expanded={former}
                className="rounded-small font-medium text-fg max-md:h-11"
                onClick={() => setFormer(!former)}
              >
                Frühere Adressen
              </button>
            )
          )
        }
      >
        Adresse
      </FieldLabel>
      <span className={`${fieldBoxClass} h-11 gap-0! px-2.5! text-s md:h-8`}>
        <span aria-hidden className="text-fg-3">
          {address('')}
        </span>
        <input
          id="article-slug"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={200}
          readOnly={fixed}
          value={shownSlug(fields)}
          aria-invalid={slugFault ? true : undefined}
          aria-describedby={slugFault ? 'article-slug-error' : undefined}
          onChange={(event) => editing.change({ slug: event.target.value, slugIsOwn: true })}
          onBlur={(event) => {
            if (!fields.slugIsOwn) return
            const slug = slugify(event.target.value) || editing.base?.slug || slugify(fields.title)
            if (slug !== fields.slug) editing.change({ slug })
          }}
          className="h-full min-w-0 flex-1 truncate bg-transparent outline-none"
        />
      </span>
      {slugFault && (
        <FieldError id="article-slug-error">
          <span>
            {slugFault.message}
            {slugFault.proposal && (
              <button
                type="button"
                className="ml-1 rounded-small font-medium text-fg underline underline-offset-3"
                onClick={() => editing.change({ slug: slugFault.proposal, slugIsOwn: true })}
              >
                {quoted(slugFault.proposal)} verwenden
              </button>
            )}
          </span>
        </FieldError>
      )}
      {base && former && <FormerAddresses articleId={base.id} />}
    </div>
  )
}

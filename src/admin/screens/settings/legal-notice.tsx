import { useNavigate } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { PageSummary } from '../../../contract/pages.ts'
import { LEGAL_TEMPLATES } from '../../../rules/legal-templates.ts'
import { LEGAL_SLUGS, type LegalSlug } from '../../../rules/pages.ts'
import { useSitePageChanges } from '../../data/site-pages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toastRefusal } from '../../ui/toast.tsx'

const nameOf = (slug: LegalSlug) => LEGAL_TEMPLATES[slug].title

/** Remaining work on the legally required pages: one sentence, one button (docs/look.md rule 32). */
export function LegalNotice({ pages }: { pages: PageSummary[] }) {
  const legal = LEGAL_SLUGS.map((slug) => ({ slug, page: pages.find((page) => page.slug === slug) }))
  const hidden = legal.filter(({ page }) => page?.status !== 'published')
  const blanks = legal.reduce((sum, { page }) => sum + (page?.blanks ?? 0), 0)
  const first = hidden[0] ?? legal.find(({ page }) => (page?.blanks ?? 0) > 0)
  if (!first) return null
  const names = hidden.map(({ slug }) => nameOf(slug)).join(' und ')
  return (
    <section
      aria-label="Rechtliche Seiten"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-2 max-md:py-3"
    >
      <p className="flex min-w-64 flex-1 items-start gap-3">
        <TriangleAlert aria-hidden className="icon-small mt-0.5 flex-none text-scheduled" />
        <span>
          {hidden.length > 0 && (
            <b className="font-medium">
              {names} {hidden.length > 1 ? 'sind' : 'ist'} noch nicht öffentlich.{' '}
            </b>
          )}
          {blanks > 0 && (
            <span className="text-fg-2">
              {blanks === 1 ? 'Eine Lücke wartet auf Ihre Angabe.' : `${blanks} Lücken warten auf Ihre Angaben.`}
            </span>
          )}
        </span>
      </p>
      {first.page ? (
        <ButtonLink to="/admin/pages/$id" params={{ id: first.page.id }} className="max-md:w-full">
          {nameOf(first.slug)} {first.page.blanks > 0 ? 'ausfüllen' : 'öffnen'}
        </ButtonLink>
      ) : (
        <AddLegal slug={first.slug} />
      )}
    </section>
  )
}

/** Restores a deleted legal page from its template. */
function AddLegal({ slug }: { slug: LegalSlug }) {
  const { addLegal } = useSitePageChanges()
  const navigate = useNavigate()
  const add = async () => {
    try {
      const { id } = await addLegal.mutateAsync(slug)
      await navigate({ to: '/admin/pages/$id', params: { id } })
    } catch (error) {
      toastRefusal(error, 'Fehler beim Anlegen der Seite')
    }
  }
  return (
    <Button busy={addLegal.isPending} onClick={() => void add()} className="max-md:w-full">
      {nameOf(slug)} aus Vorlage anlegen
    </Button>
  )
}

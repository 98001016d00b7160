import { useQuery } from '@tanstack/react-query'
import { CircleDot, Folder, Tag as TagIcon, Trash2, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ArticleSummary } from '../../../contract/articles.ts'
import { ARTICLE_STATUSES } from '../../../rules/articles.ts'
import { useApi } from '../../data/api-context.tsx'
import { categoriesQuery, tagsQuery } from '../../data/taxonomy.ts'
import { articlesInWords } from '../../lib/article-count.ts'
import { cx } from '../../lib/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { useBulkActions } from './use-bulk-actions.ts'
import type { Marked } from './use-marked.ts'

const ACTION =
  'inline-flex h-11 min-w-11 flex-none items-center justify-center gap-2 rounded-control px-2.5 font-medium whitespace-nowrap hover:bg-hover active:bg-pressed md:h-8'

/** What can be done with the selected articles, at the foot of the window (look/README.md, rule 21). */
export function BulkBar({ marked }: { marked: Marked }) {
  const api = useApi()
  const categories = useQuery(categoriesQuery(api)).data?.items ?? []
  const tags = useQuery(tagsQuery(api)).data?.items ?? []
  const names = { categories, tags }
  const { run, busy } = useBulkActions(marked)
  const [asking, setAsking] = useState<'delete' | 'tags' | null>(null)
  const count = marked.chosen.length
  return (
    <>
      <Toolbar
        atFoot
        label="Auswahl"
        aria-busy={busy}
        className="sticky bottom-3 z-20 mx-auto mt-auto flex min-h-12 max-w-full animate-appear items-center rounded-card border border-line bg-raised px-0.5 shadow-float md:bottom-6 md:px-2 aria-busy:*:text-fg-3"
      >
        <output className="px-1.5 font-medium whitespace-nowrap tabular-nums md:px-2">
          {count.toLocaleString('de')}
          <span className="max-md:sr-only"> ausgewählt</span>
        </output>
        <Rule />
        <Menu align="center" trigger={<BarButton icon={<CircleDot aria-hidden />}>Status</BarButton>}>
          {ARTICLE_STATUSES.map((status) => (
            <MenuItem
              key={status}
              icon={<StateGlyph state={status} />}
              onSelect={() =>
                void run({ do: 'status', status }, (done) => `${articlesInWords(done)}: ${STATE_LABELS[status]}`)
              }
            >
              {STATE_LABELS[status]}
            </MenuItem>
          ))}
        </Menu>
        <Menu align="center" trigger={<BarButton icon={<Folder aria-hidden />}>Kategorie</BarButton>}>
          {categories.map(({ id, name }) => (
            <MenuItem
              key={id}
              onSelect={() =>
                void run({ do: 'category', category_id: id }, (done) => `${articlesInWords(done)} in „${name}“`, names)
              }
            >
              {name}
            </MenuItem>
          ))}
          {categories.length > 0 && <MenuSeparator />}
          <MenuItem
            onSelect={() =>
              void run(
                { do: 'category', category_id: null },
                (done) => `${articlesInWords(done)} ohne Kategorie`,
                names,
              )
            }
          >
            Ohne Kategorie
          </MenuItem>
        </Menu>
        <BarButton icon={<TagIcon aria-hidden />} onClick={() => setAsking('tags')}>
          Schlagwörter
        </BarButton>
        <BarButton
          icon={<Trash2 aria-hidden />}
          className="text-danger [&>svg]:text-danger!"
          onClick={() => setAsking('delete')}
        >
          Löschen
        </BarButton>
        <Rule />
        <button type="button" onClick={marked.clear} className={cx(ACTION, 'text-fg-2')}>
          <X aria-hidden className="md:hidden" />
          <span className="max-md:sr-only">Aufheben</span>
          <span aria-hidden className="max-md:hidden">
            <Kbd>Esc</Kbd>
          </span>
        </button>
      </Toolbar>
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={() => setAsking(null)}
        title={`Möchten Sie ${articlesInWords(count)} wirklich löschen?`}
        description={removalWords(marked.chosen)}
        verb="Löschen"
        onConfirm={() => {
          setAsking(null)
          void run({ do: 'remove' }, (done) => `${articlesInWords(done)} gelöscht`)
        }}
      />
      <TagsDialog
        open={asking === 'tags'}
        onClose={() => setAsking(null)}
        articles={marked.chosen}
        tags={tags}
        onChange={(change) => {
          setAsking(null)
          void run({ do: 'tags', ...change }, (done) => `Schlagwörter geändert: ${articlesInWords(done)}`, names)
        }}
      />
    </>
  )
}

/** What deleting the selected ones means, by name where it is one. */
function removalWords(articles: ArticleSummary[]): string {
  const [first] = articles
  const live = articles.some(({ status }) => status === 'published')
  if (first && articles.length === 1)
    return `„${first.title}“ kommt für 30 Tage in den Papierkorb.${live ? ' Leserinnen und Leser sehen den Artikel dann nicht mehr.' : ''}`
  return `Die Artikel kommen für 30 Tage in den Papierkorb.${live ? ' Leserinnen und Leser sehen die veröffentlichten dann nicht mehr.' : ''}`
}

function BarButton({
  icon,
  className,
  children,
  ...rest
}: React.ComponentProps<'button'> & { icon: ReactNode; children: string }) {
  return (
    <button
      type="button"
      title={children}
      {...rest}
      aria-label={children}
      className={cx(ACTION, '[&>svg]:text-fg-2', className)}
    >
      {icon}
      <span className="max-xl:hidden">{children}</span>
    </button>
  )
}

function Rule() {
  return <span aria-hidden className="mx-0.5 h-6 w-px flex-none bg-line md:mx-2" />
}

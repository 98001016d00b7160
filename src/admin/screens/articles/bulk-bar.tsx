import { useQuery } from '@tanstack/react-query'
import { CircleDot, Folder, Tag as TagIcon, Trash2, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ARTICLE_STATUSES } from '../../../rules/articles.ts'
import { useApi } from '../../data/api-context.tsx'
import { categoriesQuery, tagsQuery } from '../../data/taxonomy.ts'
import { cx } from '../../lib/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { articlesInWords, useBulkActions } from './use-bulk-actions.ts'
import type { Marked } from './use-marked.ts'

const ACTION =
  'inline-flex h-11 items-center gap-2 rounded-control px-2.5 font-medium whitespace-nowrap hover:bg-hover active:bg-pressed md:h-8'

/** What can be done with the selected articles, at the foot of the window (look/README.md, rule 21). */
export function BulkBar({ marked }: { marked: Marked }) {
  const api = useApi()
  const categories = useQuery(categoriesQuery(api)).data?.items ?? []
  const tags = useQuery(tagsQuery(api)).data?.items ?? []
  const names = { categories, tags }
  const run = useBulkActions(marked)
  const [asking, setAsking] = useState<'delete' | 'tags' | null>(null)
  const count = marked.chosen.length
  const live = marked.chosen.some(({ status }) => status === 'published')
  if (count === 0) return null
  return (
    <>
      <div
        role="toolbar"
        aria-label="Auswahl"
        className="sticky bottom-3 z-20 mx-auto mt-auto flex min-h-12 max-w-full animate-appear items-center rounded-card border border-line bg-raised px-1.5 shadow-float md:bottom-6 md:px-2"
      >
        <output className="px-2 font-medium whitespace-nowrap tabular-nums">
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
      </div>
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={() => setAsking(null)}
        title={`Möchten Sie ${articlesInWords(count)} wirklich löschen?`}
        description={`Sie kommen für 30 Tage in den Papierkorb.${live ? ' Leserinnen und Leser sehen die veröffentlichten dann nicht mehr.' : ''}`}
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

function BarButton({
  icon,
  className,
  children,
  ...rest
}: React.ComponentProps<'button'> & { icon: ReactNode; children: string }) {
  return (
    <button type="button" {...rest} aria-label={children} className={cx(ACTION, '[&>svg]:text-fg-2', className)}>
      {icon}
      <span className="max-md:hidden">{children}</span>
    </button>
  )
}

function Rule() {
  return <span aria-hidden className="mx-1 h-6 w-px flex-none bg-line md:mx-2" />
}

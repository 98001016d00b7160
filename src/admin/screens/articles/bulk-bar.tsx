import { useQuery } from '@tanstack/react-query'
import { CalendarDays, CircleDot, Folder, Tag as TagIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ArticleSummary } from '../../../contract/articles.ts'
import { ARTICLE_STATUSES } from '../../../rules/articles.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useApi } from '../../data/api-context.tsx'
import { categoriesQuery, tagsQuery } from '../../data/taxonomy.ts'
import { articlesInWords } from '../../lib/counts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { BarButton, SelectionBar } from '../../ui/selection-bar.tsx'
import { STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import { DateDialog } from './date-dialog.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { useOffers } from '../../actions/offers.ts'
import { useBulkActions } from '../../parts/article-actions/use-bulk-actions.ts'
import type { Marked } from '../../lib/use-marked.ts'

/** Actions for the selected articles, at the bottom of the window (docs/look.md rule 21). */
export function BulkBar({ marked }: { marked: Marked<ArticleSummary> }) {
  const api = useApi()
  const categories = useQuery(categoriesQuery(api)).data?.items ?? []
  const tags = useQuery(tagsQuery(api)).data?.items ?? []
  const names = { categories, tags }
  const { run, busy } = useBulkActions(marked)
  const [asking, setAsking] = useState<'delete' | 'tags' | 'date' | null>(null)
  const count = marked.chosen.length
  useOffers({ 'articles.date': () => setAsking('date') })
  return (
    <>
      <SelectionBar count={count} busy={busy} onClear={marked.clear}>
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
                void run(
                  { do: 'category', category_id: id },
                  (done) => `${articlesInWords(done)} in ${quoted(name)}`,
                  names,
                )
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
        <BarButton icon={<CalendarDays aria-hidden />} onClick={() => setAsking('date')}>
          Datum
        </BarButton>
        <BarButton
          icon={<Trash2 aria-hidden />}
          className="text-danger [&>svg]:text-danger!"
          onClick={() => setAsking('delete')}
        >
          Löschen
        </BarButton>
      </SelectionBar>
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
      <DateDialog
        open={asking === 'date'}
        onClose={() => setAsking(null)}
        articles={marked.chosen}
        onSet={(date) => {
          setAsking(null)
          void run({ do: 'date', published_at: date }, (done) => `Datum gesetzt: ${articlesInWords(done)}`)
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

/** Consequences of deleting the selected articles, with the title if there is one. */
function removalWords(articles: ArticleSummary[]): string {
  const [first] = articles
  const live = articles.some(({ status }) => status === 'published')
  if (first && articles.length === 1)
    return `${quoted(first.title)} kommt für 30 Tage in den Papierkorb.${live ? ' Leserinnen und Leser sehen den Artikel dann nicht mehr.' : ''}`
  return `Die Artikel kommen für 30 Tage in den Papierkorb.${live ? ' Leserinnen und Leser sehen die veröffentlichten dann nicht mehr.' : ''}`
}

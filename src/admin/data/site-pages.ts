import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { PageSummary } from '../../contract/pages.ts'
import { LEGAL_TEMPLATES } from '../../rules/legal-templates.ts'
import type { LegalSlug } from '../../rules/pages.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

/** The noun `pages`. Infinite lists are in `pages.ts`. */
export const sitePageKeys = { all: ['pages'] as const, list: ['pages', 'list'] as const }

/** Larger than any realistic number of pages. */
const MOST = 200

/** All pages in their order, without texts. */
export function sitePagesQuery(api: Api) {
  return queryOptions({
    queryKey: sitePageKeys.list,
    queryFn: async ({ signal }) => (await api.pages.list({ limit: MOST }, { signal })).items,
  })
}

/** Refetches lists, checks and open editors; called after every save, deletion and restore. */
export async function refreshSitePages(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: sitePageKeys.all }),
    client.invalidateQueries({ queryKey: ['system'] }),
    client.invalidateQueries({ queryKey: ['reviews'] }),
  ])
}

/** Deletes, restores and orders pages, and creates missing legal ones. Order and deletion are optimistic. */
export function useSitePageChanges() {
  const api = useApi()
  const client = useQueryClient()
  const show = async (change: (pages: PageSummary[]) => PageSummary[]) => {
    await client.cancelQueries({ queryKey: sitePageKeys.list })
    const before = client.getQueryData<PageSummary[]>(sitePageKeys.list)
    if (before) client.setQueryData(sitePageKeys.list, change(before))
    return () => client.setQueryData(sitePageKeys.list, before)
  }
  const onSettled = () => refreshSitePages(client)
  return {
    order: useMutation({
      mutationFn: (pages: PageSummary[]) => api.pages.order({ ids: pages.map(({ id }) => id) }),
      onMutate: (pages) => show(() => pages),
      onError: (_error, _pages, putBack) => putBack?.(),
      onSettled,
      scope: { id: 'page-order' },
    }),
    remove: useMutation({
      mutationFn: ({ id }: PageSummary) => api.pages.remove({ id }),
      onMutate: ({ id }) => show((pages) => pages.filter((page) => page.id !== id)),
      onError: (_error, _page, putBack) => putBack?.(),
      onSettled,
    }),
    restore: useMutation({
      mutationFn: ({ id }: PageSummary) => api.trash.restore({ noun: 'pages', id }),
      onSettled,
    }),
    /** Adds a part to a legal page, at its end; false where it holds that part already. Makes a missing page. */
    addPart: useMutation({
      mutationFn: async ({ slug, part }: { slug: LegalSlug; part: string }) => {
        const { items } = await api.pages.list({ limit: MOST })
        const known = items.find((page) => page.slug === slug)
        const { id } = known ?? (await api.pages.create({ ...LEGAL_TEMPLATES[slug], slug, placement: 'footer' }))
        const { version, content_markdown: text } = await api.pages.get({ id })
        const isNew = !text.includes(part.trim())
        if (isNew) await api.pages.update({ id, version, content_markdown: `${text.trimEnd()}\n\n${part}` })
        return { id, isNew }
      },
      onSettled,
    }),
    addLegal: useMutation({
      mutationFn: (slug: LegalSlug) => api.pages.create({ ...LEGAL_TEMPLATES[slug], slug, placement: 'footer' }),
      onSettled,
    }),
  }
}

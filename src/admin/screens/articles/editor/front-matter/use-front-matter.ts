import { useQueryClient } from '@tanstack/react-query'
import { isApiError } from '../../../../../contract/errors.ts'
import { fold } from '../../../../../rules/fold.ts'
import { quoted } from '../../../../../rules/quoted.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { taxonomyQuery, type TaxonomyNoun } from '../../../../data/taxonomy.ts'
import { usePlanning } from '../../../../data/planning.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { formatInZone } from '../../../../lib/dates.ts'
import { useToday } from '../../../../lib/use-now.ts'
import { toastDone, toastFault } from '../../../../ui/toast.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import { FIELD_LABELS, type ArticleText } from '../../../../writing/text/article-text.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { MatterFacts } from './front-matter-facts.ts'
import type { MatterInput } from './front-matter-worker.ts'

/** Timeout. Front matter not parsed by then stays text. */
const LONGEST_MS = 5_000
/** Maximum number of unused keys that are listed. */
const MOST_NAMED = 8

/** The progress of applying front matter. */
type Taken = { fields: Partial<ArticleText>; made: string[]; left: string[]; planned: string | null; undone: boolean }

/**
 * Moves front matter from the text into the empty fields of the article. One toast lists what was used, what was not
 * and why; its `Rückgängig` restores text and fields.
 */
export function useFrontMatter(editing: ArticleEditing, editorView: TextEditorView): () => Promise<void> {
  const api = useApi()
  const client = useQueryClient()
  const zone = useSiteZone()
  const today = useToday(zone)
  const { plan } = usePlanning()
  const { article } = editing

  const idOf = async (noun: TaxonomyNoun, name: string) => {
    const known = await client.fetchQuery(taxonomyQuery(api, noun)).catch(() => null)
    const there = known?.items.find((one) => fold(one.name) === fold(name))
    if (there) return { id: there.id, made: false }
    try {
      const { id } = await api[noun].create({ name })
      return { id, made: true }
    } catch (error) {
      if (isApiError(error, 'name_taken')) return { id: (error.data.current as { id: string }).id, made: false }
      return null
    }
  }

  /** Resolves what only the server knows: categories, tags, a library picture, the day in the calendar. */
  const takeFromServer = async ({ category, tags, cover, day }: MatterFacts, taken: Taken, begunHere: boolean) => {
    const change = (changed: Partial<ArticleText>) => {
      if (taken.undone) return
      article.change(changed)
      Object.assign(taken.fields, changed)
    }
    const find = async (noun: TaxonomyNoun, name: string) => {
      const found = taken.undone ? null : await idOf(noun, name)
      if (found?.made) taken.made.push(quoted(name))
      if (!found) taken.left.push(quoted(name))
      return found ? [found.id] : []
    }
    if (category !== null && article.getSnapshot().fields.category_id !== null) taken.left.push(quoted(category))
    else if (category !== null) {
      const [category_id] = await find('categories', category)
      if (category_id) change({ category_id })
    }
    const ids: string[] = []
    for (const name of tags) ids.push(...(await find('tags', name)))
    if (ids.length > 0) change({ tag_ids: [...new Set([...article.getSnapshot().fields.tag_ids, ...ids])] })
    if (taken.made.length > 0)
      for (const key of ['categories', 'tags']) void client.invalidateQueries({ queryKey: [key] })
    if (cover !== null) {
      const own = await api.media.lookup({ urls: [cover] }).catch(() => null)
      const isFree = article.getSnapshot().fields.cover_image_url === null
      if (isFree && own?.items.some(({ in_trash }) => !in_trash)) change({ cover_image_url: cover })
      else taken.left.push('Titelbild (nicht in der Mediathek)')
    }
    if (day === null || taken.undone) return
    const id = begunHere && day > today ? await createdId(article) : null
    if (id !== null && (await plan({ id, planned_on: day }).then(...IS_DONE))) taken.planned = id
    else taken.left.push(day > today ? `Datum ${inWords(day)}` : `Datum ${inWords(day)} (vorbei)`)
  }

  const giveBack = (taken: Taken, before: ArticleText, head: string) => {
    if (!editorView.change(editorView.lines(), [{ from: 0, to: 0, insert: head }])) {
      toastFault('Das geht nur, solange der Artikel geöffnet ist')
      return
    }
    taken.undone = true
    const { fields } = article.getSnapshot()
    const keys = Object.keys(taken.fields) as (keyof ArticleText)[]
    // Fields edited by hand since then keep their value.
    const back = keys.filter((key) => JSON.stringify(fields[key]) === JSON.stringify(taken.fields[key]))
    article.change(Object.fromEntries(back.map((key) => [key, before[key]])))
    if (taken.planned !== null) void plan({ id: taken.planned, planned_on: null }).catch(() => undefined)
  }

  return async () => {
    const text = editorView.lines()
    const facts = await readMatter({ source: text, timeZone: zone })
    const head = facts ? text.slice(0, facts.head) : ''
    const now = editorView.lines()
    const before = article.written.text()
    const begunHere = article.getSnapshot().base === null
    // If the beginning of the text was edited meanwhile, it stays as it is.
    if (!facts || !now.startsWith(head)) return
    if (!editorView.change(now, [{ from: 0, to: head.length, insert: '' }])) return
    const taken: Taken = { ...intoEmpty(facts, before), made: [], planned: null, undone: false }
    article.change(taken.fields)
    const say = (waits: boolean) =>
      toastDone('Angaben aus dem Text übernommen', {
        id: 'front-matter',
        description: whatBecame(taken, facts, waits),
        undo: () => giveBack(taken, before, head),
      })
    if (facts.category !== null || facts.tags.length > 0 || facts.cover !== null || facts.day !== null) {
      say(true)
      await takeFromServer(facts, taken, begunHere)
    }
    if (!taken.undone) say(false)
  }
}

const IS_DONE = [() => true, () => false] as const

const inWords = (day: string) => formatInZone(`${day}T12:00:00Z`, 'd. MMMM yyyy', 'UTC')

/** The id of an article that has just got its title; null if the server does not respond. */
async function createdId(article: ArticleEditing['article']): Promise<string | null> {
  await article.flush()
  return article.getSnapshot().base?.id ?? null
}

/** Fills empty fields only. The others keep their value and are listed. */
function intoEmpty(facts: MatterFacts, before: ArticleText): { fields: Partial<ArticleText>; left: string[] } {
  const left: string[] = []
  const fields: Partial<ArticleText> = {}
  for (const [name, value] of Object.entries(facts.fields)) {
    const key = name as keyof MatterFacts['fields']
    const isFree =
      key === 'slug' ? !before.slugIsOwn : before[key] === null || before[key] === '' || before[key] === false
    if (!isFree) {
      if (before[key] !== value) left.push(`${FIELD_LABELS[key]} (schon ausgefüllt)`)
    } else Object.assign(fields, { [key]: value }, key === 'slug' && { slugIsOwn: true })
  }
  return { fields, left }
}

function whatBecame({ fields, made, left, planned }: Taken, { day, unknown }: MatterFacts, waits: boolean): string {
  const names = Object.keys(fields).flatMap((key) =>
    key === 'slugIsOwn' ? [] : FIELD_LABELS[key as keyof typeof FIELD_LABELS],
  )
  if (planned !== null && day !== null) names.push(`geplant für den ${inWords(day)}`)
  const rest = [...left, ...unknown]
  const more = rest.length > MOST_NAMED ? ` und ${rest.length - MOST_NAMED} weitere` : ''
  const sentences = [
    names.length > 0 && `${names.join(', ')}.`,
    made.length > 0 && `Neu angelegt: ${made.join(', ')}.`,
    waits && 'Der Rest folgt …',
    !waits && rest.length > 0 && `Nicht übernommen: ${rest.slice(0, MOST_NAMED).join(', ')}${more}.`,
  ]
  return sentences.filter((words) => words !== false).join(' ')
}

/** Null if there is none or parsing times out; the text then stays as it is. */
function readMatter(input: MatterInput): Promise<MatterFacts | null> {
  const worker = new Worker(new URL('./front-matter-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<MatterFacts | null>((resolve) => {
    setTimeout(() => resolve(null), LONGEST_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<MatterFacts | null>) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
    worker.postMessage(input)
  }).finally(() => worker.terminate())
}

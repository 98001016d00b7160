import type { FirstSteps } from '../../../contract/dashboard.ts'
import { quoted } from '../../../rules/quoted.ts'

/** One of the first steps: title, purpose or result, and where it is done. */
export type Step = {
  title: string
  line: string
  done: boolean
  action: string
  target:
    | { to: '/admin/settings'; search?: { bereich: string } }
    | { to: '/admin/account'; search: { aendern: 'name' } }
    | { to: '/admin/articles/$id'; params: { id: string } }
    | { to: '/admin/integrations' }
    | { to: '/admin/articles' }
}

/** The five first steps in the recommended order, done or not according to the blog's data. */
export function stepsOf(facts: FirstSteps): Step[] {
  const { site_title, name, has_name, article_count, colleague_count, has_sources } = facts
  return [
    {
      title: 'Dem Blog einen Namen geben',
      line: site_title || 'Er steht über jeder Seite und in Suchmaschinen.',
      done: site_title !== '',
      action: site_title ? 'Ändern' : 'Benennen',
      target: { to: '/admin/settings' },
    },
    {
      title: 'Sich selbst vorstellen',
      line: has_name ? name : `Noch heißen Sie in der Redaktion ${quoted(name)}.`,
      done: has_name,
      action: has_name ? 'Ändern' : 'Namen angeben',
      target: { to: '/admin/account', search: { aendern: 'name' } },
    },
    {
      title: 'Den ersten Artikel schreiben',
      line:
        article_count > 0
          ? counted(article_count, 'Artikel', 'Artikel')
          : 'Gesichert wird von selbst, veröffentlicht erst, wenn Sie es sagen.',
      done: article_count > 0,
      ...(article_count > 0
        ? { action: 'Ansehen', target: { to: '/admin/articles' } }
        : { action: 'Schreiben', target: { to: '/admin/articles/$id', params: { id: 'new' } } }),
    },
    {
      title: 'Die Redaktion einladen',
      line:
        colleague_count > 0
          ? counted(colleague_count, 'Person eingeladen oder dabei', 'Personen eingeladen oder dabei')
          : 'Oder allein bleiben, auch das geht.',
      done: colleague_count > 0,
      action: colleague_count > 0 ? 'Ändern' : 'Einladen',
      target: { to: '/admin/settings', search: { bereich: 'konten' } },
    },
    {
      title: 'Fundstücke sammeln',
      line: has_sources
        ? 'Die Inbox hat eine Quelle.'
        : 'Ein RSS-Feed oder das Lesezeichen im Browser füllt die Inbox von selbst.',
      done: has_sources,
      action: has_sources ? 'Ändern' : 'Einrichten',
      target: { to: '/admin/integrations' },
    },
  ]
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('de')} ${count === 1 ? one : many}`

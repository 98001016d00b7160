import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { CountedAuthor } from '../../../contract/authors.ts'
import { useApi } from '../../data/api-context.tsx'
import { authorsQuery, useAuthorChanges } from '../../data/authors.ts'
import { articlesInWords } from '../../lib/counts.ts'
import { AuthorForm } from './author-form.tsx'
import { CountedRecords } from './counted-records.tsx'
import { quoted } from '../../../rules/quoted.ts'

const WORDS = {
  many: 'Autorinnen und Autoren',
  none: 'Noch keine Autorinnen und Autoren',
  purpose: 'Wer in einer Autorenzeile steht, erscheint hier und hat eine eigene Seite.',
  new: 'Neue Autorin, neuer Autor',
  remove: 'Autorin oder Autor löschen?',
  removed: 'Gelöscht',
  consequence: removalWords,
}

/** The people who write (RUL-99). */
export function AuthorsSection() {
  const list = useQuery(authorsQuery(useApi()))
  const { merge, remove } = useAuthorChanges()
  return (
    <CountedRecords
      {...{ list, merge, remove }}
      icon={Users}
      newAction="author.new"
      words={WORDS}
      form={(author, close) => <AuthorForm author={author} {...close} />}
    />
  )
}

function removalWords({ name, article_count: count }: CountedAuthor): string {
  if (count === 0) return `Keine Autorenzeile nennt ${quoted(name)}. Das lässt sich nicht rückgängig machen.`
  const lines = count === 1 ? 'Ein Artikel nennt' : `${articlesInWords(count)} nennen`
  return `${lines} ${quoted(name)} danach nicht mehr. Die Artikel selbst bleiben. Das lässt sich nicht rückgängig machen.`
}

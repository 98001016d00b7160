import { Users } from 'lucide-react'
import { useEffect } from 'react'
import { usePresence } from '../../../../data/articles/presence.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/** Shows who else has this text open, and notices their saves. */
export function PresenceLine({ editing, userId }: { editing: ArticleEditing; userId: string }) {
  const { base, article } = editing
  const { around } = useWrittenNoun()
  const presence = usePresence(around, base?.id ?? null, article.editor)
  const version = presence?.version
  useEffect(() => {
    if (version !== undefined) article.noticed(version)
  }, [article, version])
  useEffect(() => {
    if (presence && presence.others.length > 0) article.share()
  }, [article, presence])
  const others = presence?.others ?? []
  // Grouped by account, since two people may have the same name.
  const people = [...new Map(others.map(({ user_id, name }) => [user_id, name]))].flatMap(([id, name]) =>
    id === userId ? [] : [name],
  )
  const words =
    people.length > 0
      ? `${people.join(', ')} bearbeitet gerade`.replace(/^(.*, .*) bearbeitet/, '$1 bearbeiten')
      : others.length > 0 && 'auch in einem anderen Fenster offen'
  return (
    // Shrinks before anything else in the bar, so that the save state stays readable.
    <output className="min-w-3.5 shrink-[9999] text-s text-fg-2 empty:-ml-1 empty:min-w-0 md:empty:-ml-3">
      {words && (
        <span className="flex min-w-0 items-center gap-1.5" title={words}>
          <Users aria-hidden className="icon-small flex-none" />
          <span className="truncate @max-[900px]/bar:sr-only">{words}</span>
        </span>
      )}
    </output>
  )
}

import { Link } from '@tanstack/react-router'
import type { DeskData } from '../../../contract/dashboard.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusText } from '../../ui/status-badge.tsx'
import { DeskLine, LINE_LINK, LineTitle } from './desk-line.tsx'
import { editedTime } from './moments.ts'

/** The last edited articles. */
export function RecentCard({ desk, now, zone }: { desk: DeskData; now: number; zone: string }) {
  // The first steps lead to the first article.
  const leads = desk.first_steps?.hidden !== false
  return (
    <Card title="Weiterschreiben" className="xl:col-start-2 xl:row-start-1">
      {desk.recent.length === 0 ? (
        <div className="mx-3 border-t border-line py-4 text-fg-2 md:mx-4">
          <p>Hier liegen die Artikel, an denen zuletzt geschrieben wurde.</p>
          {leads && (
            <ButtonLink to="/admin/articles/$id" params={{ id: 'new' }} className="mt-3">
              Ersten Artikel schreiben
            </ButtonLink>
          )}
        </div>
      ) : (
        <ul>
          {desk.recent.map(({ id, title, status, edited_at }) => (
            <DeskLine key={id}>
              <Link to="/admin/articles/$id" params={{ id }} className={LINE_LINK}>
                <LineTitle>{title}</LineTitle>
              </Link>
              <StatusText state={status} className="flex-none text-xs" />
              <time dateTime={edited_at} className="flex-none text-s whitespace-nowrap text-fg-2">
                {editedTime(edited_at, now, zone)}
              </time>
            </DeskLine>
          ))}
        </ul>
      )}
    </Card>
  )
}

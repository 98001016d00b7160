import { Link, useMatches } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useConnection } from '../lib/connection.ts'

/** Says over every screen that the server is away; the editor says so in its own words, about its own text. */
export function ConnectionNote() {
  const { lost } = useConnection()
  const writing = useMatches({ select: (matches) => matches.at(-1)?.fullPath === '/admin/articles/$id' })
  return (
    <output className="flex-none! empty:hidden">
      {lost && !writing && (
        <span className="flex items-center gap-2 border-b border-line bg-accent-soft px-4 py-2 text-s md:px-8">
          <CloudOff aria-hidden className="icon-small flex-none" />
          <span className="min-w-0">
            <span>Keine Verbindung zum Server. Eingaben bleiben erhalten.</span>{' '}
            <Link to="/admin/waiting" className="rounded-small underline aria-[current=page]:hidden">
              Wartet auf Verbindung
            </Link>
          </span>
        </span>
      )}
    </output>
  )
}

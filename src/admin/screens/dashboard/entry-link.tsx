import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DeskEntry } from '../../../contract/dashboard.ts'
import type { GlyphState } from '../../ui/state-glyph.tsx'

/** Links to where an entry is edited: board, calendar or editor. */
export function EntryLink(props: { entry: DeskEntry; className: string; title?: string; children: ReactNode }) {
  const { entry, ...rest } = props
  if (entry.kind === 'article') return <Link to="/admin/articles/$id" params={{ id: entry.id }} {...rest} />
  if (entry.kind === 'task') return <Link to="/admin/editorial-plan" search={{ aufgabe: entry.id }} {...rest} />
  return <Link to="/admin/calendar" {...rest} />
}

/** A due task looks like a deadline; articles here are scheduled ones. */
export function glyphOf({ kind, type }: DeskEntry): GlyphState {
  return kind === 'article' ? 'scheduled' : (type ?? 'deadline')
}

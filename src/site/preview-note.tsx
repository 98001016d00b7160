import { dayInWords } from './published-date.ts'

/** Says that a page is not public, and how long its link opens (RUL-37). */
export function PreviewNote({ until, timezone }: { until: string; timezone: string }) {
  return (
    <p className="meta preview">
      <b>Vorschau – nicht öffentlich</b>{' '}
      <span>
        Der Link gilt bis zum <time dateTime={until}>{dayInWords(until, timezone)}</time>.
      </span>
    </p>
  )
}

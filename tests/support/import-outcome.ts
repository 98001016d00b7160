import { comparableExport } from './comparable-export.ts'
import { callAs } from './test-app.ts'

/**
 * What an import has left in a blog, to be held against another run of it: every record with its text, dates, terms, pictures' bytes
 * and old addresses, and the lines of its report. Ids are each run's own.
 */
export async function importOutcome(server: { url: string }, token: string, id: string) {
  const headers = { authorization: `Bearer ${token}` }
  const [zip, csv, run] = [
    await fetch(`${server.url}/api/export.zip`, { headers }),
    await fetch(`${server.url}/api/imports/${id}/report.csv`, { headers }),
    (await callAs(server.url, token)('GET', `/api/imports/${id}?limit=1`)).body,
  ]
  const report = (await csv.text()).split('\r\n').map((line) => line.replace(/,[\da-f-]{36}$/, ''))
  const blog = comparableExport(new Uint8Array(await zip.arrayBuffer()), { since: false })
  // Drafts every blog begins with, each at its own moment.
  delete blog['pages/impressum.md']
  delete blog['pages/datenschutz.md']
  return {
    state: run.state as string,
    counts: run.counts as Record<string, number>,
    report,
    blog,
  }
}

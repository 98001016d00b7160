import { comparableExport } from './comparable-export.ts'
import { callAs } from './test-app.ts'

/**
 * The result of imports into a blog, for comparison with another run: every record with its text, dates, terms, picture
 * bytes and redirects, and for each import its state, counts and report. Ids are omitted, since they differ between
 * runs.
 */
export async function importOutcome(server: { url: string }, token: string, ids: readonly string[]) {
  const headers = { authorization: `Bearer ${token}` }
  const zip = await fetch(`${server.url}/api/export.zip`, { headers })
  const blog = comparableExport(new Uint8Array(await zip.arrayBuffer()), { since: false })
  // Drafts of every new blog, with differing times.
  delete blog['pages/impressum.md']
  delete blog['pages/datenschutz.md']
  // Concurrent imports write their rows in any order.
  for (const [path, lines] of Object.entries(blog))
    if (path.endsWith('.json') && Array.isArray(lines)) blog[path] = lines.map((line) => line.replace(/,$/, '')).sort()
  const imports = await Promise.all(
    ids.map(async (id) => {
      const csv = await fetch(`${server.url}/api/imports/${id}/report.csv`, { headers })
      const run = (await callAs(server.url, token)('GET', `/api/imports/${id}?limit=1`)).body
      const report = (await csv.text()).split('\r\n').map((line) => line.replace(/[,;][\da-f-]{36}$/, ''))
      return { state: run.state as string, counts: run.counts as Record<string, number>, report }
    }),
  )
  return { imports, blog }
}

import { comparableExport } from './comparable-export.ts'
import { callAs } from './test-app.ts'

/**
 * The result of imports into a blog, for comparison with another run of them: every record with its text, dates, terms, picture
 * bytes and old addresses, and for each import its state, counts and report. Ids differ from run to run and are left out.
 */
export async function importOutcome(server: { url: string }, token: string, ids: readonly string[]) {
  const headers = { authorization: `Bearer ${token}` }
  const zip = await fetch(`${server.url}/api/export.zip`, { headers })
  const blog = comparableExport(new Uint8Array(await zip.arrayBuffer()), { since: false })
  // Drafts every blog begins with, each at its own moment.
  delete blog['pages/impressum.md']
  delete blog['pages/datenschutz.md']
  // Imports that run side by side write their rows in any order.
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

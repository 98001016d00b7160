import type { BoardFigure } from './board.ts'
import type { CrawlFigure } from './crawl.ts'
import type { HttpFigure } from './http.ts'
import type { ImportFigure } from './import.ts'
import { CATEGORIES, type LighthouseFigure } from './lighthouse.ts'
import type { ListFigure } from './lists.ts'
import type { KeptFigure } from './cached.ts'
import type { MonthFigure } from './month.ts'
import type { NewsletterFigure } from './newsletter.ts'
import type { PeopleFigure } from './people.ts'
import type { SearchFigure } from './search.ts'
import type { ScrollFigure } from './scroll.ts'
import type { ScreenFigure } from './screens.ts'
import type { StartFigure } from './start.ts'
import type { StrangersFigure } from './strangers.ts'
import type { TogetherFigure } from './together.ts'
import type { TypingFigure } from './typing.ts'
import type { UncachedFigure } from './uncached.ts'
import type { UsableFigure } from './usable.ts'

export type Report = {
  at: string
  commit: string
  machine: { cpu: string; cores: number; memoryGib: number; node: string }
  database: string
  generator: string
  quick: boolean
  http: HttpFigure[]
  strangers: StrangersFigure[]
  start: StartFigure | null
  screens: ScreenFigure[]
  usable: UsableFigure[]
  /** Opened from the sidebar after an earlier visit. */
  swapped: UsableFigure[]
  typing: TypingFigure[]
  together: TogetherFigure | null
  lists: ListFigure[]
  search: SearchFigure[]
  /** The search of editors over all nouns. */
  deskSearch: SearchFigure[]
  /** The same in a browser, from the last character to the frame. */
  palette: SearchFigure[]
  kept: KeptFigure[]
  uncached: UncachedFigure[]
  crawl: CrawlFigure[]
  lighthouse: LighthouseFigure[]
  scroll: ScrollFigure | null
  board: BoardFigure[]
  month: MonthFigure | null
  people: PeopleFigure | null
  moving: ImportFigure | null
  newsletter: NewsletterFigure | null
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
// Below this share the figure reflects the machine or the generator, not the server.
const BUSY = 0.8
const share = (value: number | null) => (value === null ? '?' : `${Math.round(value * 100)} %`)

/** The report as Markdown tables, as in bench/figures.md. */
export function tables(report: Report): string {
  const { machine } = report
  const parts = [
    `${machine.cores} × ${machine.cpu}, ${machine.memoryGib} GiB, Node ${machine.node}, ${report.database}, load by ${report.generator}${report.quick ? ', QUICK (a smoke test, no measurement)' : ''}.`,
  ]
  if (report.http.length > 0) {
    parts.push(
      table(
        [
          'Request',
          'Answer',
          'Connections',
          'Requests/s',
          'Bare node:http',
          'Ratio',
          'p50',
          'p99',
          'CPU server',
          'CPU load',
        ],
        report.http.map((one) => [
          one.name,
          `${whole(one.bytes / 1024)} KiB`,
          String(one.connections),
          whole(one.product.requestsPerSecond),
          whole(one.reference.requestsPerSecond),
          one.ratio.toFixed(2),
          `${one.product.p50.toFixed(1)} ms`,
          `${one.product.p99.toFixed(1)} ms`,
          `${share(one.product.serverCpu)}${(one.product.serverCpu ?? 1) < BUSY ? ' (!)' : ''}`,
          share(one.product.generatorCpu),
        ]),
      ),
    )
    if (report.http.some((one) => (one.product.serverCpu ?? 1) < BUSY))
      parts.push('(!) The server was not busy all the time: it waited for the disk, the load or other programs.')
  }
  if (report.strangers.length > 0) {
    const [{ alone, ordinary } = { alone: 0, ordinary: 0 }] = report.strangers
    parts.push(
      table(
        [
          '64 connections ask for',
          'Answers/s',
          'Reader’s p99',
          'Beside 64 readers = 1',
          'Bare node:http',
          'Event loop p99',
          'Longest turn (CPU)',
        ],
        report.strangers.map((one) => [
          one.name,
          whole(one.perSecond),
          `${one.beside.toFixed(1)} ms`,
          (one.beside / one.ordinary).toFixed(2),
          `${one.bare.toFixed(1)} ms`,
          `${one.delay.toFixed(0)} ms`,
          `${one.turn.toFixed(0)} ms`,
        ]),
      ),
      `The reader’s cached page, p99: ${alone.toFixed(1)} ms with nobody else there, ${ordinary.toFixed(1)} ms beside the same generator asking for that page from 64 connections.`,
    )
  }
  if (report.start) {
    const { product, reference, first, memory } = report.start
    const rows = [
      [
        'Cold start (spawn to first answer)',
        `${whole(product)} ms`,
        `${whole(reference)} ms`,
        (product / reference).toFixed(1),
      ],
      ['First start (migrations, keys)', `${whole(first)} ms`, '', ''],
    ]
    if (memory) {
      const { started, idle, idleSeconds } = memory
      rows.push(
        [
          'Memory after start',
          `${whole(started)} MiB`,
          `${whole(memory.reference)} MiB`,
          (started / memory.reference).toFixed(1),
        ],
        [
          `Memory after ${idleSeconds} s idle`,
          `${whole(idle)} MiB`,
          `${whole(memory.reference)} MiB`,
          (idle / memory.reference).toFixed(1),
        ],
      )
    }
    parts.push(table(['Process', 'Blog CMS', 'Bare node:http', 'Ratio'], rows))
  }
  if (report.screens.length > 0) {
    parts.push(
      table(
        [
          'First screen',
          'Script (gzip)',
          'With what is fetched ahead',
          'Style (gzip)',
          'On the wire',
          'Files',
          'First paint',
        ],
        report.screens.map((one) => [
          one.name,
          `${one.scriptGzip.toFixed(1)} KiB`,
          `${one.withAheadGzip.toFixed(1)} KiB`,
          `${one.styleGzip.toFixed(1)} KiB`,
          `${one.transferred.toFixed(1)} KiB`,
          String(one.requests),
          `${whole(one.firstPaint)} ms`,
        ]),
      ),
    )
  }
  if (report.typing.length > 0) {
    parts.push(
      table(
        ['Editor', 'Keys', 'p50', 'p95', 'CPU per key', 'Bare CodeMirror p50', 'p95', 'CPU per key'],
        report.typing.map(({ name, keys, product, reference }) => [
          name,
          String(keys),
          ...[product, reference].flatMap(({ p50, p95, cpu }) =>
            [p50, p95, cpu].map((time) => `${time.toFixed(1)} ms`),
          ),
        ]),
      ),
    )
  }
  if (report.together) {
    const { idle, keys } = report.together
    const times = ({ p50, p95 }: { p50: number; p95: number }) => `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`
    parts.push(
      table(
        ['Several editors of one article', 'Figure', 'Allowed'],
        [
          [`${idle.editors} open, nobody types: share of a core (${idle.seconds} s)`, share(idle.core), '25 %'],
          ...(keys
            ? [
                [
                  `Key to the frame of another of ${keys.writers} writers, p50 / p95 (${keys.count} keys)`,
                  times(keys.others),
                  '60 / 150 ms',
                ],
                ['Key to the own frame beside them, p50 / p95', times(keys.own), ''],
                ['The same in a bare CodeMirror', times(keys.bare), ''],
                ['Ratio of p50', (keys.own.p50 / keys.bare.p50).toFixed(2), '1.6'],
              ]
            : []),
        ],
      ),
    )
  }
  for (const [words, figures] of [
    ['From navigation to usable (demo blog)', report.usable],
    ['From a press in the sidebar to usable', report.swapped],
  ] as const) {
    if (figures.length === 0) continue
    parts.push(
      table(
        [words, 'Blog CMS', 'Worst', 'Empty React page', 'Ratio'],
        figures.map((one) => [
          one.name,
          `${whole(one.product)} ms`,
          `${whole(one.worst)} ms`,
          `${whole(one.reference)} ms`,
          (one.product / one.reference).toFixed(1),
        ]),
      ),
    )
  }
  if (report.lists.length > 0) {
    parts.push(
      table(
        ['Article list', 'Rows', 'At 1,000 articles', 'At 100,000', 'Ratio'],
        report.lists.map((one) => [
          one.name,
          one.items[0] === one.items[1] ? String(one.items[0]) : one.items.join(' / '),
          `${one.small.toFixed(1)} ms`,
          `${one.large.toFixed(1)} ms`,
          (one.large / one.small).toFixed(2),
        ]),
      ),
    )
  }
  if (report.kept.length > 0)
    parts.push(
      table(
        ['One change on a blog of 10,000 articles', 'Kept before', 'Kept after', 'Share'],
        report.kept.map(({ name, before, kept }) => [
          name,
          whole(before),
          whole(kept),
          `${((kept / before) * 100).toFixed(1)} %`,
        ]),
      ),
    )
  if (report.people) {
    const { seconds, reads, saves, readP99, saveP50, saveP99, errors, memoryEarly, memoryLate } = report.people
    parts.push(
      table(
        [
          '200 readers and 20 editors',
          'Reads',
          'Saves',
          'Errors',
          'Reads p99',
          'Saves p50',
          'Saves p99',
          'Memory early',
          'Memory late',
        ],
        [
          [
            `${whole(seconds)} s`,
            whole(reads),
            whole(saves),
            whole(errors),
            `${readP99.toFixed(1)} ms`,
            `${saveP50.toFixed(1)} ms`,
            `${saveP99.toFixed(1)} ms`,
            `${memoryEarly.toFixed(0)} MiB`,
            `${memoryLate.toFixed(0)} MiB`,
          ],
        ],
      ),
    )
  }
  if (report.moving) {
    const { posts, megabytes, readIn, seconds, done, errors, memory, rows } = report.moving
    parts.push(
      table(
        [
          `Beside an import of ${whole(posts)} posts (${whole(megabytes)} MiB)`,
          'Idle',
          'p50',
          'p99',
          'Beside it',
          'p50',
          'p99',
          'Worst',
          'p99, ratio',
        ],
        rows.map(({ name, idle, beside }) => [
          name,
          whole(idle.count),
          ...[idle.p50, idle.p99].map((time) => `${time.toFixed(1)} ms`),
          whole(beside.count),
          ...[beside.p50, beside.p99, beside.worst].map((time) => `${time.toFixed(1)} ms`),
          (beside.p99 / idle.p99).toFixed(2),
        ]),
      ),
      `Read in ${readIn === null ? 'more time than there was' : `${whole(readIn)} s`}, ${whole(done)} items done in ${whole(seconds)} s, ${whole(errors)} errors; memory ${whole(memory.idle)} MiB idle, ${whole(memory.beside)} MiB beside it.`,
    )
  }
  if (report.newsletter) {
    const { subscribing, issue } = report.newsletter
    parts.push(
      table(
        ['Subscribing with an address that is', 'Median', 'Ratio'],
        subscribing.map(({ kind, p50, ratio }) => [kind, `${p50.toFixed(2)} ms`, ratio.toFixed(2)]),
      ),
      `An issue to ${whole(issue.recipients)} subscribers: prepared in ${issue.preparing.toFixed(1)} s of CPU, ${whole(issue.perSecond)} mails a second; memory ${whole(issue.memoryBefore)} MiB before, ${whole(issue.memoryMost)} MiB at most; a cached page p99 ${issue.alone.toFixed(1)} ms before, ${issue.beside.toFixed(1)} ms meanwhile (${(issue.beside / issue.alone).toFixed(2)}).`,
    )
  }
  if (report.uncached.length > 0)
    parts.push(
      table(
        ['First reading of an article on a blog of 100,000', 'Characters', 'CPU', 'At 1,000', 'Ratio'],
        report.uncached.map(({ name, letters, cpu, small }) => [
          name,
          whole(letters),
          `${cpu.toFixed(1)} ms`,
          `${small.toFixed(1)} ms`,
          (cpu / small).toFixed(2),
        ]),
      ),
    )
  if (report.crawl.length > 0)
    parts.push(
      table(
        [
          'Every public address of 100,000 articles, read once',
          'Addresses',
          'CPU each',
          'At 1,000',
          'Ratio',
          'Longest turn (CPU)',
          'Memory up to then',
        ],
        report.crawl.map(({ name, addresses, cpu, small, turn, memory }) => [
          name,
          whole(addresses),
          `${cpu.toFixed(1)} ms`,
          `${small.toFixed(1)} ms`,
          (cpu / small).toFixed(2),
          `${turn.toFixed(0)} ms`,
          `${memory.toFixed(0)} MiB`,
        ]),
      ),
    )
  if (report.lighthouse.length > 0) {
    const [{ runs } = { runs: 0 }] = report.lighthouse
    parts.push(
      table(
        [
          `Lighthouse, mobile, median of ${runs}`,
          ...CATEGORIES,
          'Layout shift',
          'Largest paint',
          'Blocked',
          'Before pictures',
          'Script',
          'Pictures',
        ],
        report.lighthouse.map((one) => [
          one.name,
          ...one.scores.map((score) => (Number.isNaN(score) ? '' : String(score))),
          String(Number(one.shift.toFixed(4))),
          `${whole(one.largestPaint)} ms`,
          `${whole(one.blocked)} ms`,
          ...[one.before, one.script, one.pictures].map((kib) => `${kib.toFixed(1)} KiB`),
        ]),
      ),
    )
  }
  for (const [searched, figures] of [
    ['Readers search 100,000 articles for', report.search],
    ['The palette searches 10,000 articles and 20,000 other records for', report.deskSearch],
    ['From the last character in the palette to the frame that shows', report.palette],
  ] as const) {
    if (figures.length === 0) continue
    parts.push(
      table(
        [searched, 'Found', 'p50', 'p95', 'Worst'],
        figures.map(({ name, hits, p50, p95, worst }) => [
          name,
          hits,
          ...[p50, p95, worst].map((time) => `${time.toFixed(1)} ms`),
        ]),
      ),
    )
  }
  if (report.scroll) {
    const { rows, blank, steps, median, worst } = report.scroll
    parts.push(
      `Scrolling the list through ${whole(rows)} rows in ${whole(steps)} steps: ${whole(blank)} with a gap, ${whole(median)} ms a step (two frames), worst ${whole(worst)} ms.`,
    )
  }
  if (report.board.length > 0) {
    parts.push(
      table(
        ['Board', 'Frames', 'Between frames p50', 'p95', 'Worst', 'Move to frame p50', 'p95', 'Worst', 'Taken'],
        report.board.map(({ name, frames, frame, move, taken }) => [
          name,
          whole(frames),
          ...[frame, move].flatMap(({ p50, p95, worst }) => [p50, p95, worst].map((time) => `${time.toFixed(1)} ms`)),
          `${whole(taken)} ms`,
        ]),
      ),
    )
  }
  if (report.month) {
    const { entries, full, empty, worst } = report.month
    parts.push(
      `Calendar: from navigation to a usable month with ${whole(entries)} entries ${whole(full)} ms (worst ${whole(worst)}), with none ${whole(empty)} ms: ${(full / empty).toFixed(2)} times.`,
    )
  }
  return `${parts.join('\n\n')}\n`
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

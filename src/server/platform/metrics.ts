type Labels = Readonly<Record<string, string>>
type Sample = { labels?: Labels; value: number }
/** Reads the value of a gauge on demand; if it throws, the gauge is left out that time. */
type Reading = () => number | readonly Sample[] | Promise<number | readonly Sample[]>

/** A counter by labels; label values come from short lists (RUL-57). */
export type Counter = { add: (labels?: Labels, by?: number) => void }
/** Durations by labels, in seconds. */
export type Histogram = { observe: (seconds: number, labels?: Labels) => void }

/** Upper bounds of the buckets in seconds: from a cached response to one that clients give up on. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const
/** Maximum series of a metric; further label values are counted together, so that a mistake costs no memory. */
const MOST_SERIES = 500
const PREFIX = 'blogcms_'

type Times = { counts: number[]; sum: number }
type Metric = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; lines: () => Promise<string[]> }

/**
 * The metrics of one installation (RUL-57): counted in memory, written as Prometheus text on demand. Names are given
 * without `blogcms_`. Own code, as the usual library takes 20 MB and a tenth of a second before the first request (ADR
 * 44).
 */
export class Metrics {
  readonly #metrics = new Map<string, Metric>()
  readonly #counters = new Map<string, Counter>()

  /** A counter, the same one for every call with this name; `name` ends with `_total`. */
  counter(name: string, help: string): Counter {
    const known = this.#counters.get(name)
    if (known) return known
    const counts = new Map<string, number>()
    this.#add({
      name,
      help,
      type: 'counter',
      lines: async () => [...counts].map(([at, value]) => line(name, at, value)),
    })
    const counter: Counter = {
      add: (labels, by = 1) => {
        const key = seriesOf(counts, labels)
        counts.set(key, (counts.get(key) ?? 0) + by)
      },
    }
    this.#counters.set(name, counter)
    return counter
  }

  /** A histogram of durations; `name` ends with `_seconds`. */
  histogram(name: string, help: string): Histogram {
    const series = new Map<string, Times>()
    const lines = async () => [...series].flatMap(([at, times]) => histogramLines(name, at, times))
    this.#add({ name, help, type: 'histogram', lines })
    return {
      observe: (seconds, labels) => {
        const key = seriesOf(series, labels)
        let times = series.get(key)
        if (!times) series.set(key, (times = { counts: [...BUCKETS.map(() => 0), 0], sum: 0 }))
        const bucket = BUCKETS.findIndex((bound) => seconds <= bound)
        times.counts[bucket === -1 ? BUCKETS.length : bucket]! += 1
        times.sum += seconds
      },
    }
  }

  /** A gauge that is read on demand, one value or several by labels. */
  gauge(name: string, help: string, read: Reading, type: 'gauge' | 'counter' = 'gauge'): void {
    const lines = async () => {
      const found = await Promise.resolve()
        .then(read)
        .catch(() => [])
      const samples = typeof found === 'number' ? [{ value: found }] : found
      return samples.map(({ labels, value }: Sample) => line(name, keyOf(labels), value))
    }
    this.#add({ name, help, type, lines })
  }

  /** Everything as Prometheus text (version 0.0.4). */
  async text(): Promise<string> {
    const blocks = await Promise.all(
      [...this.#metrics.values()].map(async ({ name, help, type, lines }) => {
        const samples = await lines()
        return [`# HELP ${PREFIX}${name} ${help}`, `# TYPE ${PREFIX}${name} ${type}`, ...samples].join('\n')
      }),
    )
    return `${blocks.join('\n')}\n`
  }

  /** A repeated name replaces the former metric. */
  #add(metric: Metric): void {
    this.#metrics.set(metric.name, metric)
  }
}

function seriesOf(known: ReadonlyMap<string, unknown>, labels: Labels | undefined): string {
  const key = keyOf(labels)
  if (known.has(key) || known.size < MOST_SERIES) return key
  return keyOf(labels && Object.fromEntries(Object.keys(labels).map((name) => [name, 'other'])))
}

function keyOf(labels: Labels | undefined): string {
  if (!labels) return ''
  return Object.entries(labels)
    .map(
      ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
    )
    .join(',')
}

function line(name: string, labels: string, value: number): string {
  return `${PREFIX}${name}${labels && `{${labels}}`} ${value}`
}

function histogramLines(name: string, labels: string, { counts, sum }: Times): string[] {
  let total = 0
  const buckets = counts.map((count, at) => {
    total += count
    const bound = `le="${at < BUCKETS.length ? BUCKETS[at] : '+Inf'}"`
    return line(`${name}_bucket`, labels ? `${labels},${bound}` : bound, total)
  })
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)]
}

import { WorkerFault } from '../../../platform/workers/worker-order.ts'
import { type InWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { readableText } from '../../../../rules/readable-text.ts'
import { getPublishedBySlug } from '../../../writing/articles/articles.public.ts'
import { tags } from '../cache/tags.ts'
import { articleView } from '../pages/shown-article.ts'
import type { PageSource } from '../pages/site-source.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import type { FeedEntry } from './feed.ts'
import { type Episode, run } from './episode.job.ts'

const EPISODE = workerJob<typeof run>(new URL('./episode.job.ts', import.meta.url))
/** Maximum markup read directly (characters), and result of the worker (bytes). */
const QUICK_MARKUP = 64 * 1024
const MOST_BYTES = 6 * 1024 * 1024
/** Length of the last line of a transcript whose sound has an unknown length, in seconds. */
const LAST_LINE = 10

/** Names of the files of an episode below its article, by what is in them. */
const EPISODE_FILES = { chapters: 'kapitel.json', timed: 'abschrift.vtt', plain: 'abschrift.txt' } as const

/** Chapters and transcript of the first sound in a rendered text; none where the worker fails for good. */
export async function episodeOf(html: string, inWorker: InWorker): Promise<Episode & { passing: boolean }> {
  const none = { chapters: [], transcript: [] }
  try {
    if (html.length <= QUICK_MARKUP) return { ...run(html), passing: false }
    return { ...(await inWorker(EPISODE, html, { outputBytes: MOST_BYTES })), passing: false }
  } catch (fault) {
    if (!(fault instanceof WorkerFault)) throw fault
    return { ...none, passing: fault.code === 'time' || fault.code === 'busy' }
  }
}

/** Addresses of the files below the page of an article, for its podcast. */
export function filesOf(episode: Episode, page: string): NonNullable<FeedEntry['episode']> {
  const file = isTimed(episode) ? EPISODE_FILES.timed : EPISODE_FILES.plain
  return {
    chapters: episode.chapters.length > 0 ? `${page}/${EPISODE_FILES.chapters}` : null,
    transcript:
      episode.transcript.length > 0
        ? { url: `${page}/${file}`, type: isTimed(episode) ? 'text/vtt' : 'text/plain' }
        : null,
  }
}

/** Whether a transcript begins with a time, and can be shown along with the sound. */
function isTimed({ transcript }: Episode): boolean {
  return transcript[0]?.at != null
}

/** A file beside the sound of an article, which its podcast names; null without one. */
export function episodeFile(kind: keyof typeof EPISODE_FILES) {
  return async (source: PageSource, { params }: Asked): Promise<PublicAnswer | null> => {
    const article = await getPublishedBySlug(source.db, params.slug!)
    if (!article) return null
    const view = await articleView(source, article, { embedsAsLinks: true })
    const sound = view.sounds.find(({ type }) => type.startsWith('audio/'))
    if (!sound) return null
    const episode = await episodeOf(view.props.html, source.inWorker)
    const made = { tags: [tags.article(article.id), ...view.tags], passing: view.passing || episode.passing }
    if (kind === 'chapters')
      return episode.chapters.length === 0
        ? null
        : { ...made, body: toChapters(episode), type: 'application/json+chapters; charset=utf-8' }
    if (episode.transcript.length === 0 || isTimed(episode) !== (kind === 'timed')) return null
    return kind === 'timed'
      ? { ...made, body: toVtt(episode, sound.seconds), type: 'text/vtt; charset=utf-8' }
      : { ...made, body: toText(episode), type: 'text/plain; charset=utf-8' }
  }
}

/** Chapters in the format of the podcast namespace, version 1.2. */
function toChapters({ chapters }: Episode): string {
  const written = chapters.map(({ at, title }) => ({ startTime: at, title: readableText(title) }))
  return `${JSON.stringify({ version: '1.2.0', chapters: written })}\n`
}

function toText({ transcript }: Episode): string {
  return transcript.map(({ text }) => `${readableText(text)}\n`).join('\n')
}

/** The transcript as WebVTT: a line without a later time belongs to the one before it. */
function toVtt({ transcript }: Episode, seconds: number | null): string {
  const cues: { at: number; lines: string[] }[] = []
  for (const { at, text } of transcript) {
    const last = cues.at(-1)
    if (at !== null && (!last || at > last.at)) cues.push({ at, lines: [text] })
    else last?.lines.push(text)
  }
  const written = cues.map(({ at, lines }, place) => {
    const end = cues[place + 1]?.at ?? Math.max(seconds ?? 0, at + LAST_LINE)
    const words = lines
      .filter(Boolean)
      .map((line) => readableText(line).replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    return `${clock(at)} --> ${clock(end)}\n${words.join('\n').replaceAll('>', '&gt;')}\n`
  })
  return ['WEBVTT\n', ...written].join('\n')
}

function clock(seconds: number): string {
  const all = Math.round(seconds * 1000)
  const whole = Math.floor(all / 1000)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(all % 1000).padStart(3, '0')}`
}

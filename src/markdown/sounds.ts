import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { inMinutes } from '../rules/uploads.ts'
import { block, closings, Insertions, plainText, text } from './tokens.ts'

/** Sound or film of the site's own (R110). */
export interface Sound {
  src: string
  /** Such as `audio/mpeg`. */
  type: string
  seconds: number | null
  /** Of a film, in pixels. */
  width: number | null
  height: number | null
}

const NAMES: Readonly<Record<string, string>> = {
  'audio/mpeg': 'MP3',
  'audio/mp4': 'M4A',
  'audio/ogg': 'Ogg',
  'audio/webm': 'WebM',
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
}

/** Writes players. */
export function players(md: MarkdownIt): void {
  md.renderer.rules['sound'] = (tokens, index, options, _env, self) =>
    `${self.renderToken(tokens, index, options)}</${tokens[index]!.tag}>`
}

/** The browser's own player in the place of an image token; `poster` is the address of a picture. */
export function soundToken(state: StateCore, image: Token, sound: Sound, poster: string | null): Token {
  const isFilm = sound.type.startsWith('video/')
  const token = new state.Token('sound', isFilm ? 'video' : 'audio', 0)
  const title = plainText(image.children).trim()
  token.attrs = [
    ['src', sound.src],
    ['controls', ''],
    ['preload', 'metadata'],
  ]
  if (isFilm && sound.width && sound.height)
    token.attrs.push(['width', String(sound.width)], ['height', String(sound.height)])
  if (isFilm && poster !== null) token.attrs.push(['poster', poster])
  if (title !== '') token.attrs.push(['aria-label', title])
  token.meta = { sound, caption: String(image.attrGet('title') ?? '').trim() || title }
  return token
}

/** Core rule: a player alone in its paragraph becomes a figure with a link to the file, for print, feeds and old programs. */
export function soundFigures(state: StateCore): void {
  const { tokens } = state
  const insertions = new Insertions()
  let any = false
  for (let index = 0; index + 2 < tokens.length; index++) {
    const [open, inline, close] = [tokens[index]!, tokens[index + 1]!, tokens[index + 2]!]
    if (open.type !== 'paragraph_open' || open.hidden || inline.type !== 'inline') continue
    const shown = (inline.children ?? []).filter(({ type, content }) => type !== 'text' || content.trim() !== '')
    const [player, other] = shown
    if (player?.type !== 'sound' || other) continue
    any = true
    const { sound, caption } = player.meta as { sound: Sound; caption: string }
    open.tag = close.tag = 'figure'
    open.attrSet('class', 'sound')
    open.meta = { sound }
    const words = block(state, 'inline', '', 0)
    const link = new state.Token('link_open', 'a', 1)
    link.attrs = [['href', sound.src]]
    const length = sound.seconds === null ? '' : `, ${inMinutes(sound.seconds)}`
    words.children = [
      ...(caption === '' ? [] : [text(state, `${caption} `)]),
      link,
      text(state, `${NAMES[sound.type] ?? 'Datei'}${length}`),
      new state.Token('link_close', 'a', -1),
    ]
    insertions.add(
      index + 2,
      block(state, 'figcaption_open', 'figcaption', 1),
      words,
      block(state, 'figcaption_close', 'figcaption', -1),
    )
  }
  if (!any) return
  state.tokens = insertions.into(tokens)
  chaptersOf(state)
}

const TIME = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?= )/

/** The lines of a list (its tokens within) if each item is one line that begins with a time; null for other lists. */
export function chapterLines(inner: readonly Token[]): Token[] | null {
  const items = inner.filter(({ type }) => type === 'list_item_open').length
  const lines = inner.filter(({ type }) => type === 'inline')
  const areTimes = lines.every(({ children }) => TIME.test(children?.[0]?.content ?? ''))
  return items > 0 && items === lines.length && areTimes ? lines : null
}

/** The list right behind a player, of which every item begins with a time, leads to these places of the file. */
function chaptersOf({ tokens, Token: NewToken }: StateCore): void {
  const ends = closings(tokens)
  for (const [index, token] of tokens.entries()) {
    const sound = (token.meta as { sound?: Sound } | null)?.sound
    const list = (ends[index] ?? index) + 1
    if (token.tag !== 'figure' || !sound || !tokens[list]?.type.endsWith('_list_open')) continue
    const lines = chapterLines(tokens.slice(list + 1, ends[list]))
    if (!lines) continue
    tokens[list].attrSet('class', 'chapters')
    for (const { children } of lines) {
      const [written = '', hours = '0', minutes = '0', seconds = '0'] = TIME.exec(children![0]!.content) ?? []
      const at = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
      const open = new NewToken('link_open', 'a', 1)
      open.attrs = [['href', `${sound.src.split('#', 1)[0]}#t=${at}`]]
      const time = new NewToken('text', '', 0)
      time.content = written
      children![0]!.content = children![0]!.content.slice(written.length)
      children!.unshift(open, time, new NewToken('link_close', 'a', -1))
    }
  }
}

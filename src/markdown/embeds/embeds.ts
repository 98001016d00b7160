import { relOf } from '../media.ts'
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { block } from '../tokens.ts'
import { iconMark } from '../icons.ts'
import { type Embed, EMBED_WORDS } from './provider.ts'
import { MOST_EMBEDS } from '../../rules/limits.ts'
import { embedOf } from './providers.ts'

/** Metadata of an embed before it is loaded; stored on the own server. */
export interface EmbedFacts {
  title: string
  /** A picture stored on the site. */
  picture: { src: string; width: number; height: number } | null
}

export interface EmbedOptions {
  /** Looks up the metadata of an embed by its plain address. */
  embed?: (address: string) => EmbedFacts | null | undefined
  /** Renders embeds as links: feed readers have no script that would load them. */
  embedsAsLinks?: boolean
}

/** The only address in a paragraph, as written. */
function soleAddress(inline: Token | undefined): string | null {
  const children = inline?.children ?? []
  const [open, words, close] = children
  if (children.length !== 3 || open?.type !== 'link_open' || words?.type !== 'text' || close?.type !== 'link_close')
    return null
  return open.info === 'auto' ? String(open.attrGet('href')) : null
}

/** Core rule: the address of a known provider, alone in its paragraph, becomes a placeholder (RUL-49). */
export function embeds(state: StateCore): void {
  const options = (state.env.media ?? {}) as EmbedOptions
  if (options.embedsAsLinks) return
  const { tokens } = state
  const result: Token[] = []
  let count = 0
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!
    const address = token.type === 'paragraph_open' && !token.hidden ? soleAddress(tokens[index + 1]) : null
    const found = address === null || count >= MOST_EMBEDS ? null : embedOf(address)
    if (!found) {
      result.push(token)
      continue
    }
    count += 1
    const placeholder = block(state, 'embed', 'figure', 0)
    placeholder.map = token.map
    placeholder.meta = {
      embed: found,
      facts: options.embed?.(found.address) ?? null,
      rel: relOf(state.env.media ?? {}),
    }
    result.push(placeholder)
    index += 2
  }
  state.tokens = result
}

type Placeholder = { embed: Embed; facts: EmbedFacts | null; rel: string }

/** Renderer rule: the placeholder names the host, in German also in texts of other languages; without the script its button is a link. */
export function embedPlaceholders(md: MarkdownIt): void {
  const { escapeHtml } = md.utils
  md.renderer.rules['embed'] = (tokens, index) => {
    const { embed, facts, rel } = tokens[index]!.meta as unknown as Placeholder
    const { button, link, title } = EMBED_WORDS[embed.kind]
    const [address, host] = [escapeHtml(embed.address), escapeHtml(embed.host)]
    const picture = facts?.picture
    const image = picture
      ? `<img src="${escapeHtml(picture.src)}" alt="" loading="lazy" decoding="async" width="${picture.width}" height="${picture.height}">`
      : ''
    return (
      `<figure class="poster${embed.height === null ? '' : ` h${embed.height}`}"><div>${image}<a class="button" lang="de" href="${address}" rel="${rel}" data-embed="${escapeHtml(embed.frame)}">` +
      `${iconMark('play')}${button}</a></div><figcaption lang="de"><b>${escapeHtml(facts?.title || `${title} auf ${embed.host}`)}</b>` +
      `Beim Laden überträgt Ihr Browser Ihre IP-Adresse an ${host}. Bis dahin wird nichts von dort geladen. ` +
      `<a href="${address}" rel="${rel}">Auf ${host} ${link}</a></figcaption></figure>\n`
    )
  }
}

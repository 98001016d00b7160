import { Facet, StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { ownPath } from '../../../../rules/url.ts'

/** What the library knows of a picture. */
export type PictureFacts = {
  thumbnail_url: string
  preview: string | null
  width: number | null
  height: number | null
  size_bytes: number
}

/** Asks the library for pictures by their addresses. */
export type AskFacts = (addresses: string[]) => Promise<(PictureFacts & { url: string })[]>

/** Something new is known of pictures. */
export const factsCame = StateEffect.define<null>()

/** Who is asked for facts. */
export const askFacts = Facet.define<AskFacts, AskFacts | null>({ combine: ([first]) => first ?? null })

/** Pictures never change under their address: what was told once counts for as long as the page is open. */
const known = new Map<string, PictureFacts | 'unknown'>()
const asked = new Set<string>()
/** So many are asked for at once. */
const MOST = 200

/** What is known of a picture; undefined while it is being asked for, `unknown` where the library has none of this address. */
export function factsOf(address: string): PictureFacts | 'unknown' | undefined {
  return known.get(address)
}

/** Asks the library for pictures of a text that is open, which then hears of the answer. */
export function learnFacts(view: EditorView, addresses: string[]): void {
  const ask = view.state.facet(askFacts)
  if (!ask) return
  void fetchFacts(addresses, ask).then((came) => {
    if (came && view.dom.isConnected) view.dispatch({ effects: factsCame.of(null) })
  })
}

/** Asks for what is not known yet; true when something came. Without an answer it is asked for again another time. */
async function fetchFacts(addresses: string[], ask: AskFacts): Promise<boolean> {
  const wanted = [...new Set(addresses)].filter((address) => !known.has(address) && !asked.has(address)).slice(0, MOST)
  if (wanted.length === 0) return false
  for (const address of wanted) asked.add(address)
  try {
    const found = new Map((await ask(wanted)).map((facts) => [facts.url, facts]))
    for (const address of wanted) known.set(address, found.get(address) ?? 'unknown')
    return true
  } catch {
    return false
  } finally {
    for (const address of wanted) asked.delete(address)
  }
}

/** Where an own picture is loaded from, small; null while that is not known, and where the library has lost it. */
export function sourceOf(address: string): string | null {
  const facts = known.get(address)
  if (facts === undefined) return null
  if (facts !== 'unknown') return facts.thumbnail_url
  return isLost(address) ? null : address
}

/** Whether the library would have to know this picture and does not. */
export function isLost(address: string): boolean {
  return known.get(address) === 'unknown' && address.startsWith('/storage/v1/object/public/blog-media/')
}

/** Paths of addresses told lately: while somebody writes, the same ones are asked for at each pause. */
const paths = new Map<string, string | null>()
const MOST_PATHS = 5000

/** The path of an own picture; null for one of another host, which no page of ours asks for. */
export function ownPicture(address: string): string | null {
  const told = paths.get(address)
  if (told !== undefined) return told
  // The state of a text also lives where there is no page.
  const path = ownPath(address, typeof location === 'undefined' ? [] : [location.origin])
  if (paths.size >= MOST_PATHS) paths.clear()
  paths.set(address, path)
  return path
}

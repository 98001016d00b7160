import { Facet, StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { MOST_EMBEDS } from '../../../../rules/limits.ts'
import { ownPath } from '../../../../rules/url.ts'

/** Data of a picture in the library. */
export type PictureFacts = {
  thumbnail_url: string
  preview: string | null
  width: number | null
  height: number | null
  size_bytes: number
}

/** Queries the library for pictures by their addresses. */
export type AskFacts = (addresses: string[]) => Promise<(PictureFacts & { url: string })[]>

/** New data of pictures have been loaded. */
export const factsCame = StateEffect.define<null>()

/** The function that queries the library. */
export const askFacts = Facet.define<AskFacts, AskFacts | null>({ combine: ([first]) => first ?? null })

/** Title and picture of an embed, as the server has stored them. */
export type EmbedFacts = { address: string; title: string; picture: string | null }

/** Queries the server for embeds by their plain addresses. */
export const askEmbedFacts = Facet.define<
  (addresses: string[]) => Promise<EmbedFacts[]>,
  ((addresses: string[]) => Promise<EmbedFacts[]>) | null
>({ combine: ([first]) => first ?? null })

/** Pictures never change under their address, so data stay valid while the page is open. */
const known = new Map<string, PictureFacts | 'unknown'>()
const asked = new Set<string>()
/** Pictures per request. */
const MOST = 200

/** Data of a picture; undefined while loading, `unknown` if the library has no such address. */
export function factsOf(address: string): PictureFacts | 'unknown' | undefined {
  return known.get(address)
}

const embeds = new Map<string, EmbedFacts | null>()

/** Title and picture of an embed; null while unknown. */
export function embedFactsOf(address: string): EmbedFacts | null {
  return embeds.get(address) ?? null
}

/** Queries the server for pictures and embeds of an open text and dispatches the result to its view. */
export function learnFacts(view: EditorView, addresses: string[], ofEmbeds: string[] = []): void {
  const ask = view.state.facet(askFacts)
  if (!ask) return
  void fetchAll(ask, view.state.facet(askEmbedFacts), addresses, ofEmbeds).then((came) => {
    if (came && view.dom.isConnected) view.dispatch({ effects: factsCame.of(null) })
  })
}

async function fetchAll(
  ask: AskFacts,
  askEmbeds: ((addresses: string[]) => Promise<EmbedFacts[]>) | null,
  addresses: string[],
  ofEmbeds: string[],
): Promise<boolean> {
  const came = askEmbeds ? await fetchEmbeds(askEmbeds, ofEmbeds) : []
  // The pictures of embeds are pictures of the library.
  const posters = came.flatMap(({ picture }) => picture ?? [])
  return (await fetchFacts([...addresses, ...posters], ask)) || came.length > 0
}

/** Requests unknown embeds, once. */
async function fetchEmbeds(
  ask: (addresses: string[]) => Promise<EmbedFacts[]>,
  addresses: string[],
): Promise<EmbedFacts[]> {
  const wanted = [...new Set(addresses)].filter((address) => !embeds.has(address)).slice(0, MOST_EMBEDS)
  if (wanted.length === 0) return []
  for (const address of wanted) embeds.set(address, null)
  try {
    const found = await ask(wanted)
    for (const facts of found) embeds.set(facts.address, facts)
    return found
  } catch {
    for (const address of wanted) embeds.delete(address)
    return []
  }
}

/** Requests unknown data; true if some were loaded. A failed request is repeated later. */
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

/** Address of the small version of an own picture. Null while it is unknown, and if the library lost the picture. */
export function sourceOf(address: string): string | null {
  const facts = known.get(address)
  if (facts === undefined) return null
  if (facts !== 'unknown') return facts.thumbnail_url
  return isLost(address) ? null : address
}

const LIBRARY = '/storage/v1/object/public/blog-media/'
/** File names of the library begin with the id of their picture. */
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}/

/** Whether an own picture is missing in the library. */
export function isLost(address: string): boolean {
  return known.get(address) === 'unknown' && isLibraryAddress(address)
}

/** Whether a path is one of the library, which nobody types. */
export function isLibraryAddress(address: string): boolean {
  return address.startsWith(LIBRARY)
}

/** Whether the library can never have had a picture under this address. */
export function mayBeMistyped(address: string): boolean {
  return isLibraryAddress(address) && !ID.test(address.slice(LIBRARY.length))
}

/** Paths of recently parsed addresses: during typing the same ones are looked up at each pause. */
const paths = new Map<string, string | null>()
const MOST_PATHS = 5000

/** The path of an own picture. Null for one of another host, which our pages never load. */
export function ownPicture(address: string): string | null {
  const told = paths.get(address)
  if (told !== undefined) return told
  // The editor state also runs without a page (tests).
  const path = ownPath(address, typeof location === 'undefined' ? [] : [location.origin])
  if (paths.size >= MOST_PATHS) paths.clear()
  paths.set(address, path)
  return path
}

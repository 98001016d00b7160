/** The picture of docs/architecture.md: which folder imports which, drawn from the imports themselves. */
import { dirname, normalize } from 'node:path'

export type Source = { path: string; text: string }
type Arrows = Map<string, Set<string>>

/** What puts the server together and what operators call; the server's other files of its own are what all modules know. */
const COMPOSITION = /^src\/server\/(app|main|door|schedule|[\w-]+-(password|keys|source))\.ts$/
const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?'(\.{1,2}\/[^']+)'|\bimport\('(\.{1,2}\/[^']+)'\)/gm

/** The folder a file belongs to; of the admin app and the server those inside it. */
function folderOf(path: string): string {
  const [, outer = '', ...inner] = path.split('/')
  if (outer !== 'admin' && outer !== 'server') return outer
  if (inner.length > 1) return `${outer}/${inner[0]}`
  if (outer === 'admin') return 'admin/router'
  return COMPOSITION.test(path) ? 'server/app' : 'server/tables'
}

/** Which folder imports which, tests aside; `sources` are the files below `src`. */
export function arrowsOf(sources: readonly Source[]): Arrows {
  const arrows: Arrows = new Map()
  for (const { path, text } of sources) {
    if (!/(?<!\.test|\.d)\.tsx?$/.test(path)) continue
    const from = folderOf(path)
    const targets = arrows.get(from) ?? new Set()
    arrows.set(from, targets)
    for (const [, fixed, lazy] of text.matchAll(IMPORT)) {
      const target = normalize(`${dirname(path)}/${fixed ?? lazy}`).replaceAll('\\', '/')
      if (target.startsWith('src/') && folderOf(target) !== from) targets.add(folderOf(target))
    }
  }
  for (const to of [...arrows.values()].flatMap((targets) => [...targets]))
    if (!arrows.has(to)) arrows.set(to, new Set())
  return arrows
}

function reachableFrom(start: string, arrows: Arrows): Set<string> {
  const reached = new Set<string>()
  const next = [start]
  for (let at = next.pop(); at !== undefined; at = next.pop())
    for (const to of arrows.get(at) ?? [])
      if (!reached.has(to)) {
        reached.add(to)
        next.push(to)
      }
  return reached
}

/** Without the arrows that follow from others; inside a ring all stay. */
function reduced(arrows: Arrows): Arrows {
  const reach = new Map([...arrows.keys()].map((folder) => [folder, reachableFrom(folder, arrows)]))
  const leads = (from: string, to: string) => reach.get(from)?.has(to) ?? false
  const inOneRing = (one: string, other: string) => leads(one, other) && leads(other, one)
  const follows = (from: string, to: string) =>
    [...(arrows.get(from) ?? [])].some((by) => leads(by, to) && !inOneRing(by, to) && !inOneRing(from, by))
  return new Map(
    [...arrows].map(([from, targets]) => [
      from,
      new Set([...targets].filter((to) => inOneRing(from, to) || !follows(from, to))),
    ]),
  )
}

/**
 * A flowchart in mermaid: an arrow says "imports", and what follows from others is left out. Folders with the same arrows share
 * a box.
 */
export function drawPicture(sources: readonly Source[]): string {
  const arrows = reduced(arrowsOf(sources))
  const into = new Map<string, string[]>()
  for (const [from, targets] of arrows) for (const to of targets) into.set(to, [...(into.get(to) ?? []), from].sort())
  const boxes = new Map<string, string[]>()
  for (const folder of [...arrows.keys()].sort()) {
    const side = folder.split('/')[0] ?? ''
    const alike = [side, [...(arrows.get(folder) ?? [])].sort(), into.get(folder) ?? []]
    // Only inside a side: `rules` and `styles` are no two of a kind.
    const key = folder.includes('/') ? JSON.stringify(alike) : folder
    boxes.set(key, [...(boxes.get(key) ?? []), folder])
  }
  const nameOf = new Map<string, string>()
  const inside = new Map<string, string[]>()
  for (const folders of boxes.values()) {
    const [side = '', name = ''] = folders[0]?.split('/') ?? []
    // Mermaid takes a box's name for its words; the server has a folder `site` beside the outer one.
    const box = name === '' ? side : arrows.has(name) ? `${side}.${name}` : name
    for (const folder of folders) nameOf.set(folder, box)
    const words = folders.map((folder) => folder.replace(/^.*\//, '')).join(', ')
    if (name !== '') inside.set(side, [...(inside.get(side) ?? []), words === box ? box : `${box}["${words}"]`])
  }
  const lines = ['flowchart TD']
  for (const [side, members] of inside) lines.push(`  subgraph ${side}`, ...inLines(members.sort(), '    '), '  end')
  for (const from of [...new Set(nameOf.values())].sort()) {
    const targets = [...arrows].filter(([folder]) => nameOf.get(folder) === from).flatMap(([, to]) => [...to])
    const names = [...new Set(targets.map((to) => nameOf.get(to) ?? ''))].sort()
    if (names.length > 0) lines.push(`  ${from} --> ${names.join(' & ')}`)
  }
  return lines.join('\n')
}

/** Boxes one after the other, in lines of the width of documents. */
function inLines(boxes: readonly string[], indent: string): string[] {
  const lines: string[] = []
  for (const box of boxes) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + box.length < 120) lines[lines.length - 1] = `${last} & ${box}`
    else lines.push(indent + box)
  }
  return lines
}

const MARKED = /(<!-- picture: npm run picture -->\n)[^]*?(<!-- \/picture -->)/

/** The page with the picture as the imports are now. */
export const withPicture = (page: string, sources: readonly Source[]): string =>
  page.replace(
    MARKED,
    (_all, from: string, to: string) => `${from}\n\`\`\`mermaid\n${drawPicture(sources)}\n\`\`\`\n\n${to}`,
  )

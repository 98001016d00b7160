/** Compares the imports of `src` with `architecture.json`, and draws the picture of docs/architecture.md. */
import { dirname, matchesGlob, posix } from 'node:path'

export type Source = { path: string; text: string }
export type Import = { from: string; to: string; isType: boolean }

/** A part of the source tree. A file belongs to the layer with the longest path that contains it. */
type Layer = {
  name: string
  /** Folders or files, from the root of the repository. */
  paths: string[]
  /** Layers it may import. Names end with `/*` for all layers below a name. */
  may: string[]
  /** Layers of which it may import types only. */
  mayTypes?: string[]
  /** Its box in the picture; its name where this is left out, no box where it is empty. */
  box?: string
}

/** A rule about files or packages that only some files may import. */
type Door = {
  reason: string
  /** Globs of imported paths or packages. */
  to: string[]
  /** Globs of imported paths that the rule does not mean. */
  except?: string[]
  /** Globs of the files that may import them; `same module` stands for the module of the imported file. */
  only?: string[]
  /** Globs of the files that may not; without it every file but `only`. */
  not?: string[]
  /** Types may be imported everywhere. */
  types?: true
}

export type Architecture = {
  layers: Layer[]
  /**
   * Subfolders of a folder from the bottom to the top: each imports only those of lower steps. Globs `above` name the files of the
   * folder that stand on all of them; other files of the folder may be imported by all.
   */
  steps: { folder: string; steps: string[][]; above: string[] }[]
  /** Folders whose subfolders never import each other. */
  apart: string[]
  /** Globs of folders that are modules: their imports form no circle. */
  modules: string[]
  doors: Door[]
  exceptions: { from: string; to: string[]; reason: string }[]
}

const STATIC = /^(?:import|export)\s+(type\s)?([^'";]*?\sfrom\s+)?'([^']+)'/gm
const LATE = /\bimport\(\s*'([^']+)'\s*\)|new URL\(\s*'(\.{1,2}\/[^']+\.tsx?)',\s*import\.meta\.url\)/g

const COMMENT = /^\s*(?:\/\*\*|\*|\/\/).*$/gm

function namesOnlyTypes(clause: string): boolean {
  const names = /^\{([^}]*)\}\s+from\s+$/.exec(clause)?.[1]?.split(',') ?? []
  const list = names.map((name) => name.trim()).filter((name) => name !== '')
  return list.length > 0 && list.every((name) => name.startsWith('type '))
}

/** Imports of one file, as paths from the root of the repository or as names of packages; workers it starts count as imports. */
export function importsOf({ path, text }: Source): Import[] {
  const target = (specifier: string) =>
    specifier.startsWith('.') ? posix.normalize(`${dirname(path)}/${specifier}`) : specifier
  const fixed = [...text.matchAll(STATIC)].map(([, type, clause = '', specifier = '']) => ({
    from: path,
    to: target(specifier),
    isType: type !== undefined || namesOnlyTypes(clause),
  }))
  const late = [...text.replaceAll(COMMENT, '').matchAll(LATE)].map(([, code, file]) => ({
    from: path,
    to: target(code ?? file ?? ''),
    isType: false,
  }))
  return [...fixed, ...late]
}

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
const matchesAny = (path: string, globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob))

/** Files of `src` that the architecture is about: those that become part of the product. */
export const isProduct = (path: string): boolean => /^src\/.*(?<!\.test|\.d)\.tsx?$/.test(path)

function layerOf(path: string, { layers }: Architecture): Layer | undefined {
  const length = (layer: Layer) =>
    Math.max(0, ...layer.paths.filter((one) => isBelow(path, one)).map((one) => one.length))
  return layers.filter((layer) => length(layer) > 0).sort((one, other) => length(other) - length(one))[0]
}

/** The folder of a module that holds the file, or the file itself where none does. */
function moduleOf(path: string, { modules }: Architecture): string {
  for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder))
    if (matchesAny(folder, modules)) return folder
  return path
}

const lists = (names: readonly string[], name: string) =>
  names.some((one) => one === name || (one.endsWith('/*') && name.startsWith(one.slice(0, -1))))

const isException = ({ from, to }: Import, { exceptions }: Architecture) =>
  exceptions.some((exception) => exception.from === from && exception.to.includes(to))

/** What is wrong with one import, in words; an empty list where it is allowed. */
export function faultsOf(one: Import, architecture: Architecture): string[] {
  if (isException(one, architecture)) return []
  const { from, to, isType } = one
  const faults: string[] = []
  if (to.startsWith('src/')) {
    const [own, other] = [layerOf(from, architecture), layerOf(to, architecture)]
    if (!own) faults.push(`${from} belongs to no layer`)
    else if (!other) faults.push(`${to} belongs to no layer`)
    else if (own !== other && !lists(own.may, other.name) && !(isType && lists(own.mayTypes ?? [], other.name)))
      faults.push(`${own.name} may not import ${isType ? '' : 'code of '}${other.name}`)
    for (const folder of architecture.apart) {
      const [inside, outside] = [subfolder(from, folder), subfolder(to, folder)]
      if (inside && outside && inside !== outside) faults.push(`the folders of ${folder} never import each other`)
    }
    for (const { folder, steps, above } of architecture.steps) {
      const own = stepOf(from, folder, steps)
      if (own === undefined || !isBelow(to, folder) || subfolder(from, folder) === subfolder(to, folder)) continue
      const other = stepOf(to, folder, steps)
      const isAbove = other === undefined ? matchesAny(to.slice(folder.length + 1), above) : other >= own
      if (isAbove) faults.push(`in ${folder} each folder imports only those of lower steps`)
    }
  }
  for (const { reason, to: targets, except = [], only = [], not, types } of architecture.doors) {
    if (!matchesAny(to, targets) || matchesAny(to, except) || (types && isType)) continue
    if (not ? !matchesAny(from, not) : matchesAny(from, only)) continue
    if (only.includes('same module') && moduleOf(from, architecture) === moduleOf(to, architecture)) continue
    faults.push(reason)
  }
  return faults
}

/** On which step the file stands; undefined outside of the steps. */
function stepOf(path: string, folder: string, steps: readonly string[][]): number | undefined {
  const at = steps.findIndex((names) => names.includes(subfolder(path, folder) ?? ''))
  return at === -1 ? undefined : at
}

function subfolder(path: string, folder: string): string | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined
  const [first, ...rest] = path.slice(folder.length + 1).split('/')
  return rest.length > 0 ? first : undefined
}

/** Imports as a graph: which name imports which others. */
type Graph = Map<string, Set<string>>

function graphOf(imports: readonly Import[], nameOf: (path: string) => string | undefined): Graph {
  const graph: Graph = new Map()
  for (const { from, to } of imports) {
    const [own, other] = [nameOf(from), nameOf(to)]
    if (own === undefined || other === undefined) continue
    const targets = graph.get(own) ?? new Set()
    graph.set(own, targets)
    if (own !== other) targets.add(other)
    if (!graph.has(other)) graph.set(other, new Set())
  }
  return graph
}

function reachableFrom(start: string, graph: Graph): Set<string> {
  const reached = new Set<string>()
  const next = [...(graph.get(start) ?? [])]
  for (let at = next.pop(); at !== undefined; at = next.pop())
    if (!reached.has(at)) {
      reached.add(at)
      next.push(...(graph.get(at) ?? []))
    }
  return reached
}

/** Modules whose imports lead back to them, in alphabetical order. */
export function circlesOf(imports: readonly Import[], architecture: Architecture): string[] {
  const counted = imports.filter((one) => !isException(one, architecture))
  const graph = graphOf(counted, (path) => {
    const module = moduleOf(path, architecture)
    return module === path ? undefined : module
  })
  return [...graph.keys()].filter((module) => reachableFrom(module, graph).has(module)).sort()
}

/** Layers that a layer may import and does not; `src/server` as a whole may import every layer. */
export function unusedGrantsOf(imports: readonly Import[], architecture: Architecture): string[] {
  const used = new Set(
    imports
      .filter(({ to }) => to.startsWith('src/'))
      .map(({ from, to, isType }) => {
        const [own, other] = [layerOf(from, architecture), layerOf(to, architecture)]
        return `${own?.name} ${isType && !lists(own?.may ?? [], other?.name ?? '') ? 'types of ' : ''}${other?.name}`
      }),
  )
  return architecture.layers.flatMap(({ name, may, mayTypes = [] }) =>
    [...may.map((other) => `${name} ${other}`), ...mayTypes.map((other) => `${name} types of ${other}`)].filter(
      (grant) => !grant.endsWith('/*') && !used.has(grant),
    ),
  )
}

/** A flowchart in mermaid with a box for each group of layers. An arrow says "imports"; arrows that follow from others are left out. */
export function drawPicture(imports: readonly Import[], architecture: Architecture): string {
  const graph = graphOf(imports, (path) => {
    const layer = path.startsWith('src/') ? layerOf(path, architecture) : undefined
    const box = layer?.box ?? layer?.name.replace(/^.*\//, '')
    return box === '' ? undefined : box
  })
  const reach = new Map([...graph.keys()].map((box) => [box, reachableFrom(box, graph)]))
  const follows = (from: string, to: string) => [...(graph.get(from) ?? [])].some((by) => reach.get(by)?.has(to))
  const lines = [...graph.keys()].sort().flatMap((from) => {
    const targets = [...(graph.get(from) ?? [])].filter((to) => !follows(from, to)).sort()
    return targets.length === 0 ? [] : [`  ${from} --> ${targets.join(' & ')}`]
  })
  return ['flowchart TD', ...lines].join('\n')
}

const MARKED = /(<!-- picture: npm run picture -->\n)[^]*?(<!-- \/picture -->)/

/** The page with the picture as the imports are now. */
export const withPicture = (page: string, imports: readonly Import[], architecture: Architecture): string =>
  page.replace(
    MARKED,
    (_all, from: string, to: string) =>
      `${from}\n\`\`\`mermaid\n${drawPicture(imports, architecture)}\n\`\`\`\n\n${to}`,
  )

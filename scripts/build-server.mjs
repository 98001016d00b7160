// The server as one program, into dist/server: it starts with 28 files instead of 1,342, which took three fifths of its start
// and a quarter of its memory (docs/decisions/0055-the-server-is-built.md).
import { globSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { isServerInput } from './prepare.mjs'
import { root } from './root.mjs'
import { readStamp, writeStamp } from './staleness.mjs'

const SERVER = join(root, 'src', 'server')
const OUT = join(root, 'dist', 'server')
const WRITTEN = join(OUT, '.written.json')
const THREAD = 'platform/workers/worker-thread.ts'

/** Packages that bring a binary or read files beside their own, and those that hardly any start needs. */
const LEFT_OUTSIDE =
  /^(?:@node-rs\/argon2|@opentelemetry\/.*|css-tree|harfbuzzjs|imapflow|mammoth|pg|sharp|woff2-encoder)(?:\/|$)/

const FINDS_FILES = /\bimport\.meta\.(?:url|dirname|filename)\b|\b__(?:dirname|filename)\b/

/** All files lie side by side, named by where their source stands. */
const nameOf = (file) => relative(SERVER, file).replaceAll('\\', '/').replace(/\.ts$/, '').replaceAll('/', '-')

const OWN_THREAD = /new URL\('([^']+\.ts)', import\.meta\.url\)/g
const OWN_FOLDER = /\bimport\.meta\.dirname\b/g

/** Sources find files beside them, and threads theirs, from wherever their code has come to lie. */
export const places = {
  name: 'places',
  transform(code, id) {
    const path = relative(root, id).replaceAll('\\', '/')
    const isOurs = path.startsWith('src/')
    if (isOurs && !isServerInput(path))
      throw new Error(`${path} is no part of the server: whether that is stale is not asked of it`)
    if (!FINDS_FILES.test(code) || id.startsWith('\0')) return null
    if (!isOurs) throw new Error(`${path} reads files beside it: its package has to stay outside of the bundle`)
    if (FINDS_FILES.test(code.replaceAll(OWN_THREAD, '').replaceAll(OWN_FOLDER, '')))
      throw new Error(`${path} finds a file in a way the build does not know`)
    const folder = relative(OUT, dirname(id)).replaceAll('\\', '/')
    const moved = code
      .replaceAll(OWN_FOLDER, `(import.meta.dirname + '/${folder}')`)
      .replaceAll(OWN_THREAD, (_, file) => `new URL('./${nameOf(resolve(dirname(id), file))}.js', import.meta.url)`)
    return { code: moved, map: null }
  },
}

/**
 * Writes what is not ASCII as escapes: with one such character node keeps a file at two bytes a character for as long as the
 * process lives.
 */
const ascii = {
  name: 'ascii',
  // The last step: whatever prints code after it would write the characters again.
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = inAscii(file.code)
  },
}

export function inAscii(code) {
  const unsafe = /String\.raw`[^`]*[^\0-\x7f]|(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.exec(code)
  if (unsafe) throw new Error(`An escape would change the meaning of ${unsafe[0].slice(-60)}`)
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Writes the server to dist/server. What the build before it wrote stays: a server that runs may still read parts of it. */
export async function buildServer() {
  const sources = [join(SERVER, 'main.ts'), join(SERVER, THREAD), ...globSync(join(SERVER, '**', '*.job.ts'))]
  const bundle = await rolldown({
    input: Object.fromEntries(sources.map((file) => [nameOf(file), file])),
    platform: 'node',
    external: LEFT_OUTSIDE,
    plugins: [places, ascii],
  })
  mkdirSync(OUT, { recursive: true })
  const { output } = await bundle.write({
    dir: OUT,
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
  })
  await bundle.close()
  const now = output.map(({ fileName }) => fileName)
  const { now: before = [], before: long = [] } = readStamp(WRITTEN) ?? {}
  for (const file of long) if (!now.includes(file) && !before.includes(file)) rmSync(join(OUT, file), { force: true })
  writeStamp(WRITTEN, { now, before })
}

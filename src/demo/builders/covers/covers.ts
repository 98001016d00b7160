import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seededRandom } from '../kit.ts'
import { cityLights, pixelEvening, ridgeLines } from './evenings.ts'
import { dunes, lighthouse, mistyMountains, moonOverWater, northernLights } from './landscapes.ts'
import { keyboard, nightTrain, serverRoom } from './devices.ts'
import { barChart, bookshelf, cubes, orbits, record } from './objects.ts'
import {
  bauhaus,
  circuitBoard,
  contours,
  envelopes,
  network,
  quarterCircles,
  radioWaves,
  soundBars,
} from './patterns.ts'
import type { Canvas } from './svg.ts'

/** An illustration that can be drawn: its file name, what one sees, its size in pixels. */
export type Cover = {
  name: string
  alt: string
  caption: string
  width: number
  height: number
  draw: (canvas: Canvas) => string
}

const WIDE = { width: 1600, height: 900 }
const SQUARE = { width: 1200, height: 1200 }
const TALL = { width: 1080, height: 1440 }

/** The illustrations of the demo blog, the most striking first. */
export const COVERS: readonly Cover[] = [
  {
    name: 'nachtzug',
    alt: 'Ein roter Nachtzug mit hellen Fenstern vor einem großen Mond',
    caption: 'Kurz vor Villach, gegen drei.',
    ...WIDE,
    draw: nightTrain,
  },
  {
    name: 'nebelberge',
    alt: 'Bergketten im Morgennebel unter einer roten Sonne',
    caption: 'Je weiter weg, desto leiser.',
    ...WIDE,
    draw: mistyMountains,
  },
  {
    name: 'viertelkreise',
    alt: 'Bunte Viertelkreise, die sich zu Wegen fügen',
    caption: 'Zwölf Spalten, vier Drehungen, kein Plan.',
    ...SQUARE,
    draw: quarterCircles,
  },
  {
    name: 'ausschlaege',
    alt: 'Viele Linien mit Ausschlägen wie von einem Messschreiber',
    caption: 'Vierunddreißig Nächte, übereinandergelegt.',
    ...WIDE,
    draw: ridgeLines,
  },
  {
    name: 'leuchtturm',
    alt: 'Ein rot-weißer Leuchtturm im Regen, sein Licht reicht nach beiden Seiten',
    caption: 'Wer wartet, leuchtet.',
    ...TALL,
    draw: lighthouse,
  },
  {
    name: 'leiterplatte',
    alt: 'Eine grüne Leiterplatte mit einem schwarzen Baustein',
    caption: 'Jede Leiterbahn war einmal eine Entscheidung.',
    ...WIDE,
    draw: circuitBoard,
  },
  {
    name: 'hoehenlinien',
    alt: 'Eine Karte mit Höhenlinien und einem gestrichelten Weg',
    caption: 'Vermessen hat das niemand.',
    ...WIDE,
    draw: contours,
  },
  {
    name: 'schallplatte',
    alt: 'Eine Schallplatte auf rotem Grund',
    caption: 'Seite B, die leisere.',
    ...SQUARE,
    draw: record,
  },
  {
    name: 'stadtlichter',
    alt: 'Beleuchtete Fenster einer Stadt spiegeln sich im Fluss',
    caption: 'Wer noch wach ist, sieht man.',
    ...WIDE,
    draw: cityLights,
  },
  {
    name: 'wuerfel',
    alt: 'Ein Haufen bunter Würfel, schräg von oben gesehen',
    caption: 'Gestapelt, nicht geworfen.',
    ...WIDE,
    draw: cubes,
  },
  { name: 'duenen', alt: 'Dünen in der Mittagssonne', caption: 'Der Wind zeichnet mit.', ...WIDE, draw: dunes },
  {
    name: 'serverraum',
    alt: 'Zwei Reihen von Serverschränken laufen auf ein Licht zu',
    caption: 'Zwölf Schränke, sechs Meter neben der Rutsche.',
    ...WIDE,
    draw: serverRoom,
  },
  {
    name: 'pixelabend',
    alt: 'Ein Sonnenuntergang aus groben Bildpunkten',
    caption: 'Achtzig Spalten Abendrot.',
    ...WIDE,
    draw: pixelEvening,
  },
  {
    name: 'funkwellen',
    alt: 'Kreise breiten sich von einem Sendemast aus',
    caption: 'Die Luft gehört allen.',
    ...TALL,
    draw: radioWaves,
  },
  {
    name: 'buecherregal',
    alt: 'Ein volles Bücherregal, einige Bände lehnen',
    caption: 'Sortiert nach Erinnerung.',
    ...WIDE,
    draw: bookshelf,
  },
  {
    name: 'polarlicht',
    alt: 'Polarlicht über dunklen Tannen',
    caption: 'Zwanzig Minuten lang, dann Wolken.',
    ...WIDE,
    draw: northernLights,
  },
  {
    name: 'formen',
    alt: 'Kreise, Halbkreise und Balken in kräftigen Farben',
    caption: 'Sechs Formen genügen.',
    ...WIDE,
    draw: bauhaus,
  },
  {
    name: 'tastatur',
    alt: 'Eine Tastatur von oben, einzelne Tasten farbig',
    caption: 'Die bunten sind die wichtigen.',
    ...WIDE,
    draw: keyboard,
  },
  { name: 'netz', alt: 'Ein Netz aus Punkten und Linien', caption: 'Jeder kennt drei andere.', ...WIDE, draw: network },
  {
    name: 'tonspur',
    alt: 'Eine Tonspur aus farbigen Balken',
    caption: 'Vierzehn Sekunden Schweigen, mit Husten.',
    ...WIDE,
    draw: soundBars,
  },
  {
    name: 'mondlicht',
    alt: 'Der Mond über stillem Wasser',
    caption: 'Kein Wind, zwei Uhr.',
    ...WIDE,
    draw: moonOverWater,
  },
  {
    name: 'umlaufbahnen',
    alt: 'Planeten auf ihren Bahnen um eine Sonne am Bildrand',
    caption: 'Nicht maßstäblich.',
    ...WIDE,
    draw: orbits,
  },
  {
    name: 'briefe',
    alt: 'Viele kleine Briefumschläge, wenige davon rot',
    caption: 'Zwei davon waren wichtig.',
    ...WIDE,
    draw: envelopes,
  },
  {
    name: 'diagramm',
    alt: 'Ein Balkendiagramm, dessen letzter Balken rot ist',
    caption: 'Die Achse beginnt bei null.',
    ...WIDE,
    draw: barChart,
  },
]

/** The picture as SVG text; the same name always gives the same picture. */
export function drawCover({ name, width, height, draw }: Cover): string {
  return draw({ random: seededRandom(name), width, height })
}

/** Where pictures wait that were drawn before: drawing all of them takes seconds of CPU, and a seed is made often. */
const DRAWN = join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'covers')
const WEBP = { quality: 82, effort: 2 }

/** The picture as WebP. Not after the product has decoded an upload in this process: it then refuses SVG everywhere. */
export async function renderCover(cover: Cover): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const svg = drawCover(cover)
  const recipe = createHash('sha256').update(JSON.stringify([svg, WEBP, sharp.versions]))
  const place = join(DRAWN, `${recipe.digest('hex')}.webp`)
  const kept = await readFile(place).catch(() => null)
  if (kept) return kept
  const drawn = await sharp(Buffer.from(svg)).webp(WEBP).toBuffer()
  await keep(place, drawn).catch(() => undefined)
  return drawn
}

/** Whole or not at all: several may draw at once. Where it cannot be kept, it is drawn again. */
async function keep(place: string, bytes: Buffer): Promise<void> {
  await mkdir(DRAWN, { recursive: true })
  const unfinished = `${place}.${randomUUID()}`
  await writeFile(unfinished, bytes)
  await rename(unfinished, place)
}

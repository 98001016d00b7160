import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An illustration: the name of its file, what it shows, and its caption. */
export type Illustration = { name: string; alt: string; caption: string }

/** The illustrations of the demo blog, the most striking first. */
export const COVERS: readonly Illustration[] = [
  {
    name: 'nachtzug',
    alt: 'Ein roter Nachtzug mit hellen Fenstern vor einem großen Mond',
    caption: 'Kurz vor Villach, gegen drei.',
  },
  {
    name: 'nebelberge',
    alt: 'Bergketten im Morgennebel unter einer roten Sonne',
    caption: 'Je weiter weg, desto leiser.',
  },
  {
    name: 'viertelkreise',
    alt: 'Bunte Viertelkreise, die sich zu Wegen fügen',
    caption: 'Zwölf Spalten, vier Drehungen, kein Plan.',
  },
  {
    name: 'ausschlaege',
    alt: 'Viele Linien mit Ausschlägen wie von einem Messschreiber',
    caption: 'Vierunddreißig Nächte, übereinandergelegt.',
  },
  {
    name: 'leuchtturm',
    alt: 'Ein rot-weißer Leuchtturm im Regen, sein Licht reicht nach beiden Seiten',
    caption: 'Wer wartet, leuchtet.',
  },
  {
    name: 'leiterplatte',
    alt: 'Eine grüne Leiterplatte mit einem schwarzen Baustein',
    caption: 'Jede Leiterbahn war einmal eine Entscheidung.',
  },
  {
    name: 'hoehenlinien',
    alt: 'Eine Karte mit Höhenlinien und einem gestrichelten Weg',
    caption: 'Vermessen hat das niemand.',
  },
  {
    name: 'schallplatte',
    alt: 'Eine Schallplatte auf rotem Grund',
    caption: 'Seite B, die leisere.',
  },
  {
    name: 'stadtlichter',
    alt: 'Beleuchtete Fenster einer Stadt spiegeln sich im Fluss',
    caption: 'Wer noch wach ist, sieht man.',
  },
  {
    name: 'wuerfel',
    alt: 'Ein Haufen bunter Würfel, schräg von oben gesehen',
    caption: 'Gestapelt, nicht geworfen.',
  },
  { name: 'duenen', alt: 'Dünen in der Mittagssonne', caption: 'Der Wind zeichnet mit.' },
  {
    name: 'serverraum',
    alt: 'Zwei Reihen von Serverschränken laufen auf ein Licht zu',
    caption: 'Zwölf Schränke, sechs Meter neben der Rutsche.',
  },
  {
    name: 'pixelabend',
    alt: 'Ein Sonnenuntergang aus groben Bildpunkten',
    caption: 'Achtzig Spalten Abendrot.',
  },
  {
    name: 'funkwellen',
    alt: 'Kreise breiten sich von einem Sendemast aus',
    caption: 'Die Luft gehört allen.',
  },
  {
    name: 'buecherregal',
    alt: 'Ein volles Bücherregal, einige Bände lehnen',
    caption: 'Sortiert nach Erinnerung.',
  },
  {
    name: 'polarlicht',
    alt: 'Polarlicht über dunklen Tannen',
    caption: 'Zwanzig Minuten lang, dann Wolken.',
  },
  {
    name: 'formen',
    alt: 'Kreise, Halbkreise und Balken in kräftigen Farben',
    caption: 'Sechs Formen genügen.',
  },
  {
    name: 'tastatur',
    alt: 'Eine Tastatur von oben, einzelne Tasten farbig',
    caption: 'Die bunten sind die wichtigen.',
  },
  { name: 'netz', alt: 'Ein Netz aus Punkten und Linien', caption: 'Jeder kennt drei andere.' },
  {
    name: 'tonspur',
    alt: 'Eine Tonspur aus farbigen Balken',
    caption: 'Vierzehn Sekunden Schweigen, mit Husten.',
  },
  {
    name: 'mondlicht',
    alt: 'Der Mond über stillem Wasser',
    caption: 'Kein Wind, zwei Uhr.',
  },
  {
    name: 'umlaufbahnen',
    alt: 'Planeten auf ihren Bahnen um eine Sonne am Bildrand',
    caption: 'Nicht maßstäblich.',
  },
  {
    name: 'briefe',
    alt: 'Viele kleine Briefumschläge, wenige davon rot',
    caption: 'Zwei davon waren wichtig.',
  },
  {
    name: 'diagramm',
    alt: 'Ein Balkendiagramm, dessen letzter Balken rot ist',
    caption: 'Die Achse beginnt bei null.',
  },
]

/** The illustration as WebP. The files were drawn for this blog and have the licence of its code. */
export function readCover({ name }: Illustration): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'covers', `${name}.webp`))
}

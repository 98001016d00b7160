/** Icons in a text (lucide, ISC). The sanitiser removes drawings, so they replace their placeholders afterwards. */
const PATHS = {
  note: '<circle cx="12" cy="12" r="10"/><path d="M12 16v-4"/><path d="M12 8h.01"/>',
  tip: '<path d="M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5"/><path d="M9 18h6"/><path d="M10 22h4"/>',
  important:
    '<path d="M22 17a2 2 0 0 1-2 2H6.83a2 2 0 0 0-1.42.59l-2.2 2.2A.71.71 0 0 1 2 21.29V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z"/><path d="M12 15h.01"/><path d="M12 7v4"/>',
  warning:
    '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"/><path d="M12 9v4"/><path d="M12 17h.01"/>',
  caution:
    '<path d="M12 16h.01"/><path d="M12 8v4"/><path d="M15.31 2a2 2 0 0 1 1.42.59l4.68 4.68A2 2 0 0 1 22 8.69v6.62a2 2 0 0 1-.59 1.42l-4.68 4.68a2 2 0 0 1-1.42.59H8.69a2 2 0 0 1-1.42-.59l-4.68-4.68A2 2 0 0 1 2 15.31V8.69a2 2 0 0 1 .59-1.42l4.68-4.68A2 2 0 0 1 8.69 2z"/>',
  play: '<path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"/>',
} as const

export type Icon = keyof typeof PATHS

/** Placeholder of an icon; no text can produce it, since quotes in texts are escaped. */
export function iconMark(icon: Icon): string {
  return `<span class="icon-${icon}"></span>`
}

/** The classes of all placeholders. */
export const ICON_CLASSES: readonly string[] = Object.keys(PATHS).map((icon) => `icon-${icon}`)

/** An icon as markup. */
export function drawn(icon: Icon): string {
  return (
    '<svg aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" ' +
    `stroke-linejoin="round">${PATHS[icon]}</svg>`
  )
}

/** Replaces placeholders by icons. */
export function withIcons(html: string): string {
  if (!html.includes('<span class="icon-')) return html
  let result = html
  for (const icon of Object.keys(PATHS) as Icon[]) result = result.replaceAll(iconMark(icon), drawn(icon))
  return result
}

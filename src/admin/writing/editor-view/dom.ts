/** Elements of widgets and panels, which CodeMirror wants as DOM. */

export function element(name: 'p' | 'span' | 'div', className: string, words = ''): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.textContent = words
  return made
}

/** A button with words. With `name`, that is what screen readers and the tooltip say instead. */
export function button(words: string, press: (event: MouseEvent) => void, name?: string): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = words
  if (name !== undefined) {
    made.setAttribute('aria-label', name)
    made.title = name
  }
  made.addEventListener('click', press)
  return made
}

/** A button with an icon of 24 × 24, drawn in lines by these elements. */
export function iconButton(icon: string, press: (event: MouseEvent) => void, name: string): HTMLButtonElement {
  const made = button('', press, name)
  made.innerHTML = svg(icon)
  return made
}

export const svg = (icon: string) => `<svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>`

/** The button of a toolbar to which an arrow, Home or End leads from the one at `at`; null for other keys. */
export function stepAlong(buttons: readonly HTMLButtonElement[], at: number, key: string): HTMLButtonElement | null {
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }
  const next = steps[key]
  return next === undefined ? null : (buttons.at(next % buttons.length) ?? null)
}

/** Brings what was just made into sight and rings it once (WEEK-27); the focus stays where it is. */
export function ringOnce(element: HTMLElement): void {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  element.dataset.fresh = ''
  element.addEventListener('animationend', () => delete element.dataset.fresh, { once: true })
}

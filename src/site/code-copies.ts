/** A button at each block of code that has none; without a script it is selected. */
export function offerCopies(): void {
  if (!('clipboard' in navigator)) return
  for (const code of document.querySelectorAll('.prose pre:not(.copied > *)')) {
    const box = document.createElement('div')
    box.className = 'copied'
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', className: 'button copy', lang: 'de', textContent: 'Kopieren' })
    code.replaceWith(box)
    box.append(code, button)
  }
}

/** Prints plain text on a page of its own, whatever the screen shows. */
export function printText(title: string, text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { contentDocument: page, contentWindow: view } = frame
  if (!page || !view) return frame.remove()
  page.title = title
  const sheet = page.createElement('pre')
  sheet.textContent = `${title}\n\n${text}\n`
  page.body.append(sheet)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}

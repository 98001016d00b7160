/**
 * Puts text on the clipboard. Rejects when the browser refuses; over plain http, where it has no clipboard interface, the
 * old way by a selection is tried.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (!copied) throw new Error('the browser did not copy')
}

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download has its own hold on the content by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

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

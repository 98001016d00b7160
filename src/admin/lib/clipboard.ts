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

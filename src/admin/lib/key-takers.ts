/** Elements that take typed characters; a checkbox takes none but the space bar. */
const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
/** What has keys of its own while it is open. */
const OPENED = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog]'

/** Whether a character would be typed there. */
export function takesLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null
}

/** Whether keys mean something else where the focus is: in a field, a menu, a dialog. */
export function takesKeys(target: EventTarget | null): boolean {
  return takesLetters(target) || (target instanceof Element && target.closest(OPENED) !== null)
}

/** Whether a key belongs to an input method that is composing a word: Enter then chooses its proposal. Safari sends 229. */
export function isComposing({
  isComposing: composing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return composing || keyCode === 229
}

import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

type Room = (view: EditorView) => boolean

/**
 * Runs `room` before characters are typed, and `paste` before something is pasted: where they would be lost at the
 * cursor, it moves the cursor or adds a paragraph. It returns whether it did.
 */
export function makeRoom(room: Room, paste: Room = room): Extension {
  return EditorView.domEventHandlers({
    // With nothing but pictures in the text the browser has no place to type at. Input methods send keys without a name.
    keydown: (event, view) => {
      const isShortcut = event.metaKey || (event.ctrlKey && !event.getModifierState('AltGraph'))
      const types = event.key.length === 1 || ['Dead', 'Process', 'Unidentified'].includes(event.key)
      if (types && !isShortcut) room(view)
      return false
    },
    beforeinput: (event, view) => {
      if (!/^insert(?:Text|Composition|FromComposition|Replacement)/.test(event.inputType) || !room(view)) return false
      if (!event.cancelable || !event.data) return false
      event.preventDefault()
      view.dispatch({ ...view.state.replaceSelection(event.data), userEvent: 'input.type', scrollIntoView: true })
      return true
    },
    paste: (_event, view) => {
      paste(view)
      return false
    },
  })
}

import { syntaxTree } from '@codemirror/language'
import type { EditorState, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { isHttpUrl } from '../../../../../rules/url.ts'
import type { UploadImage } from './image-uploads.ts'
import { RangeTracker } from './tracked-ranges.ts'

/** Formatting worth keeping; pages wrap plain text in markup too, and that stays plain. */
const FORMATTED =
  /<(?:a\s[^>]*href|strong|b|i|em|h[1-6]|ul|ol|table|blockquote|pre|code|img|del|s|strike|hr)\b|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|line-through|MsoListParagraph/i

function isInCode(state: EditorState): boolean {
  for (let node = syntaxTree(state).resolveInner(state.selection.main.from, -1); ;) {
    if (/Code/.test(node.name)) return true
    if (!node.parent) return false
    node = node.parent
  }
}

/** Puts an address behind the selected words: `[words](address)`. */
function linkSelection(view: EditorView, address: string): boolean {
  const { state } = view
  const { from, to, empty } = state.selection.main
  const words = state.sliceDoc(from, to)
  if (empty || state.selection.ranges.length > 1 || /[\n\r]/.test(words) || isHttpUrl(words)) return false
  const target = /[()<>]/.test(address) ? `<${address.replaceAll('<', '%3C').replaceAll('>', '%3E')}>` : address
  const insert = `[${words}](${target})`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
  return true
}

const imagesOf = (data: DataTransfer | null) => [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/**
 * What is pasted or dropped: formatted text becomes markdown, an address over selected words a link, images are uploaded
 * while typing goes on. Strg Umschalt V and everything else insert the plain text as it is.
 */
export function smartPaste(upload: UploadImage): Extension {
  const tracker = new RangeTracker()
  let plainOnly = false

  const pasteFormatted = async (view: EditorView, html: string, plain: string) => {
    const { from, to } = view.state.selection.main
    const range = tracker.track(from, to)
    const markdown = await import('./rich-text.ts').then(
      ({ toMarkdown }) => toMarkdown(html),
      // Without a network the words are still there.
      () => plain,
    )
    tracker.release(range)
    const insert = view.state.toText(markdown || plain)
    view.dispatch({
      changes: { ...range, insert },
      selection: { anchor: range.from + insert.length },
      userEvent: 'input.paste',
      scrollIntoView: true,
    })
  }

  const uploadAt = async (view: EditorView, files: File[], from: number, to: number) => {
    const range = tracker.track(from, to)
    const { uploadImages } = await import('./image-uploads.ts')
    tracker.release(range)
    uploadImages(view, files, range, upload)
  }

  return [
    tracker.extension,
    EditorView.domEventHandlers({
      keydown: (event) => {
        if (event.key.toLowerCase() === 'v') plainOnly = event.shiftKey
        return false
      },
      paste: (event, view) => {
        const data = event.clipboardData
        const plain = data?.getData('text/plain') ?? ''
        const html = data?.getData('text/html') ?? ''
        const images = imagesOf(data)
        const { from, to } = view.state.selection.main
        const asPlain = plainOnly
        plainOnly = false
        if (images.length > 0 && plain === '') void uploadAt(view, images, from, to)
        else if (asPlain || isInCode(view.state)) return false
        else if (isHttpUrl(plain) && linkSelection(view, plain.trim())) return true
        else if (FORMATTED.test(html) && !isHttpUrl(plain)) void pasteFormatted(view, html, plain)
        else return false
        return true
      },
      drop: (event, view) => {
        const images = imagesOf(event.dataTransfer)
        if (images.length === 0) return false
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false)
        event.preventDefault()
        void uploadAt(view, images, at, at)
        return true
      },
    }),
  ]
}

import { syntaxTree } from '@codemirror/language'
import { Prec, RangeSet, type ChangeDesc, type EditorState, type Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { changedParagraph, movedSpan, type Span } from '../changed-paragraph.ts'
import { isPressed, isShownAsBlock } from './picture-blocks.ts'
import { factsCame, isLibraryAddress, learnFacts, ownPicture, sourceOf } from './picture-facts.ts'
import { partsOf, picturesOfLine, type TextPicture } from './pictures-in-text.ts'

/** The characters stay in the text and take no room; a symbol is shown instead. This must be the outermost mark. */
const FOLD = Decoration.mark({ class: 'md-folded' })

/** A visible link or picture. `small` is the address of an inline picture. */
type Folded = TextPicture & { small: string | null }

/** An inline picture with the height of a line. */
class SmallPicture extends WidgetType {
  readonly #source: string | null

  constructor(address: string) {
    super()
    this.#source = sourceOf(address)
  }

  override eq(other: SmallPicture): boolean {
    return other.#source === this.#source
  }

  override toDOM(): HTMLElement {
    const image = document.createElement('img')
    image.className = 'md-picture-small'
    image.alt = ''
    image.loading = 'lazy'
    if (this.#source !== null) image.src = this.#source
    else image.classList.add('md-picture-lost')
    image.addEventListener('error', () => image.classList.add('md-picture-lost'))
    return image
  }
}

function addressOf(state: EditorState, { address }: TextPicture): string | null {
  return ownPicture(state.sliceDoc(address.from, address.to))
}

function linksInSight({ state, visibleRanges }: EditorView): Folded[] {
  const links: Folded[] = []
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== 'Link' && node.name !== 'Image') return
        const parts = partsOf(node.node)
        if (!parts || parts.target.from >= parts.target.to) return
        const among = node.name === 'Image' && picturesOfLine(state, node.from).length === 0
        links.push({ ...parts, small: among ? addressOf(state, parts) : null })
      },
    })
  }
  return links
}

/** Longer paragraphs are not scanned on each character. */
const LONGEST_READ = 10_000

/** Whether a change may have added, changed or removed a link. */
function nearLink(update: ViewUpdate): boolean {
  const { changes, startState, state } = update
  const paragraph = changedParagraph(update)
  if (!paragraph || paragraph.to - paragraph.from > LONGEST_READ) return true
  let near = /[[\]]/.test(state.sliceDoc(paragraph.from, paragraph.to))
  changes.iterChangedRanges((fromA, toA) => {
    near ||= /[[\]]/.test(startState.sliceDoc(fromA, toA))
  })
  return near
}

function moved({ small: address, title, ...link }: Folded, changes: ChangeDesc): Folded {
  const span = <T extends Span>(of: T) => movedSpan(of, changes)
  return {
    ...span(link),
    words: span(link.words),
    address: span(link.address),
    target: span(link.target),
    title: title && span(title),
    small: address,
  }
}

function small(links: readonly Folded[]): string[] {
  return links.flatMap((link) => link.small ?? [])
}

/** An address of the library in a sentence is one token, as it is in a line of its own (WEEK-23). */
const ATOM = Decoration.mark({})

type Drawn = { drawn: DecorationSet; atoms: RangeSet<Decoration>; open: string }

function fold(state: EditorState, links: readonly Folded[]): Drawn {
  const folds: Range<Decoration>[] = []
  const atoms: Range<Decoration>[] = []
  const open: number[] = []
  for (const { from, to, target, address, small } of links) {
    if (isShownAsBlock(state, from)) continue
    if (small && isLibraryAddress(small) && address.from < address.to) atoms.push(ATOM.range(address.from, address.to))
    if (state.selection.ranges.some((range) => range.from <= to && range.to >= from)) open.push(from)
    else {
      folds.push(FOLD.range(target.from, target.to))
      if (small) folds.push(Decoration.widget({ widget: new SmallPicture(small), side: -1 }).range(from))
    }
  }
  return { drawn: Decoration.set(folds, true), atoms: RangeSet.of(atoms, true), open: open.join() }
}

/** Folds the addresses of links and pictures except at the cursor. Every character stays in the text. */
export const foldedAddresses = Prec.lowest(
  ViewPlugin.fromClass(
    class {
      #links: Folded[]
      #open = ''
      decorations: DecorationSet = Decoration.none
      atoms: RangeSet<Decoration> = RangeSet.empty

      constructor(view: EditorView) {
        this.#links = linksInSight(view)
        learnFacts(view, small(this.#links))
        this.#draw(view.state)
      }

      update(update: ViewUpdate): void {
        const { view, state, startState, docChanged, viewportMoved, selectionSet, transactions } = update
        const parsed = syntaxTree(state) !== syntaxTree(startState)
        const effects = transactions.flatMap((transaction) => transaction.effects)
        // Text outside of links moves them and changes nothing else.
        if (docChanged && !viewportMoved && !nearLink(update)) {
          this.#links = this.#links.map((link) => moved(link, update.changes))
          const { drawn, atoms, open } = fold(state, this.#links)
          this.decorations = open === this.#open ? this.decorations.map(update.changes) : drawn
          this.atoms = atoms
          this.#open = open
          return
        }
        const anew = docChanged || viewportMoved || parsed || effects.some((effect) => effect.is(factsCame))
        if (anew) {
          this.#links = linksInSight(view)
          learnFacts(view, small(this.#links))
        } else if (isPressed(state) || (!selectionSet && effects.length === 0)) return
        this.#draw(state)
      }

      #draw(state: EditorState): void {
        const { drawn, atoms, open } = fold(state, this.#links)
        this.decorations = drawn
        this.atoms = atoms
        this.#open = open
      }
    },
    {
      decorations: (plugin) => plugin.decorations,
      provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.atoms ?? RangeSet.empty),
    },
  ),
)

import { offerCopies } from './code-copies.ts'

const PREVIEW_MS = 5000

/** A preview is read again while it is seen: what is written meanwhile appears, and forms stay with what is typed in them. */
function followPreview(): void {
  const main = document.querySelector('main')
  // Not the page of a form that was refused: only there stands what was typed.
  if (!main || !/^\/preview\/[^/]+$/.test(location.pathname)) return
  let [before, tag] = [main.cloneNode(true), '']
  const timer = setInterval(() => {
    if (!document.hidden) void read().catch(() => undefined)
  }, PREVIEW_MS)
  async function read(): Promise<void> {
    const response = await fetch(location.pathname, { headers: { 'If-None-Match': tag } })
    if (response.status === 404) clearInterval(timer)
    if (!response.ok) return
    const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main')
    if (!next || !main) return
    const copy = next.cloneNode(true)
    redraw(main, before, next)
    offerCopies()
    before = copy
    // Only now: a page that broke off on its way is asked for again.
    tag = response.headers.get('ETag') ?? ''
  }
}

/** Applies the changes between `before` and `next` to the shown part; equal parts stay as they are. */
function redraw(shown: ChildNode, before: Node, next: Node): void {
  const [now, was, will] = [shown, before, next].map(({ childNodes }) => [...childNodes]) as [
    ChildNode[],
    Node[],
    Node[],
  ]
  // A button or a player was added here since.
  if (now.length !== was.length) return shown.nodeName === 'MAIN' ? undefined : shown.replaceWith(next)
  const drop = (side: 'shift' | 'pop') => [now, was, will].map((list) => list[side]())
  while (was[0]?.isEqualNode(will[0] ?? null)) drop('shift')
  let behind: Node | undefined
  while (was.at(-1)?.isEqualNode(will.at(-1) ?? null)) behind = drop('pop')[0]
  const isSameShell = (node: Node, index: number) =>
    node instanceof Element && !!will[index] && node.cloneNode().isEqualNode(will[index].cloneNode())
  if (was.length === will.length && was.every(isSameShell))
    return was.forEach((node, index) => redraw(now[index]!, node, will[index]!))
  for (const node of will) shown.insertBefore(node, behind ?? null)
  for (const node of now) shown.removeChild(node)
}

followPreview()

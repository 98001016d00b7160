import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes, type DefaultTreeAdapterMap, Parser } from 'parse5'

/**
 * A piece of HTML as browsers read it, in time proportional to its letters. `parseFragment` of parse5 takes the topmost nodes out
 * of their list one by one from its front, which costs the square of their number.
 */
export function htmlFragment(html: string): DefaultTreeAdapterTypes.DocumentFragment {
  const parser = Parser.getFragmentParser<DefaultTreeAdapterMap>()
  parser.tokenizer.write(html, true)
  const root = tree.getFirstChild(parser.document)
  const fragment = tree.createDocumentFragment()
  if (root && tree.isElementNode(root)) fragment.childNodes = root.childNodes
  for (const node of fragment.childNodes) node.parentNode = fragment
  return fragment
}

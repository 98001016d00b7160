import type { Page } from '@playwright/test'

/**
 * Words that occur in no German sentence, except English names required by the specification (tabs, Dashboard, Inbox).
 */
const ENGLISH =
  /\b(the|and|your|with|please|this|that|from|settings|save|saved|delete|cancel|close|search|error|failed|loading|sign|password|user|open|new|edit|title|content|upload|file not|publish|published|draft|scheduled|today|yesterday|monday|sunday|january|march|may|october|december|ago|toggle|menu|next|previous|notifications)\b/i
/** English names that are used in German, too: extension, addresses, keys. */
const NAMES = /Blog CMS|Open Graph|Open Source/g

/** All visible and accessible text of the page, line by line. */
const spoken = (page: Page) =>
  page.evaluate(() => {
    const lines: string[] = []
    const skipped = new Set(['SCRIPT', 'STYLE', 'CODE', 'PRE', 'KBD'])
    const walk = (element: Element) => {
      if (skipped.has(element.tagName)) return
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'])
        if (element.hasAttribute(name)) lines.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) {
        if (node instanceof Element) walk(node)
        else if (node.textContent?.trim()) lines.push(node.textContent.trim())
      }
    }
    walk(document.body)
    return [document.title, ...lines]
  })

/** Lines of the page, visible or for screen readers, with an English word that the specification does not require. */
export async function englishLines(page: Page): Promise<string[]> {
  return (await spoken(page)).filter((line) => ENGLISH.test(line.replaceAll(NAMES, '')))
}

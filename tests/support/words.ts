import type { Locator, Page } from '@playwright/test'

/**
 * The toast that says exactly this sentence. Sentences of the acceptance list are looked for where they belong: in a toast,
 * in the words of a place, or as the name of a role (lint: words/exact).
 */
export const toast = (page: Page, sentence: string | RegExp): Locator =>
  page.locator('[data-sonner-toast]').filter({
    has: page.locator('[data-title]').and(page.getByText(sentence, { exact: true })),
  })

/** What says exactly this within a place: a dialog, a row, a header. The page as a whole is none. */
export const words = (place: Locator, text: string | RegExp): Locator => place.getByText(text, { exact: true })

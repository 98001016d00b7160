import type { Locator, Page } from '@playwright/test'

/**
 * The toast with exactly this sentence. Sentences of the acceptance list are located where they belong: in a toast, in
 * a container, or as the name of a role (lint: words/exact).
 */
export const toast = (page: Page, sentence: string | RegExp): Locator =>
  page.locator('[data-sonner-toast]').filter({
    has: page.locator('[data-title]').and(page.getByText(sentence, { exact: true })),
  })

/** The element with exactly this text within a container: a dialog, a row, a header. The whole page is no container. */
export const words = (place: Locator, text: string | RegExp): Locator => place.getByText(text, { exact: true })

/** The files of the Chrome extension the server hands out under `/chrome-extension/{file}` (INT-4, RUL-10). */
export const EXTENSION_FILES = ['popup.html', 'popup.js', 'options.html', 'options.js', 'icon.svg'] as const

export const EXTENSION_ICONS = ['icon-16.png', 'icon-48.png', 'icon-128.png'] as const

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome.exe']
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Path of the installed Chromium or Chrome (CHROMIUM_PATH wins), or null. */
export function findChromium(): string | null {
  return process.env.CHROMIUM_PATH || ([...inPath(NAMES), ...PLACES].find((path) => existsSync(path)) ?? null)
}

/** Path of the headless shell, which takes a fifth less CPU. Null if CHROMIUM_PATH names another browser. */
export function findHeadlessShell(): string | null {
  if (process.env.CHROMIUM_PATH) return null
  return inPath(['chromium-headless-shell']).find((path) => existsSync(path)) ?? null
}

/** Path of the browser for tests: the headless shell if installed. Extensions need `findChromium`. */
export function findTestBrowser(): string | null {
  return findHeadlessShell() ?? findChromium()
}

function inPath(names: string[]): string[] {
  return (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
}

/**
 * Disabled features: those that Playwright disables itself, since Chromium uses the last list only, and the suggestions
 * of the address bar, which start two renderers per window, even headless.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/** Flags for a browser that runs as root, without background requests and without a GPU. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
]

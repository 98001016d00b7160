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

/** Path of Chromium without a window of its own, which takes a fifth less CPU; null where CHROMIUM_PATH names another. */
export function findHeadlessShell(): string | null {
  if (process.env.CHROMIUM_PATH) return null
  return inPath(['chromium-headless-shell']).find((path) => existsSync(path)) ?? null
}

/** Path of the browser that tests drive: the cheaper one where it is installed. Extensions need `findChromium`. */
export function findTestBrowser(): string | null {
  return findHeadlessShell() ?? findChromium()
}

function inPath(names: string[]): string[] {
  return (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
}

/**
 * Features that are switched off: those Playwright switches off itself, since Chromium heeds the last list alone, and the
 * address bar's suggestions, for which every window, headless too, starts two renderers of its own.
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

/** Flags for a browser that runs as root, talks to nobody by itself and draws without a graphics card. */
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

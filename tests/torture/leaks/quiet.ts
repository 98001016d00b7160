import { setTimeout as pause } from 'node:timers/promises'
import { STARTS } from './crawler.ts'
import type { Desk } from './desk.ts'

/** Headers that differ between responses. */
const EVER_NEW = new Set(['date', 'server-timing', 'keep-alive', 'connection'])
/** The compressed form of a response appears when it is ready, which is no change. */
const IDENTITY = { 'accept-encoding': 'identity' }
/** Characters shown before and after a difference. */
const SHOWN = 150
const PAUSE_MS = 100
/** Timeout for pending work. */
const HANGS_MS = 300_000

/**
 * Work without an effect for readers must not change any response: no byte, header or date. A single difference may be
 * a trashed picture whose sizes were finished just then; a repeated one is a fault.
 */
export async function staysQuiet(urls: readonly string[], desk: Desk): Promise<void> {
  if ((await changed(urls, desk)) === null) return
  const again = await changed(urls, desk)
  if (again !== null) throw new Error(again)
}

async function changed(urls: readonly string[], desk: Desk): Promise<string | null> {
  const before = await settled(urls, desk)
  await desk.changeUnseen()
  const after = await settled(urls, desk)
  for (const [address, answer] of before) {
    if (after.get(address) === answer) continue
    return `${address} changed with what nobody sees: ${difference(answer, after.get(address) ?? '')}`
  }
  return null
}

/** The position where two responses begin to differ. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  const around = (text: string) => text.slice(Math.max(0, at - SHOWN), at + SHOWN)
  return `${around(one)}\n—\n${around(other)}`
}

/** All responses once nothing is pending: pictures have their sizes, every instance has received all changes. */
async function settled(urls: readonly string[], desk: Desk): Promise<Map<string, string>> {
  const end = performance.now() + HANGS_MS
  while ((await desk.waiting()) > 0) {
    if (performance.now() > end) throw new Error('pictures never get their sizes')
    await pause(PAUSE_MS)
  }
  let former = await all(urls)
  for (;;) {
    const present = await all(urls)
    const differing = [...present].find(([address, answer]) => former.get(address) !== answer)
    if (!differing) return present
    const [address, answer] = differing
    if (performance.now() > end)
      throw new Error(`${address} never comes to rest: ${difference(former.get(address) ?? '', answer)}`)
    former = present
    await pause(PAUSE_MS)
  }
}

async function all(urls: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const url of urls) {
    const [start] = await Promise.all(STARTS.map((path) => ask(answers, url + path)))
    const articles = [...new Set(start!.match(/\/article\/[\w-]+/g))]
    await Promise.all(articles.flatMap((path) => ['', '.md'].map((end) => ask(answers, url + path + end))))
  }
  return answers
}

async function ask(answers: Map<string, string>, address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'manual', headers: IDENTITY })
  const headers = [...response.headers].filter(([name]) => !EVER_NEW.has(name))
  const body = await response.text()
  answers.set(address, `${response.status} ${JSON.stringify(headers)}\n${body}`)
  return body
}

import { setTimeout as pause } from 'node:timers/promises'
import { STARTS } from './crawler.ts'
import type { Desk } from './desk.ts'

/** What differs from answer to answer. */
const EVER_NEW = new Set(['date', 'server-timing', 'keep-alive', 'connection'])
const PAUSE_MS = 100
const MOST_PAUSES = 100

/** Work that no reader may notice changes nothing anybody is answered: not a byte, not a header, not a date. */
export async function staysQuiet(urls: readonly string[], desk: Desk): Promise<void> {
  const before = await settled(urls, desk)
  await desk.changeUnseen()
  const after = await settled(urls, desk)
  for (const [address, answer] of before) {
    if (after.get(address) === answer) continue
    throw new Error(`${address} changed with what nobody sees:\n${answer}\n—\n${after.get(address)}`)
  }
}

/** All answers once nothing is on its way any more: pictures have their sizes, every instance has heard everything. */
async function settled(urls: readonly string[], desk: Desk): Promise<Map<string, string>> {
  let former = ''
  for (let n = 0; n < MOST_PAUSES; n++) {
    const waiting = await desk.waiting()
    const answers = await all(urls)
    const present = JSON.stringify([...answers])
    if (waiting === 0 && present === former) return answers
    former = present
    await pause(PAUSE_MS)
  }
  throw new Error('the blog never comes to rest')
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
  const response = await fetch(address, { redirect: 'manual' })
  const headers = [...response.headers].filter(([name]) => !EVER_NEW.has(name))
  const body = await response.text()
  answers.set(address, `${response.status} ${JSON.stringify(headers)}\n${body}`)
  return body
}

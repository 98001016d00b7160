import { expect, test } from 'vitest'
import { isKept } from './cached-lists.ts'

test('[DESK-12] only queries that a start without a network needs are persisted', () => {
  for (const key of [['account'], ['articles', 'list', {}], ['articles', 'item', 'x'], ['inbox', 'list'], ['settings']])
    expect(isKept(key), JSON.stringify(key)).toBe(true)
  for (const key of [
    ['users'],
    ['audit'],
    ['backups'],
    ['account', 'auth'],
    ['account', 'sessions'],
    ['article-opening', 'articles', 'x'],
    ['articles', 'waiting', 'anna'],
  ])
    expect(isKept(key), JSON.stringify(key)).toBe(false)
})

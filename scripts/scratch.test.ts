import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeIfPossible, scratchInMemory } from './scratch.ts'

let memory: string
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'scratch-'))
})
afterEach(() => rmSync(memory, { recursive: true, force: true }))

function folderOf(run: string, hoursAgo: number): string {
  const folder = join(memory, `blog-cms-tests-${run}`)
  mkdirSync(folder)
  const then = Date.now() / 1000 - hoursAgo * 60 * 60
  utimesSync(folder, then, then)
  return folder
}

test('the folder of a run that was killed hours ago is removed', () => {
  const old = folderOf('old', 3)
  scratchInMemory(memory)
  expect(existsSync(old)).toBe(false)
})

test('the folder of a run that may still go on stays, whatever its process', () => {
  const young = folderOf('1', 1)
  scratchInMemory(memory)
  expect(existsSync(young)).toBe(true)
})

test('a leftover with a mounted disk stops nothing', ({ skip }) => {
  const old = folderOf('disk', 0)
  const disk = join(old, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    skip('mounting is not allowed here')
  }
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  try {
    removeIfPossible(old)
    expect(warn).toHaveBeenCalledWith(expect.stringContaining(old))
  } finally {
    execFileSync('umount', [disk])
    warn.mockRestore()
  }
})

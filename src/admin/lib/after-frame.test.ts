import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFrame } from './after-frame.ts'

let frames: (() => void)[]

beforeEach(() => {
  frames = []
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => (frames[id - 1] = () => {}))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const drawFrame = () => frames.splice(0).forEach((run) => run())

test('it runs once, in a task after the frame', () => {
  const act = vi.fn<() => void>()
  afterFrame(act)
  drawFrame()
  expect(act).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(act).toHaveBeenCalledTimes(1)
})

test('it runs once on a page that draws no frames', () => {
  const act = vi.fn<() => void>()
  afterFrame(act)
  vi.runAllTimers()
  expect(act).toHaveBeenCalledTimes(1)
  drawFrame()
  vi.runAllTimers()
  expect(act).toHaveBeenCalledTimes(1)
})

test('it does not run after it was cancelled, before and after the frame', () => {
  const act = vi.fn<() => void>()
  afterFrame(act)()
  drawFrame()
  vi.runAllTimers()
  const cancel = afterFrame(act)
  drawFrame()
  cancel()
  vi.runAllTimers()
  expect(act).not.toHaveBeenCalled()
})

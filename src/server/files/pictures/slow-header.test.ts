import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { cleanImage } from './clean-image.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a picture whose header takes too long is given up, and the next one has its turn', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kopf-'))
  const path = join(folder, 'langsam.png')
  await writeFile(path, PNG)
  // A header that is never through, as a hostile one's may not be for minutes.
  const reading = vi.spyOn(sharp.prototype, 'metadata').mockReturnValue(new Promise(() => {}))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for (const name of ['langsam.png', 'danach.png']) {
      let refusal: unknown
      cleanImage({ path, size: PNG.length }, name, folder).catch((error: unknown) => (refusal = error))
      // Its first bytes are read from the disk before; others in this process have timers, too.
      await vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(30_000)
        expect(refusal).toMatchObject({
          code: 'validation_failed',
          message: `„${name}“ braucht zu viel Rechenzeit.`,
        })
      })
    }
    expect(await readdir(folder)).toEqual(['langsam.png'])
  } finally {
    vi.useRealTimers()
    reading.mockRestore()
    await rm(folder, { recursive: true })
  }
})

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isApiError } from '../../../contract/errors.ts'
import { cleanImage } from './clean-image.ts'

test('one picture is worked through and 32 wait; who comes beyond them is told so at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bilder-'))
  const path = join(folder, 'bild.png')
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await writeFile(path, bytes)
  const upload = () => cleanImage({ path, size: bytes.length }, 'bild.png', folder)
  try {
    const answers = await Promise.allSettled(Array.from({ length: 50 }, upload))
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map((_, index) => (index < 33 ? 'fulfilled' : 'rejected')),
    )
    for (const answer of answers) {
      if (answer.status === 'fulfilled') await answer.value.discard()
      else
        expect([isApiError(answer.reason, 'rate_limited'), answer.reason.message]).toEqual([
          true,
          expect.stringMatching(/zu viele Bilder/),
        ])
    }
    // A damaged one leaves its place, too.
    await expect(cleanImage({ path, size: 0 }, 'leer.png', folder)).rejects.toThrow('ist leer')
    const again = await Promise.allSettled(Array.from({ length: 34 }, upload))
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(33)
    for (const answer of again) if (answer.status === 'fulfilled') await answer.value.discard()
    expect(await readdir(folder)).toEqual(['bild.png'])
  } finally {
    await rm(folder, { recursive: true })
  }
})

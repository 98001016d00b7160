import sharp from 'sharp'
import { expect } from 'vitest'
import type { TestAccount, TestApp } from './test-app.ts'

/** Uploads a small picture to the media library. Another width gives another picture. */
export async function uploadPicture(
  app: TestApp,
  account: TestAccount,
  { name = 'da.png', width = 8 } = {},
): Promise<{ id: string; url: string }> {
  const image = await sharp({ create: { width, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const answer = await fetch(`${app.url}/api/media?filename=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'image/png' },
    body: new Uint8Array(image),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: string; url: string }
}

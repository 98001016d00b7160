import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { box, element, mp3File, mp4File, oggFile, SECRET, webmFile } from '../../../../tests/support/sound-files.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

async function upload(bytes: Uint8Array, filename: string) {
  const address = `/api/media?filename=${encodeURIComponent(filename)}`
  const response = await fetch(app.url + address, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { authorization: `Bearer ${owner.accessToken}` },
  })
  return { status: response.status, body: await response.json() }
}
const stored = async (url: string) => Buffer.from(await (await fetch(app.url + url)).arrayBuffer())

describe('[SITE-23] sound and film of the library', () => {
  test.each([
    ['MP3', mp3File(), 'a.mp3', { mime_type: 'audio/mpeg', seconds: expect.closeTo(1.045, 2), width: null }],
    ['M4A', mp4File([['soun', 'mp4a']], 'M4A '), 'b.m4a', { mime_type: 'audio/mp4', seconds: 3, width: null }],
    ['Ogg', oggFile(), 'c.ogg', { mime_type: 'audio/ogg', seconds: 2, width: null }],
    ['MP4', mp4File(), 'd.mp4', { mime_type: 'video/mp4', seconds: 3, width: 640, height: 360 }],
    ['WebM', webmFile(), 'e.webm', { mime_type: 'video/webm', seconds: 4, width: 320, height: 180 }],
  ])('%s is stored without its metadata, and the rest stays byte for byte', async (_name, bytes, filename, facts) => {
    expect(bytes.includes(SECRET)).toBe(true)
    // What a file is called says nothing.
    const { status, body } = await upload(bytes, filename.replace(/\.\w+$/, '.jpg'))
    expect([status, body]).toEqual([201, expect.objectContaining(facts)])
    expect([body.filename, body.url]).toEqual([filename, expect.stringMatching(new RegExp(`${filename.slice(1)}$`))])
    const left = await stored(body.url)
    expect(left.includes(SECRET)).toBe(false)
    expect(left.includes('Geheim')).toBe(false)
    if (filename !== 'a.mp3' && filename !== 'c.ogg') expect(left.length).toBe(bytes.length)
    const heard = filename === 'a.mp3' ? bytes.subarray(bytes.indexOf('\u00ff\u00fb', 0, 'latin1'), -200) : 'heard'
    expect(left.includes(heard)).toBe(true)
    // A second pass finds nothing to change.
    expect(await stored((await upload(left, filename)).body.url)).toEqual(left)
  })

  test('a length or size that cannot be is unknown, and stored on both databases', async () => {
    const ends = Buffer.alloc(8, 0xff)
    const duration = Buffer.alloc(8)
    duration.writeDoubleBE(1e300)
    const size = element('e0', element('b0', ends), element('ba', Buffer.from([0])))
    const film = Buffer.concat([
      element('1a45dfa3', element('4282', Buffer.from('webm'))),
      element(
        '18538067',
        element('1549a966', element('2ad7b1', ends), element('4489', duration)),
        element('1654ae6b', element('ae', element('86', Buffer.from('V_VP9')), size)),
      ),
    ])
    const unknown = { seconds: null, width: null, height: null }
    expect((await upload(film, 'riesig.webm')).body).toMatchObject(unknown)
    const sound = mp4File([['soun', 'mp4a']], 'M4A ')
    const head = sound.indexOf('mvhd') + 4
    sound[head] = 1
    sound.writeUInt32BE(1, head + 20)
    sound.fill(0xff, head + 24, head + 32)
    expect((await upload(sound, 'ewig.m4a')).body).toMatchObject(unknown)
  })

  test('ranges, HEAD, type and policy are as a player needs them', async () => {
    const { body } = await upload(mp3File(20), 'Folge.mp3')
    const ask = (headers: Record<string, string>, method = 'GET') => fetch(app.url + body.url, { headers, method })
    const head = await ask({}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(20 * 417)])
    expect([head.headers.get('accept-ranges'), head.headers.get('content-type')]).toEqual(['bytes', 'audio/mpeg'])
    expect([head.headers.get('x-content-type-options'), head.headers.get('content-disposition')]).toEqual([
      'nosniff',
      null,
    ])
    expect(head.headers.get('content-security-policy')).toContain("media-src 'self'")
    const part = await ask({ range: 'bytes=417-833' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 417-833/${20 * 417}`])
    expect((await part.arrayBuffer()).byteLength).toBe(417)
    expect((await ask({ range: 'bytes=99999-' })).status).toBe(416)
    const saved = await fetch(`${app.url}${body.url}?download`)
    expect(saved.headers.get('content-disposition')).toContain('Folge.mp3')
  })

  test('the library finds sound and film by kind, asks for no alternative text, and makes no sizes of them', async () => {
    const list = async (query: string) =>
      (await owner.call('GET', `/api/media?${query}`)).body.items as { mime_type: string }[]
    expect(new Set((await list('kind=audio')).map(({ mime_type }) => mime_type.split('/')[0]))).toEqual(
      new Set(['audio']),
    )
    expect((await list('kind=video')).length).toBeGreaterThan(0)
    expect(await list('kind=image')).toEqual([])
    expect(await list('filter=no_alt')).toEqual([])
    expect((await owner.call('GET', '/api/media/sizes')).body.waiting).toBe(0)
  })

  test('sound replaces sound and no picture', async () => {
    const { body } = await upload(mp3File(30), 'alt.mp3')
    const put = (bytes: Uint8Array) =>
      fetch(`${app.url}/api/media/${body.id}/file?filename=neu`, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { authorization: `Bearer ${owner.accessToken}` },
      })
    expect((await put(mp4File())).status).toBe(400)
    const next = await (await put(oggFile())).json()
    expect(next).toMatchObject({ mime_type: 'audio/ogg', seconds: 2, filename: 'alt.ogg', url: body.url })
    await owner.call('POST', `/api/media/${body.id}/former-file`, { former_file_id: next.former_file_id })
    expect((await owner.call('GET', `/api/media/${body.id}`)).body).toMatchObject({
      mime_type: 'audio/mpeg',
      seconds: expect.closeTo(0.78, 1),
    })
  })

  const u32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])
  const mp4 = mp4File()
  /** The film with these bytes in the place of the last of others. */
  const changed = (from: string, to: Uint8Array, shift = 0) => {
    const bytes = Buffer.from(mp4)
    bytes.set(to, bytes.lastIndexOf(from) + shift)
    return bytes
  }
  test.each([
    ['a QuickTime film', mp4File(undefined, 'qt  '), 415, 'QuickTime'],
    ['a Matroska film', webmFile({ docType: 'matroska' }), 415, 'Matroska'],
    ['subtitles in WebM', webmFile({ codec: 'S_TEXT/WEBVTT' }), 415, 'Untertitel'],
    ['nothing that browsers play', mp4File([['soun', 'ac-3']]), 415, 'abspielen'],
    ['a place in fragments', Buffer.concat([mp4, box('moof')]), 415, 'Spur'],
    ['half an MP4', mp4.subarray(0, mp4.length - 40), 400, 'beschädigt'],
    ['a box larger than its parent', changed('mvhd', u32(0xffffff), -4), 400, 'beschädigt'],
    ['an empty box', changed('mvhd', u32(0), -4), 400, 'beschädigt'],
    ['a track without tables', changed('stco', Buffer.from('none')), 400, 'beschädigt'],
    ['a million chunks', changed('stsc', u32(0x7fffffff), 8), 400, 'beschädigt'],
    ['half an Ogg', oggFile().subarray(0, 200), 400, 'beschädigt'],
    ['half a WebM', webmFile().subarray(0, 90), 400, 'beschädigt'],
    ['a WebM of elements without end', element('1a45dfa3', element('4282', Buffer.from('webm'))), 400, 'beschädigt'],
    ['an MP3 of one frame', mp3File(1), 400, 'beschädigt'],
  ])('%s is refused with the reason, and nothing is stored', async (_name, bytes, status, reason) => {
    const count = async () => (await owner.call('GET', '/api/media?limit=1')).body.total
    const before = await count()
    const refused = await upload(bytes, 'böse.mp4')
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([status, expect.stringContaining(reason)])
    expect(await count()).toBe(before)
  })
})

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { fetchRemote, isPublicAddress, RemoteFault, type RemoteOptions } from './fetch-remote.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<{ url: string; port: number }> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://${host}:${port}`, port }
}

const openly: RemoteOptions = { allowPrivate: true }
const strictly: RemoteOptions = { allowPrivate: false }
const fault = async (address: string, options: RemoteOptions): Promise<string> => {
  try {
    await fetchRemote(address, options)
  } catch (error) {
    if (error instanceof RemoteFault) return error.message
    throw error
  }
  throw new Error(`${address} was fetched`)
}

test.each([
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['203.0.113.9', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['93.184.216.34', true],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:93.184.216.34', false],
  ['::127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['ff02::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['2606:2800:220:1::1', true],
  ['kein-host', false],
])('[RUL-36] %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test.each([
  ['ftp://a.example/x', 'keine gültige Adresse'],
  ['file:///etc/passwd', 'keine gültige Adresse'],
  ['javascript:alert(1)', 'keine gültige Adresse'],
  ['feeds', 'keine gültige Adresse'],
  ['http://a.example:22/', 'Port 22'],
  ['https://a.example:25/', 'Port 25'],
])('[RUL-36] %s is not fetched', async (address, message) => {
  expect(await fault(address, openly)).toContain(message)
})

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost:3000/',
])('[RUL-36] %s leads inside and is refused', async (address) => {
  expect(await fault(address, strictly)).toContain('internen Netz')
})

test('[RUL-36] a name with one private address among public ones is refused', async () => {
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.7', family: 4 },
  ]
  expect(await fault('http://gemischt.example/', { ...strictly, resolve })).toContain('internen Netz')
})

test('[RUL-36] the name is resolved once, and the checked address is the one connected to', async () => {
  const reached: string[] = []
  const { port } = await serve((_request, response) => void response.end('richtig'))
  const answers = ['127.0.0.1', '127.0.0.9']
  const resolve = async (host: string) => {
    reached.push(host)
    return [{ address: answers[reached.length - 1] ?? '127.0.0.9', family: 4 }]
  }
  const answer = await fetchRemote(`http://wechselhaft.example:${port}/`, {
    ...strictly,
    resolve,
    permits: (address) => address === '127.0.0.1',
  })
  expect(Buffer.from(answer.body).toString()).toBe('richtig')
  expect(reached).toEqual(['wechselhaft.example'])
})

test('[RUL-36] a name that resolves differently at the redirect is checked again', async () => {
  let calls = 0
  const { port } = await serve((request, response) => {
    calls += 1
    if (request.url === '/') response.writeHead(302, { location: '/innen' }).end()
    else response.end('geheim')
  })
  const answers = ['127.0.0.1', '127.0.0.2']
  let asked = 0
  const resolve = async () => [{ address: answers[asked++] ?? '', family: 4 }]
  const message = await fault(`http://wechselhaft.example:${port}/`, {
    ...strictly,
    resolve,
    permits: (address) => address === '127.0.0.1',
  })
  expect(message).toContain('internen Netz')
  expect([asked, calls]).toEqual([2, 1])
})

test('[RUL-36] a redirect to an internal address is refused', async () => {
  let inside = 0
  const target = await serve((_request, response) => {
    inside += 1
    response.end('geheim')
  })
  for (const location of [target.url, `http://localhost:${target.port}/`, 'http://[::1]:3000/', 'file:///etc/passwd']) {
    const first = await serve((_request, response) => void response.writeHead(301, { location }).end(), '127.0.0.2')
    const permits = (address: string) => address === '127.0.0.2' || isPublicAddress(address)
    expect(await fault(first.url, { ...strictly, permits })).toMatch(/internen Netz|keine gültige Adresse/)
  }
  expect(inside).toBe(0)
})

test('[RUL-36] five redirects are followed, the sixth is not', async () => {
  const { url } = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('da')
    else response.writeHead(307, { location: `/${left - 1}` }).end()
  })
  const answer = await fetchRemote(`${url}/5`, openly)
  expect([answer.url, Buffer.from(answer.body).toString()]).toEqual([`${url}/0`, 'da'])
  expect(await fault(`${url}/6`, openly)).toContain('mehr als 5-mal')
})

test('[RUL-36] a server that sends single bytes slowly, or nothing, is given up', async () => {
  const timers: NodeJS.Timeout[] = []
  const { url } = await serve((request, response) => {
    if (request.url === '/still') return
    if (request.url === '/kopf') {
      request.socket.write('HTTP/1.1 200 OK\r\nX-Lang: ')
      timers.push(setInterval(() => request.socket.write('x'), 20))
      return
    }
    response.writeHead(200)
    timers.push(setInterval(() => response.write('x'), 20))
  })
  try {
    for (const path of ['/still', '/kopf', '/koerper'])
      expect(await fault(url + path, { ...openly, milliseconds: 250 }), path).toContain('nicht rechtzeitig')
  } finally {
    for (const timer of timers) clearInterval(timer)
  }
  const silent = { ...openly, milliseconds: 100, resolve: () => new Promise<never>(() => {}) }
  expect(await fault('http://stumm.example/', silent)).toContain('nicht rechtzeitig')
})

test('[RUL-36] more than 5 MB are refused, announced or not, compressed or not', async () => {
  const big = Buffer.alloc(6 * 1024 * 1024)
  const { url } = await serve((request, response) => {
    if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(big))
    else if (request.url === '/br') response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(big))
    else {
      response.write(big)
      response.end()
    }
  })
  for (const path of ['/gzip', '/br', '/roh'])
    expect(await fault(url + path, openly), path).toContain('größer als 5 MB')
})

test('compressed bodies are decompressed; truncated ones give what had arrived and say so', async () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `Zeile ${index}`).join('\n')
  const packed = gzipSync(text)
  const { url } = await serve((request, response) => {
    if (request.url === '/ganz') response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    else if (request.url === '/halb-gepackt')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length / 2))
    else if (request.url === '/muell') response.writeHead(200, { 'content-encoding': 'gzip' }).end('kein gzip')
    else response.writeHead(200, { 'content-length': '100' }).write('Anfang', () => response.destroy())
  })
  const whole = await fetchRemote(`${url}/ganz`, openly)
  expect([Buffer.from(whole.body).toString(), whole.complete]).toEqual([text, true])
  const half = Buffer.from((await fetchRemote(`${url}/halb-gepackt`, openly)).body).toString()
  expect(half.length).toBeGreaterThan(1000)
  expect(text.startsWith(half)).toBe(true)
  const cut = await fetchRemote(`${url}/abgebrochen`, openly)
  expect([Buffer.from(cut.body).toString(), cut.complete]).toEqual(['Anfang', false])
  expect(await fault(`${url}/muell`, openly)).toContain('beschädigt')
})

test('responses of any status are returned; unreachable servers are named', async () => {
  const { url, port } = await serve((request, response) => {
    expect(request.headers['if-none-match']).toBe('"a"')
    response.writeHead(304, { etag: '"a"' }).end()
  })
  const answer = await fetchRemote(url, { ...openly, headers: { 'If-None-Match': '"a"' } })
  expect([answer.status, answer.headers.etag, answer.body.length]).toEqual([304, '"a"', 0])
  servers[0]?.closeAllConnections()
  await new Promise((resolve) => servers.pop()?.close(resolve))
  expect(await fault(`http://127.0.0.1:${port}/`, openly)).toContain('ECONNREFUSED')
  const resolve = () => Promise.reject(new Error('ENOTFOUND'))
  expect(await fault('http://gibt-es-nicht.example/', { ...openly, resolve })).toContain('gibt es nicht')
})

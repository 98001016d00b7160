import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../tests/support/free-port.ts'
import { openDoor, type Door } from './startup-server.ts'

let door: Door
let port: number

beforeAll(async () => {
  port = await freePort()
  door = await openDoor({ HOST: '127.0.0.1', PORT: port })
  door.open((_request, response) => response.end('da'))
})
afterAll(() => door.close(0))

const answerTo = async (...hosts: string[]) => {
  const socket = connect(port, '127.0.0.1')
  socket.write(['GET / HTTP/1.1', ...hosts, 'Connection: close', '', ''].join('\r\n'))
  return (await text(socket)).split('\r\n', 1)[0]
}

test('a request with one Host is answered, one with two is refused with 400', async () => {
  expect(await answerTo('Host: blog.example')).toBe('HTTP/1.1 200 OK')
  for (const second of ['Host: blog.example', 'hOST: boese.example'])
    expect(await answerTo('Host: blog.example', second)).toBe('HTTP/1.1 400 Bad Request')
  expect(await answerTo()).toBe('HTTP/1.1 400 Bad Request')
})

// Baseline for every HTTP figure: a bare node:http server that returns one recorded response, byte for byte, to every
// request. `node bench/bare-server.ts <port> <file>`; the file contains {status, headers, body (base64)}.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port = '0', file] = process.argv.slice(2)
const recorded = file
  ? (JSON.parse(readFileSync(file, 'utf8')) as { status: number; headers: string[]; body: string })
  : { status: 200, headers: [], body: '' }
const body = Buffer.from(recorded.body, 'base64')

createServer((request, response) => {
  if (request.url === '/readyz') return void response.end('ok')
  // The response is sent only after the whole request has arrived, as in any server.
  request.resume().once('end', () => {
    response.writeHead(recorded.status, recorded.headers)
    response.end(body)
  })
}).listen(Number(port), '127.0.0.1')

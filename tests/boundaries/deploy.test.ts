import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '../../scripts/memory.mjs'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', '..', 'deploy', file), 'utf8')

test('the container file and the systemd unit keep memory as `npm start` does', () => {
  expect(read('Dockerfile')).toContain(
    `["node", ${MEMORY_FLAGS.map((flag) => `"${flag}"`).join(', ')}, "dist/server/main.js"]`,
  )
  expect(read('blog-cms.service')).toContain(`node ${MEMORY_FLAGS.join(' ')} dist/server/main.js`)
  for (const [name, value] of Object.entries(MEMORY_ENVIRONMENT)) {
    expect(read('Dockerfile')).toContain(`${name}=${value}`)
    expect(read('blog-cms.service')).toContain(`${name}=${value}`)
  }
})

test('the health check of the container asks the port that is set', async () => {
  const [, command = ''] = /HEALTHCHECK[^\n]*\n\s+CMD (.+)/.exec(read('Dockerfile')) ?? []
  const [, ...words] = JSON.parse(command) as string[]
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const PORT = String((server.address() as AddressInfo).port)
  const [code] = await once(spawn(process.execPath, words, { env: { ...process.env, PORT } }), 'exit')
  server.close()
  expect([code, asked]).toEqual([0, ['/healthz']])
})

const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasAnalyzer) console.warn('NOT TESTED: how far the systemd unit shuts the server in (no systemd-analyze here)')

test.skipIf(!hasAnalyzer)('the systemd unit shuts the server in: its exposure is 2.5 at most', () => {
  const unit = join(import.meta.dirname, '..', '..', 'deploy', 'blog-cms.service')
  const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', unit])
  expect(status, stdout.toString()).toBe(0)
})

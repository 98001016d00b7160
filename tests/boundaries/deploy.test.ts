import { readFileSync } from 'node:fs'
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

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A real SMS gateway on loopback that stores its messages. */
export type SmsPeer = {
  env: Record<string, string>
  messages: { to: string; text: string }[]
  /** The code of the latest message. */
  code: () => string
  stop: () => Promise<void>
}

export async function startSmsPeer(): Promise<SmsPeer> {
  const messages: SmsPeer['messages'] = []
  const gateway = createServer((request, response) => {
    void json(request).then((message) => {
      messages.push(message as SmsPeer['messages'][number])
      response.end()
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  return {
    env: { SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/sms` },
    messages,
    code: () => /\b\d{6}\b/.exec(messages.at(-1)?.text ?? '')?.[0] ?? '',
    stop: async () => {
      gateway.closeAllConnections()
      await new Promise((resolve) => gateway.close(resolve))
    },
  }
}

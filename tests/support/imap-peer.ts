import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A mailbox on loopback that answers the commands of a client that reads (RFC 3501), and no others. */
export type ImapPeer = {
  /** Its address with name and password. */
  url: string
  /** Puts a mail into INBOX; the first has UID 1. */
  put: (mail: string) => void
  /** A new mailbox of the same name: its mails begin again at UID 1. */
  replace: () => void
  /** Commands that were received, without their tags. */
  commands: readonly string[]
  /** Hangs up at the next fetch of a mail. */
  hangUp: () => void
  stop: () => Promise<void>
}

export async function startImapPeer(): Promise<ImapPeer> {
  let mails: Buffer[] = []
  let validity = 7
  let isHangingUp = false
  const commands: string[] = []
  const open = new Set<Socket>()

  function answer(socket: Socket, line: string): void {
    const [tag = '', ...words] = line.split(' ')
    commands.push(words.join(' '))
    const [first = '', second = ''] = words
    const name = first === 'UID' ? `UID ${second}` : first
    const say = (...lines: string[]) => socket.write(lines.map((one) => `${one}\r\n`).join(''))
    const done = `${tag} OK done`
    if (name === 'CAPABILITY') say('* CAPABILITY IMAP4rev1', done)
    else if (name === 'LOGIN') say(words.join(' ').includes('geheim') ? done : `${tag} NO wrong password`)
    else if (name === 'LIST') say('* LIST () "/" INBOX', done)
    else if (name === 'EXAMINE')
      say(`* ${mails.length} EXISTS`, `* OK [UIDVALIDITY ${validity}]`, `* OK [UIDNEXT ${mails.length + 1}]`, done)
    else if (name === 'UID SEARCH') {
      // As servers do: `n:*` holds the newest mail, even one below n.
      const from = Number(/UID (\d+):\*/.exec(line)?.[1] ?? 1)
      const uids = mails.map((_, at) => at + 1).filter((uid) => uid >= from || uid === mails.length)
      say(`* SEARCH ${uids.join(' ')}`, done)
    } else if (name === 'UID FETCH') {
      if (isHangingUp) {
        isHangingUp = false
        return void socket.destroy()
      }
      const uid = Number(words[2])
      const bytes = mails[uid - 1]!.subarray(0, Number(/<0\.(\d+)>/.exec(line)?.[1] ?? Infinity))
      socket.write(`* ${uid} FETCH (UID ${uid} BODY[]<0> {${bytes.length}}\r\n`)
      socket.write(bytes)
      say(')', done)
    } else if (name === 'LOGOUT') {
      say('* BYE', done)
      socket.end()
    } else say(`${tag} BAD not known here`)
  }

  const server = createServer((socket) => {
    open.add(socket)
    let rest = ''
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(socket, line)
    })
    socket.write('* OK ready\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `imap://zurueck:geheim@127.0.0.1:${(server.address() as AddressInfo).port}`,
    put: (mail) => void mails.push(Buffer.from(mail)),
    replace: () => {
      mails = []
      validity += 1
    },
    commands,
    hangUp: () => (isHangingUp = true),
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`
const array = (...parts: string[]) => `*${parts.length}\r\n${parts.join('')}`

/** As much of Redis as the bus uses, by its own protocol, which can be made to fail as a real one cannot. */
export async function redisStandIn() {
  const channels = new Map<string, Set<Socket>>()
  const sockets = new Set<Socket>()
  /** `acceptsOnly`: connections that are accepted meanwhile are never answered. */
  const state = { acceptsOnly: false, refuses: (_text: string) => false, connections: 0 }

  const publish = (channel: string, text: string) => {
    const listeners = channels.get(channel) ?? new Set()
    for (const each of listeners) each.write(array(bulk('message'), bulk(channel), bulk(text)))
    return listeners.size
  }
  const answer = (socket: Socket, [command = '', ...args]: string[]): string => {
    switch (command.toLowerCase()) {
      case 'hello':
        return `-ERR unknown command 'HELLO'\r\n`
      case 'info':
        return bulk('loading:0')
      case 'publish':
        return state.refuses(args[1]!) ? '-ERR refused\r\n' : `:${publish(args[0]!, args[1]!)}\r\n`
      case 'subscribe':
        return args
          .map((channel) => {
            channels.set(channel, (channels.get(channel) ?? new Set()).add(socket))
            return array(bulk('subscribe'), bulk(channel), ':1\r\n')
          })
          .join('')
      case 'unsubscribe':
        return args
          .map((channel) => {
            channels.get(channel)?.delete(socket)
            return array(bulk('unsubscribe'), bulk(channel), ':1\r\n')
          })
          .join('')
      default:
        return '+OK\r\n'
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    state.connections += 1
    const isSilent = state.acceptsOnly
    let rest = ''
    const forget = () => {
      sockets.delete(socket)
      for (const each of channels.values()) each.delete(socket)
    }
    socket.on('error', () => {}).on('close', forget)
    socket.on('data', (data: Buffer) => {
      if (isSilent) return
      const { commands, left } = parsed(rest + data.toString('latin1'))
      rest = left
      for (const each of commands) socket.write(answer(socket, each))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `redis://127.0.0.1:${port}`,
    state,
    publish,
    listeners: (channel: string) => channels.get(channel)?.size ?? 0,
    dropAll: () => sockets.forEach((socket) => socket.destroy()),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Arrays of bulk strings, one byte a character. */
function parsed(text: string): { commands: string[][]; left: string } {
  const commands: string[][] = []
  let at = 0
  const line = (): string | undefined => {
    const end = text.indexOf('\r\n', at)
    if (end < 0) return undefined
    const found = text.slice(at, end)
    at = end + 2
    return found
  }
  for (;;) {
    const start = at
    const count = Number(line()?.slice(1) ?? -1)
    const parts: string[] = []
    for (let n = 0; n < count; n += 1) {
      const length = Number(line()?.slice(1) ?? -1)
      if (length < 0 || at + length + 2 > text.length) break
      parts.push(Buffer.from(text.slice(at, at + length), 'latin1').toString())
      at += length + 2
    }
    if (count < 0 || parts.length < count) return { commands, left: text.slice(start) }
    commands.push(parts)
  }
}

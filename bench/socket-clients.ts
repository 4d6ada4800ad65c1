import { WebSocket } from 'ws'

/** Holds sockets in a process of its own and counts what they receive. Talks to its parent by messages. */
type Order = { kind: 'open'; urls: string[] } | { kind: 'count'; frames: number }

const sockets: WebSocket[] = []
let received = 0
let target = Number.POSITIVE_INFINITY

const tell = (message: object) => process.send?.(message)

async function open(urls: string[]): Promise<void> {
  // In groups, so that neither side's queue of new connections overflows.
  for (let start = 0; start < urls.length; start += 100) {
    const group = urls.slice(start, start + 100).map(
      (url) =>
        new Promise<void>((resolve, reject) => {
          const socket = new WebSocket(url, { perMessageDeflate: false })
          socket.once('open', () => resolve())
          socket.once('error', reject)
          socket.on('message', () => {
            received += 1
            if (received === target) tell({ kind: 'counted' })
          })
          sockets.push(socket)
        }),
    )
    await Promise.all(group)
  }
  tell({ kind: 'opened' })
}

process.on('message', (order: Order) => {
  if (order.kind === 'open')
    void open(order.urls).catch((error: unknown) => tell({ kind: 'failed', reason: String(error) }))
  else {
    received = 0
    target = order.frames
    tell({ kind: 'counting' })
  }
})
process.on('disconnect', () => process.exit(0))

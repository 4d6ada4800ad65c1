import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { CLOSE, SOCKET_PATH } from '@ruwu/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Caller } from '../features/auth/index.ts'
import type { EventStream } from './event-stream.ts'
import { answerFrame } from './frames.ts'
import { type Connection, type Hub, send } from './hub.ts'

/** Consoles send a keepalive every 30 s; three missed ones mean that nobody is there. */
export const IDLE_LIMIT_MS = 90_000
export const MAX_FRAME_BYTES = 64 * 1024
/** Frames of one socket that may wait for their turn in one second before it is closed as abusive. */
export const MAX_FRAMES_PER_SECOND = 100

export type SocketServerDeps = {
  hub: Hub
  stream: EventStream
  authenticate(token: string): Promise<Caller | undefined>
  log: FastifyBaseLogger
}

/** Serves the one real-time endpoint on the app's own HTTP server. */
export function attachSocketServer(app: FastifyInstance, deps: SocketServerDeps): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false })

  app.server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    duplex.on('error', () => duplex.destroy())
    const { pathname, token } = readAddress(request)
    if (pathname !== SOCKET_PATH) return refuse(duplex, 404, 'Not Found')
    void deps
      .authenticate(token)
      .then((caller) => {
        if (!caller) return refuse(duplex, 401, 'Unauthorized')
        return sockets.handleUpgrade(request, duplex, head, (socket) => void serve(socket, caller, deps))
      })
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'socket upgrade failed')
        refuse(duplex, 503, 'Service Unavailable')
      })
  })

  // In onClose it would be too late: close() waits for open sockets.
  app.addHook('preClose', async () => {
    deps.hub.closeAll()
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (const client of sockets.clients) client.terminate()
    sockets.close()
  })
}

async function serve(socket: WebSocket, caller: Caller, { hub, stream, log }: SocketServerDeps): Promise<void> {
  const connection: Connection = { socket, entId: caller.entId, agentId: caller.agentId, sessionId: caller.sessionId }
  socket.on('error', (error) => log.debug({ err: error }, 'socket error'))

  const idle = setTimeout(() => socket.close(CLOSE.idle.code, CLOSE.idle.reason), IDLE_LIMIT_MS)
  let second = 0
  let frames = 0
  socket.on('message', (data) => {
    idle.refresh()
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, frames] = [now, 0]
    frames += 1
    if (frames > MAX_FRAMES_PER_SECOND) return socket.close(CLOSE.tooMany.code, CLOSE.tooMany.reason)
    const answer = answerFrame((data as Buffer).toString(), stream.last(caller.entId))
    if (answer) send(socket, answer)
  })
  socket.on('close', () => {
    clearTimeout(idle)
    hub.remove(connection)
    stream.unfollow(caller.entId)
  })

  // Registered before the number is read: an event in between is delivered, and the console drops what it already has.
  hub.add(connection)
  try {
    const last = await stream.follow(caller.entId)
    send(socket, { type: 'nop', seq: stream.last(caller.entId) ?? last })
  } catch (error) {
    log.error({ err: error }, 'events could not be followed')
    socket.close(CLOSE.shutdown.code, 'events unavailable')
  }
}

function readAddress(request: IncomingMessage): { pathname: string; token: string } {
  const url = new URL(request.url ?? '/', 'http://host')
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  return { pathname: url.pathname, token: bearer ?? url.searchParams.get('token') ?? '' }
}

function refuse(duplex: Duplex, status: number, text: string): void {
  duplex.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

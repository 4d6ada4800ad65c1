import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { CLOSE, SOCKET_FRAMES, SOCKET_PATH, SOCKET_PROTOCOL } from '@ruwu/contract'
import { SOCKET } from '@ruwu/domain'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import { traced } from '../../platform/trace/trace.ts'
import { chatTokens } from '../chat-user/index.ts'
import { ChatFrames, type FrameDeps } from './chat-frames.ts'
import { type Bus, type Connection, type EventStream, type Hub, send } from '../../realtime/index.ts'
import { type Incoming, readFrame } from './frames.ts'
import { SocketLimit } from './socket-limit.ts'

/** A socket without a frame for three keepalive intervals is closed as idle. */
const IDLE_LIMIT_MS = 3 * SOCKET.keepaliveMs
const MAX_FRAME_BYTES = 256 * 1024
/** A socket over this limit is closed as abusive. A frame counts once more per BYTES_PER_FRAME bytes. */
export const MAX_FRAMES_PER_SECOND = 100
/** Clients answer every pushed frame with a `resp`; these are cheap and have a higher limit. */
const MAX_ANSWERS_PER_SECOND = 2000
const BYTES_PER_FRAME = 32 * 1024
/** Larger frames cannot be a `resp`: they count against MAX_FRAMES_PER_SECOND before they are parsed. */
const MAX_ANSWER_BYTES = 1024
/** Backpressure: reading from a socket is paused while this many of its frames are being processed. */
const MAX_FRAMES_IN_HAND = 32
/** Time for clients to complete the close handshake when the server stops; then sockets are terminated. */
const GOODBYE_MS = 50

type SocketServerDeps = {
  hub: Hub
  bus: Bus
  stream: EventStream
  identify(token: string): ChatIdentity | undefined | Promise<ChatIdentity | undefined>
  frames: FrameDeps
  log: FastifyBaseLogger
}

/** Serves the WebSocket endpoint on the app's HTTP server. */
export function attachSocketServer(app: FastifyInstance, deps: SocketServerDeps): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // Never the one with the token.
    handleProtocols: (offered) => offered.has(SOCKET_PROTOCOL.name) && SOCKET_PROTOCOL.name,
  })

  const limit = new SocketLimit({ bus: deps.bus, hub: deps.hub, clock: deps.frames.clock })
  app.server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    duplex.on('error', () => duplex.destroy())
    const address = readAddress(request)
    if (address?.pathname !== SOCKET_PATH) return refuse(duplex, 404, 'Not Found')
    void firstValid(address.tokens, deps)
      .then((caller) => {
        if (!caller) return refuse(duplex, 401, 'Unauthorized')
        if (!limit.allows(caller)) return refuse(duplex, 429, 'Too Many Requests')
        return sockets.handleUpgrade(request, duplex, head, (socket) => {
          void serve(socket, caller, address.takesChatFrames, deps)
          limit.changed(caller)
          // After the listener of `serve`, which takes the socket off the count.
          socket.once('close', () => limit.changed(caller))
        })
      })
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'socket upgrade failed')
        refuse(duplex, 503, 'Service Unavailable')
      })
  })

  // Authentication comes before the protocol check: without a valid token a plain GET is 401, not 426.
  app.get(SOCKET_PATH, { schema: { hide: true } }, async (request, reply) => {
    const caller = await firstValid(readAddress(request.raw)?.tokens ?? [], deps)
    return caller
      ? reply.status(426).header('upgrade', 'websocket').send({ error: 'upgrade required' })
      : reply.status(401).send({ error: 'unauthorized' })
  })

  // preClose, because onClose is too late: close() waits for open sockets.
  app.addHook('preClose', async () => {
    const gone = Promise.all(
      Array.from(sockets.clients, (client) => new Promise((resolve) => client.once('close', resolve))),
    )
    deps.hub.closeAll()
    await Promise.race([gone, sleep(GOODBYE_MS)])
    for (const client of sockets.clients) client.terminate()
    sockets.close()
    limit.close()
  })
}

async function serve(
  socket: WebSocket,
  caller: ChatIdentity,
  takesChatFrames: boolean,
  deps: SocketServerDeps,
): Promise<void> {
  const { hub, bus, stream, log } = deps
  const connection: Connection = { id: randomUUID(), socket, takesChatFrames, ...caller }
  const frames = new ChatFrames(deps.frames, caller, connection.id, () =>
    caller.isAgent ? stream.last(caller.entId) : undefined,
  )
  socket.on('error', (error) => log.debug({ err: error }, 'socket error'))

  // An answer shows that this socket hears what is written from now on.
  const hearing = bus.follow(caller.entId)
  let isHearing = false
  void hearing.ready.then(() => (isHearing = true))

  const idle = setTimeout(() => socket.close(CLOSE.idle.code, CLOSE.idle.reason), IDLE_LIMIT_MS)
  const isTooFast = frameCounter(MAX_FRAMES_PER_SECOND)
  const isFlood = frameCounter(MAX_ANSWERS_PER_SECOND)
  let inHand = 0
  socket.on('message', (data) => {
    idle.refresh()
    const bytes = (data as Buffer).length
    const mayBeAnswer = bytes <= MAX_ANSWER_BYTES
    if (isFlood(bytes) || (!mayBeAnswer && isTooFast(bytes))) return tooMany(socket)
    const incoming = readFrame((data as Buffer).toString())
    if (mayBeAnswer && !isAnswer(incoming) && isTooFast(bytes)) return tooMany(socket)
    if ('refusal' in incoming) return incoming.refusal && send(socket, incoming.refusal)
    inHand += 1
    if (inHand >= MAX_FRAMES_IN_HAND) socket.pause()
    const { frame } = incoming
    const take = () => traced(`frame ${frame.type}`, { kind: 'server' }, () => frames.take(frame))
    return void (isHearing ? take() : hearing.ready.then(take))
      .then((answer) => answer && send(socket, answer))
      .catch((error: unknown) => {
        log.error({ err: error }, 'frame failed')
        const { chatId } = frame
        if (chatId) send(socket, { type: 'resp', chatId, code: 500, message: 'server error' })
      })
      .finally(() => {
        inHand -= 1
        if (socket.isPaused && inHand < MAX_FRAMES_IN_HAND) socket.resume()
      })
  })

  // Registered before the seq is read: an event in between is delivered, and the console drops events it already has.
  hub.add(connection)
  const following = caller.isAgent ? stream.follow(caller.entId) : undefined
  socket.on('close', () => {
    clearTimeout(idle)
    hub.remove(connection)
    following?.end()
    hearing.end()
  })
  try {
    const last = await following?.from
    if (last !== undefined) send(socket, { type: 'nop', seq: stream.last(caller.entId) ?? last })
  } catch (error) {
    log.error({ err: error }, 'events could not be followed')
    socket.close(CLOSE.shutdown.code, 'events unavailable')
  }
}

const tooMany = (socket: WebSocket) => socket.close(CLOSE.tooMany.code, CLOSE.tooMany.reason)

const isAnswer = (incoming: Incoming) => 'frame' in incoming && incoming.frame.type === 'resp'

/** Fixed window of one second: true when the weighted number of frames exceeds `most`. */
function frameCounter(most: number): (bytes: number) => boolean {
  let second = 0
  let frames = 0
  return (bytes) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, frames] = [now, 0]
    frames += 1 + Math.floor(bytes / BYTES_PER_FRAME)
    return frames > most
  }
}

type Address = { pathname: string; tokens: string[]; takesChatFrames: boolean }

/** Undefined when the request target is not a valid URL (`//`). */
function readAddress(request: IncomingMessage): Address | undefined {
  const url = URL.parse(request.url ?? '/', 'http://host')
  if (!url) return undefined
  return {
    pathname: url.pathname,
    tokens: [...offeredTokens(request), ...chatTokens(request.headers, url.searchParams.get('token'))],
    takesChatFrames: url.searchParams.get(SOCKET_FRAMES.parameter) !== SOCKET_FRAMES.eventsOnly,
  }
}

function offeredTokens({ headers }: IncomingMessage): string[] {
  const { tokenPrefix } = SOCKET_PROTOCOL
  const offered = headers['sec-websocket-protocol']?.split(/\s*,\s*/) ?? []
  return offered.filter((name) => name.startsWith(tokenPrefix)).map((name) => name.slice(tokenPrefix.length))
}

async function firstValid(tokens: string[], { identify }: SocketServerDeps): Promise<ChatIdentity | undefined> {
  for (const token of tokens) {
    const caller = await identify(token)
    if (caller) return caller
  }
  return undefined
}

function refuse(duplex: Duplex, status: number, text: string): void {
  duplex.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ChatDelivery } from '@ruwu/server/chat-socket'
import { Hub, memoryBus, PUBLIC_SPACE } from '@ruwu/server/realtime'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Report } from '../scripts/lib/figures-runner.ts'
import { SocketCrowd } from './socket-crowd.ts'

const SOCKETS = 1000
const TOPIC = 'f'.repeat(32)

/** A message to a thousand sockets: our delivery against a bare loop that writes a prebuilt frame. */
export async function measureFanOut(report: Report, isSmall: boolean): Promise<void> {
  const frames = isSmall ? 40 : 150
  const hub = new Hub()
  const bus = memoryBus()
  const delivery = new ChatDelivery({
    db: undefined as never,
    bus,
    hub,
    customers: { audience: async () => ({ clear: [], masked: [], mask: (each) => each }) },
    onError: (error) => console.error(error),
  })
  const http = createServer()
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  const sockets: WebSocket[] = []
  const users: string[] = []
  server.on('connection', (socket) => {
    const userId = `u${sockets.length}`
    sockets.push(socket)
    users.push(userId)
    hub.add({
      id: userId,
      socket,
      entId: PUBLIC_SPACE,
      userId,
      sessionId: userId,
      isAgent: false,
      takesChatFrames: true,
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`
  const crowd = await SocketCrowd.open(Array.from({ length: SOCKETS }, () => url))
  try {
    const content = { type: 'text', text: '你好，想问下全屋定制多少钱一平？我家 89 平三房' }
    const members = new Map(
      users.map((userId) => [userId, { userId, role: 'member' as const, silentUntil: null, startSeq: 0 }]),
    )
    const topic = {
      entId: PUBLIC_SPACE,
      id: TOPIC,
      kind: 'group' as const,
      low: null,
      high: null,
      lastSeq: 0,
      silentUntil: null,
      isDismissed: false,
      refusedSenders: [],
      memberVersion: 1,
      members,
    }
    let seq = 0
    const ours = () => {
      for (let n = 0; n < frames; n += 1) {
        seq += 1
        const message = {
          entId: PUBLIC_SPACE,
          topicId: TOPIC,
          seq,
          chatId: `c${seq}`,
          senderId: 'u0',
          content,
          createdAt: new Date(),
          alsoTo: [],
        }
        delivery.deliver([message], new Map([[TOPIC, topic]]))
      }
    }
    const prebuilt = JSON.stringify({
      type: 'chat',
      topicId: TOPIC,
      chatId: 'c1',
      seq: 1,
      attendee: 'u0',
      createdAt: new Date(),
      content,
    })
    const bare = () => {
      for (let n = 0; n < frames; n += 1) for (const socket of sockets) socket.send(prebuilt)
    }
    const total = frames * SOCKETS
    await crowd.time(total, bare)
    await crowd.time(total, ours)
    const ratios: number[] = []
    for (let round = 0; round < 5; round += 1)
      ratios.push((await crowd.time(total, bare)) / (await crowd.time(total, ours)))
    const ratio = ratios.toSorted((a, b) => a - b)[2] ?? 0
    report({ name: 'chat.fan_out_ratio', value: ratio, unit: 'of bare ws', budget: '>= 0.7', isWithin: ratio >= 0.7 })
  } finally {
    await crowd.close()
    delivery.close()
    server.close()
    http.close()
  }
}

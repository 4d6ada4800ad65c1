import type { EntId } from '@ruwu/contract'
import { fakeClock } from '@ruwu/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type Connection, Hub, memoryBus } from '../../realtime/index.ts'
import { MAX_SOCKETS_PER_USER, SocketLimit } from './socket-limit.ts'

const ENT = '0'.repeat(32) as EntId
const USER = { entId: ENT, userId: 'u' }

function cluster(count: number) {
  const clock = fakeClock('2026-03-16T02:00:00.000Z')
  const bus = memoryBus()
  const nodes = Array.from({ length: count }, () => {
    const hub = new Hub()
    const limit = new SocketLimit({ bus, hub, clock })
    onTestFinished(() => limit.close())
    const opened: Connection[] = []
    const open = () => {
      if (!limit.allows(USER)) return false
      const id = String(opened.length)
      const socket = {} as Connection['socket']
      const connection = { ...USER, id, socket, sessionId: 's', isAgent: false, takesChatFrames: true }
      opened.push(connection)
      hub.add(connection)
      limit.changed(USER)
      return true
    }
    const closeAll = () => {
      for (const connection of opened.splice(0)) {
        hub.remove(connection)
        limit.changed(USER)
      }
    }
    return { open, closeAll }
  })
  return { clock, nodes }
}

const openMany = (node: { open(): boolean } | undefined) =>
  Array.from({ length: 60 }, () => node?.open()).filter(Boolean)

test('the sockets of a user are counted over all nodes', () => {
  const { nodes } = cluster(2)

  expect(openMany(nodes[0])).toHaveLength(MAX_SOCKETS_PER_USER)
  expect(nodes[1]?.open()).toBe(false)

  nodes[0]?.closeAll()
  expect(nodes[1]?.open()).toBe(true)
})

test('those of a node that stopped are forgotten', () => {
  const { clock, nodes } = cluster(2)
  openMany(nodes[0])

  clock.advance(90_000)

  expect(nodes[1]?.open()).toBe(true)
})

import { type AgentId, type CustomerId, type EntId, isKickReason } from '@ruwu/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { endedSessions } from '../features/auth/index.ts'
import { endedTokens } from '../chat/chat-user/index.ts'
import type { Clock } from '../platform/clock.ts'
import { announceEvents, type Bus, type Connection, EventStream, Hub, Presence } from '../realtime/index.ts'
import { ChatDelivery } from '../chat/socket/index.ts'
import { findThreadAudience } from '../customer/thread-audience.ts'
import { queueMovedBy } from './reception-work.ts'

/**
 * Interval of checking open sockets against their sign-in sessions and tokens, for revocations whose bus message was
 * lost.
 */
const RECHECK_EVERY_MS = 30_000

type RealtimeDeps = { db: Database; bus: Bus; clock: Clock; log: FastifyBaseLogger }

export type Realtime = { hub: Hub; stream: EventStream; delivery: ChatDelivery }

/** Connects event log, bus and sockets until the app closes. */
export function startRealtime(app: FastifyInstance, { db, bus, clock, log }: RealtimeDeps): Realtime {
  const onError = (error: unknown) => log.error({ err: error }, 'real-time delivery failed')
  const hub = new Hub((connection, what) => {
    const console = asConsole(connection)
    presence.touch(console)
    if (what === 'left') bus.publish({ kind: 'viewing', ...console, tab: null, look: null })
  })
  const presence: Presence = new Presence({
    db,
    clock,
    consoles: () =>
      hub
        .all()
        .filter((connection) => connection.isAgent)
        .map(asConsole),
    // Presence decides which agents get waiting customers.
    onMoved: () => bus.publish({ kind: 'work', queue: 'assign' }),
    onError,
  })
  announceEvents(db, bus, queueMovedBy)
  const stream = new EventStream(db, bus, (entId, event) => hub.deliver(entId, event), onError)
  const audience = (entId: EntId, id: string) => findThreadAudience(db.sql, entId, id as CustomerId)
  const delivery = new ChatDelivery({ db, bus, hub, customers: { audience }, onError })
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind === 'revoked') hub.revoke(message.sessionIds, message.reason)
  })
  const recheck = setInterval(() => void closeEnded(db, hub, clock).catch(onError), RECHECK_EVERY_MS)

  app.addHook('onClose', async () => {
    clearInterval(recheck)
    unsubscribe()
    stream.close()
    delivery.close()
    await presence.close()
  })
  return { hub, stream, delivery }
}

const asConsole = ({ entId, userId }: Connection) => ({ entId, agentId: userId as AgentId })

async function closeEnded(db: Database, hub: Hub, clock: Clock): Promise<void> {
  const sessionIds = [...new Set(hub.all().map((connection) => connection.sessionId))]
  if (sessionIds.length === 0) return
  const now = clock.now()
  for (const { id, reason } of await endedSessions(db.sql, sessionIds, now)) {
    hub.revoke([id], isKickReason(reason) ? reason : null)
  }
  hub.revoke(await endedTokens(db.sql, sessionIds, now), null)
}

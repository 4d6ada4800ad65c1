import { Gauge, type Metric } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { Replica } from '../db/replica.ts'
import type { Clock } from '../platform/clock.ts'
import type { Bus } from '../realtime/index.ts'
import { readQueueLags } from './queue-lag.repo.ts'

type Deps = { db: Database; replica: Replica | undefined; bus: Bus; clock: Clock }

/** What tells an operator that work piles up, read when the metrics are: queues, the bus, and connections to the database. */
export function lagMetrics({ db, replica, bus, clock }: Deps): Metric[] {
  const queues: Gauge = new Gauge({
    name: 'ruwu_queue_lag_seconds',
    help: 'How long the oldest due row of a queue has waited, over all nodes',
    labelNames: ['queue'],
    registers: [],
    collect: async () => {
      try {
        for (const { queue, seconds } of await readQueueLags(db.sql, clock.now())) queues.set({ queue }, seconds)
      } catch {
        // Without the database nothing is known of its queues; the other metrics are still told.
        queues.reset()
      }
    },
  })
  const isBusUp: Gauge = new Gauge({
    name: 'ruwu_bus_up',
    help: 'Whether this node hears the bus: 1 or 0',
    registers: [],
    collect: () => isBusUp.set(Number(bus.state().isUp)),
  })
  const busDelay: Gauge = new Gauge({
    name: 'ruwu_bus_delay_seconds',
    help: 'How long the last beat of this node took over the bus and back',
    registers: [],
    collect: () => busDelay.set(bus.state().delayMs / 1000),
  })
  const connections: Gauge = new Gauge({
    name: 'ruwu_database_connections',
    help: 'Connections of this process: in use and idle, and calls that wait for one',
    labelNames: ['state'],
    registers: [],
    collect: () => {
      const { totalCount, idleCount, waitingCount } = db.pool
      connections.set({ state: 'used' }, totalCount - idleCount)
      connections.set({ state: 'idle' }, idleCount)
      connections.set({ state: 'waited_for' }, waitingCount)
    },
  })
  const replicaAge: Gauge = new Gauge({
    name: 'ruwu_replica_age_seconds',
    help: 'How old at most the replica is that statistics are read from',
    registers: [],
    // One that has never answered is as old as can be.
    collect: () => replicaAge.set((replica?.ageMs() ?? Infinity) / 1000),
  })
  return [queues, isBusUp, busDelay, connections, ...(replica ? [replicaAge] : [])]
}

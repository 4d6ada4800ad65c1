import { setTimeout as sleep } from 'node:timers/promises'
import { agentApi, eventApi, roleApi } from '@ruwu/contract'
import { killDatabase } from '@ruwu/e2e/leftover-database.ts'
import { Server } from '@ruwu/e2e/server.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { Caller } from '@ruwu/e2e/caller.ts'
import { seededRandom } from './seeded-random.ts'

const WRITERS = 8
const ADMIN = '13800000001'

/**
 * The whole server is killed at a random moment under writes, again and again; it starts by the same command and what
 * it had acknowledged is there. Every other round the database's processes are killed with it.
 */
export const run: Run = async (report, { isSmall }) => {
  const rounds = isSmall ? 1 : 20
  const random = seededRandom(20_260_316)
  const server = await Server.start()
  const acknowledged = new Set<string>()
  let slowestStart = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      const admin = await new Caller(server.url).signIn(ADMIN, 'ruwu2026')
      const writing = Array.from({ length: WRITERS }, (_, writer) => write(admin, `${round}-${writer}`, acknowledged))
      await sleep(200 + random() * 800)
      await Promise.all([server.kill(), round % 2 === 1 ? killDatabase(server.dataDir) : undefined])
      await Promise.all(writing)
      const started = performance.now()
      await server.run()
      slowestStart = Math.max(slowestStart, performance.now() - started)
    }
    const admin = await new Caller(server.url).signIn(ADMIN, 'ruwu2026')
    const present = new Set((await admin.call(roleApi.list, {})).map((role) => role.name))
    const lost = [...acknowledged].filter((name) => !present.has(name))
    const holes = await countHoles(admin)

    report({ name: 'kill.rounds', value: rounds, unit: 'kills', budget: rounds, isWithin: true })
    report({
      name: 'kill.acknowledged',
      value: acknowledged.size,
      unit: 'rows',
      budget: '> 0',
      isWithin: acknowledged.size > 0,
    })
    report({ name: 'kill.lost', value: lost.length, unit: 'rows', budget: 0, isWithin: lost.length === 0 })
    report({ name: 'kill.event_holes', value: holes, unit: 'numbers', budget: 0, isWithin: holes === 0 })
    report({
      name: 'kill.slowest_restart',
      value: slowestStart,
      unit: 'ms',
      // The small version runs beside other tests.
      budget: isSmall ? '-' : 15_000,
      isWithin: isSmall || slowestStart < 15_000,
    })
  } finally {
    await server.stop()
  }
}

/** Writes until the server is gone, remembering only what it acknowledged. */
async function write(admin: Caller, prefix: string, acknowledged: Set<string>): Promise<void> {
  try {
    const me = (await admin.call(agentApi.list, { body: { keyword: ADMIN } }))[0]
    for (let n = 0; ; n += 1) {
      const name = `${prefix}-${n}`
      await admin.call(roleApi.create, { body: { name, permissions: [], customerScope: 'own' } })
      acknowledged.add(name)
      if (me) await admin.call(agentApi.update, { body: { id: me.id, status: n % 2 === 0 ? 2 : 1 } })
    }
  } catch {
    // The kill; whatever was not acknowledged may or may not be there.
  }
}

async function countHoles(admin: Caller): Promise<number> {
  let [after, holes] = [0, 0]
  for (;;) {
    const page = await admin.call(eventApi.list, { body: { after, limit: 500 } })
    for (const { seq } of page.items) {
      holes += seq - after - 1
      after = seq
    }
    if (!page.hasMore) return holes + (page.last - after)
  }
}

import { agentApi, roleApi } from '@ruwu/contract'
import { query } from '@ruwu/e2e/database.ts'
import { Server } from '@ruwu/e2e/server.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { Caller } from '@ruwu/e2e/caller.ts'
import { ADMIN, PASSWORD } from './bound-accounts.ts'
import { openConversations } from './channels.prove.ts'
import { openSenders } from './chat.prove.ts'
import { besidePlatforms, killUnder, type Load } from './killed-server.ts'

const WRITERS = 8

/**
 * The whole server is killed at a random moment under writes, again and again; it starts by the same command and what
 * it had acknowledged is there. Every other round the database's processes are killed with it. The small version is that of
 * `chat` and `channels` too: one server, killed once under all three.
 */
export const run: Run = async (report, { isSmall }) => {
  const kills = { rounds: isSmall ? 1 : 20, seed: 20_260_316, killsDatabase: true }
  if (isSmall)
    return besidePlatforms(async (server, platform) => {
      // An agent has one session.
      const admin = await signIn(server)
      const loads = [
        writeRows(server, admin),
        await openSenders(server),
        await openConversations(server, platform, admin),
      ]
      await killUnder(server, loads, report, kills)
    })
  const server = await Server.start()
  try {
    const slowestStart = await killUnder(server, [writeRows(server, await signIn(server))], report, kills)
    const name = 'kill.slowest_restart'
    report({ name, value: slowestStart, unit: 'ms', budget: 15_000, isWithin: slowestStart < 15_000 })
  } finally {
    await server.stop()
  }
}

const signIn = ({ url }: Server) => new Caller(url).signIn(ADMIN, PASSWORD)

function writeRows(server: Server, admin: Caller): Load {
  const acknowledged = new Set<string>()
  return {
    acknowledged,
    write: (round) =>
      Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(admin, `${round}-${writer}`, acknowledged))),
    async check(report, rounds) {
      const present = new Set((await admin.call(roleApi.list, {})).map((role) => role.name))
      const lost = [...acknowledged].filter((name) => !present.has(name)).length
      const holes = await countHoles(server)
      const { size } = acknowledged
      report({ name: 'kill.rounds', value: rounds, unit: 'kills', budget: rounds, isWithin: true })
      report({ name: 'kill.acknowledged', value: size, unit: 'rows', budget: '> 0', isWithin: size > 0 })
      report({ name: 'kill.lost', value: lost, unit: 'rows', budget: 0, isWithin: lost === 0 })
      report({ name: 'kill.event_holes', value: holes, unit: 'numbers', budget: 0, isWithin: holes === 0 })
    },
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

/** Numbers of the log that no event has. An agent is not told of every event: the log itself is counted. */
async function countHoles(server: Server): Promise<number> {
  const [row] = await query<{ holes: number }>(
    server,
    `select sum(last - purged_to - (select count(*) from event e where e.ent_id = h.ent_id))::int as holes from event_head h`,
  )
  return row?.holes ?? 0
}

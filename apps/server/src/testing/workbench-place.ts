import { fakeClock } from '@ruwu/testkit'
import { migrate } from '../db/migrate.ts'
import { settlePeople } from './people.ts'
import { startNode } from './start-node.ts'
import { type WorkbenchCall, workbenchCalls } from './workbench-calls.ts'
import { fillWorkbench, type Size } from './workbench-data.ts'

export type Workbench = Awaited<ReturnType<typeof openWorkbench>>

/** The product on a filled database, and what is asked of it. Nothing but the asking goes on in it. */
export async function openWorkbench(databaseUrl: string, size: Size) {
  await migrate(databaseUrl)
  const clock = fakeClock(new Date().toISOString())
  const node = await startNode(databaseUrl, clock)
  const { lin, zhao } = await settlePeople(node, clock)
  const client = await node.db.pool.connect()
  await fillWorkbench(client, lin.entId, size)
  const calls = await workbenchCalls(client)
  client.release(true)

  const ask = async ({ name, who, endpoint, args }: WorkbenchCall): Promise<void> => {
    const person = who === 'agent' ? lin : zhao
    const { code, msg } = await person.request(endpoint, args)
    if (code !== 1) throw new Error(`${name}: ${code} ${msg}`)
  }

  return { db: node.db, calls, ask, close: () => node.close() }
}

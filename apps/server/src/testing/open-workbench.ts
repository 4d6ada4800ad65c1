import { type FakeClock, fakeClock } from '@ruwu/testkit'
import { migrate } from '../db/migrate.ts'
import { findPerson, createPeople } from './people.ts'
import type { Person } from './person.ts'
import { type Node, startNode } from './start-node.ts'
import { type WorkbenchCall, workbenchCalls } from './workbench-calls.ts'
import { fillWorkbench, type Size } from './workbench-data.ts'

export type Workbench = Awaited<ReturnType<typeof openWorkbench>>

/** A node on a database that is filled unless it already was, and the requests to measure. No worker runs in it. */
export async function openWorkbench(databaseUrl: string, size: Size) {
  await migrate(databaseUrl)
  const clock = fakeClock(new Date().toISOString())
  const node = await startNode(databaseUrl, clock, undefined, { env: { CHAT_REGISTRATION: 'open' } })
  const known = await Promise.all(['13900000001', '13900000003'].map((telephone) => findPerson(node, telephone)))
  const [lin, zhao] = known[0] && known[1] ? [known[0], known[1]] : await settleAndFill(node, clock, size)
  const client = await node.db.pool.connect()
  const calls = await workbenchCalls(client)
  client.release(true)

  const ask = async ({ name, who, endpoint, args }: WorkbenchCall): Promise<void> => {
    const person = who === 'agent' ? lin : zhao
    const { code, msg } = await person.request(endpoint, args)
    if (code !== 1) throw new Error(`${name}: ${code} ${msg}`)
  }

  return { url: `http://${node.address}`, db: node.db, calls, ask, close: () => node.close() }
}

async function settleAndFill(node: Node, clock: FakeClock, size: Size): Promise<[lin: Person, zhao: Person]> {
  const { lin, zhao } = await createPeople(node, clock)
  const client = await node.db.pool.connect()
  await fillWorkbench(client, lin.entId, size)
  client.release(true)
  return [lin, zhao]
}

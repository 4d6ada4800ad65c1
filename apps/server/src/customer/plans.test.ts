import { beforeAll, expect, test } from 'vitest'
import { plansOf } from '../testing/plans.ts'
import { type WorkbenchCall, workbenchCalls } from '../testing/workbench-calls.ts'
import { fillWorkbench } from '../testing/workbench-data.ts'
import { world, type World } from '../testing/world.ts'

/** A small one of what `npm run bench -- workbench` measures. */
const SIZE = { customers: 6_000, messages: 36_000 }

let here: World
let calls: WorkbenchCall[]

beforeAll(async () => {
  here = await world({ keepUntilFileEnds: true })
  const client = await here.db.pool.connect()
  await fillWorkbench(client, here.lin.entId, SIZE)
  calls = await workbenchCalls(client)
  client.release(true)
})

const ask = ({ who, endpoint, args }: WorkbenchCall) => (who === 'agent' ? here.lin : here.zhao).request(endpoint, args)

test.each(['list', 'count', 'thread', 'search'] as const)(
  'whatever is asked of the workbench (%s), no table is read from end to end',
  async (kind) => {
    const all = calls.filter((call) => call.kind === kind)
    // Of many calls every third: each filter in one of its scopes and orders.
    const asked = all.length < 30 ? all : all.filter((_, index) => index % 3 === 0)
    expect(asked.length).toBeGreaterThan(4)
    const scanned: string[] = []
    for (const call of asked) {
      let code = 0
      const plans = await plansOf(here.db, async () => ({ code } = await ask(call)))
      expect([call.name, code]).toEqual([call.name, 1])
      scanned.push(...plans.filter((plan) => SCAN.test(plan)).map((plan) => `${call.name}\n${plan}`))
    }
    expect(scanned).toEqual([])
  },
  120_000,
)

const SCAN = /Seq Scan on (customer(_(seat|tag|name|no|set|message))?|message(_search)?)\s/

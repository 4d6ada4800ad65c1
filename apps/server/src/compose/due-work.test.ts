import { expect, test } from 'vitest'
import { workbenchWorld } from '../testing/workbench-world.ts'
import { statementsOf } from '../testing/statements.ts'
import { readDueLoops } from './due-work.repo.ts'

test('a loop is named while it has work', async () => {
  const { write, platform, account, reception, db, clock } = await workbenchWorld()
  const due = async () => (await readDueLoops(db.sql, clock.now())).toSorted()
  await write('小美', '你好')
  while (await reception.work.search.run());
  expect(await due()).toEqual([])

  await platform.tell(platform.text(account, '小美', '多少钱'))
  expect(await due()).toEqual(['account events', 'inbound'])
  await reception.work.inbound.run()
  expect(await due()).toEqual(['search'])
})

test('one statement asks for all loops', async () => {
  const { db, clock } = await workbenchWorld()
  const sent = await statementsOf(db, () => readDueLoops(db.sql, clock.now()))
  expect(sent).toHaveLength(1)
})

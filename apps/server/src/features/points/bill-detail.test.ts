import {
  customerApi,
  type CustomerId,
  type MessageId,
  type Permission,
  pointsApi,
  type RelationId,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { role } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { openAccount } from '../../testing/platform.ts'
import { workbenchWorld } from '../../testing/workbench-world.ts'
import { chargeAnswer } from './index.ts'

/** Wei's customer, an unassigned one and one of an account: each was answered once. */
async function answered() {
  const here = await workbenchWorld()
  const { db, clock, zhao, wei, account, hire } = here
  const { entId } = zhao
  const charge = (customerId: CustomerId, relationId: RelationId) => {
    const messageId = newId<MessageId>(clock.now())
    const charged = { entId, relationId, customerId, sessionId: null, messageId, hasImage: false }
    return db.transaction((tx) => chargeAnswer(tx, charged, clock.now()))
  }
  const [ofWei, free] = [await here.write('小满', '在吗'), await here.write('小陈', '在吗')]
  await wei.call(customerApi.receive, { body: { customerId: ofWei } })
  await charge(ofWei, account.id)
  await charge(free, account.id)
  let readers = 0
  const linked = async (permissions: Permission[], scope: { customerScope?: 'all'; accountScope?: RelationId[] }) => {
    readers += 1
    const reader = await hire(`财务${readers}`, permissions)
    if (Object.keys(scope).length > 0) await db.sql.update(role).set(scope).where(eq(role.id, reader.roleId))
    await reader.signIn()
    const { items, total, sum } = await reader.call(pointsApi.pageBills, { body: { type: 'consume' } })
    expect([total, sum, items.map(({ balance }) => balance)]).toEqual([2, -2, [998, 999]])
    for (const { customerId, messageId } of items) expect(messageId === null).toBe(customerId === null)
    return items.map(({ customerId }) => customerId)
  }
  return { ...here, ofWei, free, linked }
}

test('a bill names a conversation to those who may open it; the sums are the enterprise’s for all', async () => {
  const here = await answered()
  const { ofWei, free, linked } = here
  const other = await openAccount(here, { entId: here.zhao.entId, name: '云杉工厂' })
  const bills = ['pointManagement:viewPage', 'im:viewPage'] as const

  expect(await linked([...bills], { customerScope: 'all' })).toEqual([free, ofWei])
  expect(await linked([...bills], {})).toEqual([free, null])
  expect(await linked([...bills], { customerScope: 'all', accountScope: [other.id] })).toEqual([null, null])
  expect(await linked(['pointManagement:viewPage'], { customerScope: 'all' })).toEqual([null, null])
})

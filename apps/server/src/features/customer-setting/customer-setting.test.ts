import { customerSettingApi, type FieldId } from '@ruwu/contract'
import { DEFAULT_STAGES } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { customerField } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { world } from '../../testing/world.ts'

test('an enterprise begins with the stages and reasons of the product, the same every time', async () => {
  const { lin, rival } = await world()

  const setting = await lin.call(customerSettingApi.get, {})

  expect(setting.stages.map((stage) => stage.name)).toEqual(DEFAULT_STAGES.map((stage) => stage.name))
  expect(setting.transferReasons).toEqual(['更专业的同事', '下班交接', '超出职责', '其它'])
  expect(await lin.call(customerSettingApi.get, {})).toEqual(setting)
  const theirs = await rival.call(customerSettingApi.get, {})
  expect(theirs.stages[0]?.id).not.toBe(setting.stages[0]?.id)
})

test('fields come in their order, and only one’s own', async () => {
  const { lin, rival, db, clock } = await world()
  const field = (name: string, position: number) => ({
    entId: lin.entId,
    id: newId<FieldId>(clock.now()),
    name,
    type: 'text' as const,
    position,
  })
  await db.sql.insert(customerField).values([field('面积', 1), field('楼盘', 0)])

  expect((await lin.call(customerSettingApi.listFields, {})).map((each) => each.name)).toEqual(['楼盘', '面积'])
  expect(await rival.call(customerSettingApi.listFields, {})).toEqual([])
})

import {
  customerApi,
  type CustomerField,
  customerSettingApi,
  FIELD_LIMITS,
  type FieldId,
  type FieldRules,
  type NewField,
} from '@ruwu/contract'
import { expect, test } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import type { Person } from '../../testing/person.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { workbenchWorld } from '../../testing/workbench-world.ts'
import { world } from '../../testing/world.ts'

const rules = { options: [], required: false, inList: false, sensitive: false, aiFill: false, enabled: true }

const create = (person: Person, field: Partial<NewField> & { name: string }) =>
  person.call(customerSettingApi.createField, { body: { ...rules, type: 'text', ...field } })

function editOf(field: CustomerField): FieldRules & { id: FieldId; version: number } {
  const { type: _type, position: _position, ...edit } = field
  return edit
}

const names = async (person: Person) =>
  (await person.call(customerSettingApi.listFields, {})).map((field) => field.name)

test('a new field is filled in by an agent; disabled it takes no value and keeps what it has', async () => {
  const here = await workbenchWorld()
  const customerId = await here.write('小满', '在吗')
  const field = await create(here.zhao, { name: '户型', type: 'single', options: ['两房', '三房'] })
  const fill = (value: string) => ({ body: { customerId, fields: { [field.id]: value } } })

  expect((await here.lin.call(customerApi.update, fill('三房'))).fields[field.id]).toBe('三房')
  expect(await here.lin.refused(customerApi.update, fill('五房'))).toMatchObject({ code: 40001 })

  await here.zhao.call(customerSettingApi.updateField, { body: { ...editOf(field), enabled: false } })
  expect(await here.lin.refused(customerApi.update, fill('两房'))).toMatchObject({ code: 40401 })
  expect((await here.rowOf('小满')).fields[field.id]).toBe('三房')
})

test('fields are moved and renamed; the order has no gaps', async () => {
  const { zhao, rival, db } = await world()
  const [estate] = [await create(zhao, { name: '楼盘' }), await create(zhao, { name: '面积' })]
  await create(zhao, { name: '预算' })

  const moved = await zhao.call(customerSettingApi.moveField, { body: { id: estate.id, targetPosition: 99 } })

  expect(moved.map(({ name, position }) => [name, position])).toEqual([
    ['面积', 0],
    ['预算', 1],
    ['楼盘', 2],
  ])
  const renamed = await zhao.call(customerSettingApi.updateField, { body: { ...editOf(moved[2]!), name: '小区' } })
  expect(renamed).toMatchObject({ name: '小区', type: 'text', version: 2 })
  expect(await auditEntries(db, customerSettingApi.createField)).toHaveLength(3)
  expect(await auditEntries(db, customerSettingApi.updateField)).toMatchObject([
    { objectName: '楼盘', before: { name: '楼盘' }, after: { name: '小区' } },
  ])
  expect(await names(rival)).toEqual([])
})

test('a name is unique, no system field’s, and a stale form is refused with the colleague’s name', async () => {
  const { zhao } = await world()
  const field = await create(zhao, { name: '楼盘' })
  await create(zhao, { name: '面积' })
  const edit = (change: object) =>
    zhao.refused(customerSettingApi.updateField, { body: { ...editOf(field), ...change } })

  expect(await edit({ name: '面积' })).toMatchObject({ data: { fields: { name: '字段名称已存在' } } })
  expect(await edit({ name: '城市' })).toMatchObject({ data: { fields: { name: '与系统字段重名' } } })
  expect(await edit({ options: ['一'] })).toMatchObject({ data: { fields: { options: '该类型没有选项' } } })
  await zhao.call(customerSettingApi.updateField, { body: { ...editOf(field), required: true } })
  expect(await edit({ required: false })).toMatchObject({ code: 40902, msg: '内容已被 赵知远 更新，请刷新后重试' })
  expect(await names(zhao)).toEqual(['楼盘', '面积'])
})

test(`concurrent creations stop at ${FIELD_LIMITS.fields}, each name once`, async () => {
  const { zhao } = await world()
  for (let n = 0; n < FIELD_LIMITS.fields - 2; n += 1) await create(zhao, { name: `字段${n}` })

  const answers = await Promise.allSettled(['甲', '甲', '乙', '丙'].map((name) => create(zhao, { name })))

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const after = await names(zhao)
  expect(after).toHaveLength(FIELD_LIMITS.fields)
  expect(new Set(after).size).toBe(FIELD_LIMITS.fields)
})

test('another enterprise’s field looks absent', async () => {
  const { zhao, rival } = await world()
  const field = await create(zhao, { name: '楼盘' })

  const edit = { body: { ...editOf(field), name: '抢来的' } }
  expect(await absentForRival(rival, customerSettingApi.updateField, edit)).toMatchObject({ code: 40401 })
  const move = { body: { id: field.id, targetPosition: 0 } }
  expect(await absentForRival(rival, customerSettingApi.moveField, move)).toMatchObject({ code: 40401 })
  expect(await names(zhao)).toEqual(['楼盘'])
})

import { customerApi, type CustomerId, customerSettingApi, type FieldId, type FieldType } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { customerField, session } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { type WorkbenchWorld, workbenchWorld, openWorkbench } from '../testing/workbench-world.ts'
import type { Person } from '../testing/person.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'

let here: WorkbenchWorld
let customerId: CustomerId

beforeEach(async () => {
  here = await workbenchWorld()
  customerId = await here.write('小满', '在吗')
})

async function addField(
  name: string,
  type: FieldType,
  given: Partial<typeof customerField.$inferInsert> = {},
  { entId }: Person = here.zhao,
): Promise<FieldId> {
  const id = newId<FieldId>(here.clock.now())
  await here.db.sql.insert(customerField).values({ entId, id, name, type, position: 0, ...given })
  return id
}

const update = (change: object, person = here.lin) =>
  person.call(customerApi.update, { body: { customerId, ...change } })

const changes = async (person = here.lin) =>
  (await person.call(customerApi.listChanges, { body: { customerId } })).items.map(
    ({ field, before, after, agentId }) => [field, before, after, agentId],
  )

describe('writing into the panel', () => {
  test('is kept with who did it, and every open screen agrees', async () => {
    const screen = await openWorkbench(here.wei, customerId)

    expect(await update({ remark: '张总' })).toMatchObject({ remark: '张总' })
    here.clock.advance(1)
    await update({ remark: '张总（苏州）' })

    expect(await changes()).toEqual([
      ['备注名', '张总', '张总（苏州）', here.lin.id],
      ['备注名', '', '张总', here.lin.id],
    ])
    expect((await screen.events()).at(-1)).toMatchObject({
      type: 'agent_update_customer_info',
      changed: { remark: '张总（苏州）' },
      operatorId: here.lin.id,
    })
    await screen.agrees()
  })

  test('saving the stored value changes nothing and emits no event', async () => {
    await update({ city: '苏州' })
    const screen = await openWorkbench(here.wei, customerId)

    await update({ city: '苏州' })

    expect(await screen.events()).toEqual([])
    expect(await changes()).toHaveLength(1)
  })

  test('a stage is one of the enterprise’s', async () => {
    const { stages } = await here.lin.call(customerSettingApi.get, {})
    const foreign = (await here.rival.call(customerSettingApi.get, {})).stages[0]!

    await update({ stageId: stages[1]!.id })
    here.clock.advance(1)
    await update({ stageId: null })

    expect(await changes()).toEqual([
      ['阶段', '跟进中', '', here.lin.id],
      ['阶段', '', '跟进中', here.lin.id],
    ])
    expect(await here.lin.refused(customerApi.update, { body: { customerId, stageId: foreign.id } })).toMatchObject({
      msg: '阶段不存在或已删除',
    })
  })

  test('two agents at once: both are written down, the last one holds', async () => {
    await Promise.all([update({ remark: '甲' }), update({ remark: '乙' }, here.wei)])

    const written = await changes()
    const { remark } = await here.rowOf('小满')
    expect(written).toHaveLength(2)
    expect(['甲', '乙']).toContain(remark)
    expect(new Set(written.map(([, before]) => before))).toEqual(new Set(['', remark === '甲' ? '乙' : '甲']))
  })
})

describe('the enterprise’s own fields', () => {
  test.each<[FieldType, string | string[], string]>([
    ['number', 'abc', '请输入数字'],
    ['date', '2026-13-45', '请选择日期'],
    ['phone', '12345', '手机号格式不正确'],
    ['wechat', '你好', '微信号格式不正确'],
    ['single', '丙', '请选择列表中的选项'],
    ['multiple', ['甲', '丙'], '请选择列表中的选项'],
    ['text', ['甲'], '该字段只能填写一个值'],
  ])('a %s takes no %j', async (type, value, msg) => {
    const id = await addField('字段', type, { options: ['甲', '乙'] })

    expect(
      await here.lin.refused(customerApi.update, { body: { customerId, remark: '不该写入', fields: { [id]: value } } }),
    ).toMatchObject({ code: 40001, data: { fields: { [`fields.${id}`]: msg } } })
    expect(await here.rowOf('小满')).toMatchObject({ remark: '', fields: {} })
    expect(await changes()).toEqual([])
  })

  test('are kept, changed and emptied', async () => {
    const likes = await addField('喜好', 'multiple', { options: ['甲', '乙'] })
    const area = await addField('面积', 'number')

    expect((await update({ fields: { [likes]: ['甲', '乙'], [area]: '89.5' } })).fields).toEqual({
      [likes]: ['甲', '乙'],
      [area]: '89.5',
    })
    expect((await update({ fields: { [likes]: [], [area]: '' } })).fields).toEqual({})
    expect(new Set((await changes()).map(String))).toEqual(
      new Set(
        [
          ['喜好', '', '甲、乙', here.lin.id],
          ['面积', '', '89.5', here.lin.id],
          ['喜好', '甲、乙', '', here.lin.id],
          ['面积', '89.5', '', here.lin.id],
        ].map(String),
      ),
    )
  })

  test('one that is required is not emptied, one that is switched off or unknown not written', async () => {
    const needed = await addField('面积', 'number', { isRequired: true })
    const off = await addField('旧字段', 'text', { enabled: false })
    const foreign = await addField('对手的', 'text', {}, here.rival)
    const refused = (fields: object) => here.lin.refused(customerApi.update, { body: { customerId, fields } as never })

    expect(await refused({ [needed]: '' })).toMatchObject({ data: { fields: { [`fields.${needed}`]: '请输入面积' } } })
    expect(await refused({ [off]: '甲' })).toMatchObject({ msg: '字段不存在或已删除' })
    expect(await refused({ [foreign]: '甲' })).toMatchObject({ msg: '字段不存在或已删除' })
  })

  test('that are sensitive are hidden from who may not see them, in events, panel and history', async () => {
    const phone = await addField('备用手机', 'phone')
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()
    const screen = await openWorkbench(masked, customerId)

    await update({ fields: { [phone]: '13800001234' } })

    expect(JSON.stringify(await screen.events())).not.toContain('13800001234')
    expect((await masked.call(customerApi.detail, { query: { customerId } })).fields).toEqual({
      [phone]: '138****1234',
    })
    expect(await changes(masked)).toEqual([['备用手机', '', '138****1234', here.lin.id]])
    expect(await changes()).toEqual([['备用手机', '', '13800001234', here.lin.id]])
  })
})

test('the setting an enterprise begins with has the same stages every time, and its own', async () => {
  const setting = await here.lin.call(customerSettingApi.get, {})

  expect(setting.stages.map((stage) => stage.name)).toEqual(['新客', '跟进中', '高意向', '已加微', '已成交', '无效'])
  expect(setting).toEqual(await here.wei.call(customerSettingApi.get, {}))
  const others = await here.rival.call(customerSettingApi.get, {})
  expect(others.stages.map((stage) => stage.id)).not.toContain(setting.stages[0]?.id)
})

test('fields are listed in their order, each enterprise its own', async () => {
  await addField('第二', 'text', { position: 1 })
  await addField('第一', 'single', { position: 0, options: ['甲'], isSensitive: true })
  await addField('对手的', 'text', {}, here.rival)

  expect(await here.lin.call(customerSettingApi.listFields, {})).toMatchObject([
    { name: '第一', type: 'single', options: ['甲'], sensitive: true, enabled: true },
    { name: '第二', required: false },
  ])
})

test('sessions are listed newest first, page by page', async () => {
  for (let day = 0; day < 2; day += 1) {
    here.clock.advance(25 * 3_600_000)
    await here.write('小满', '又来了', '还在吗')
  }

  const first = await here.lin.call(customerApi.listSessions, { body: { customerId, limit: 2 } })
  const rest = await here.lin.call(customerApi.listSessions, {
    body: { customerId, limit: 2, cursor: first.nextCursor },
  })

  const rows = await here.db.sql
    .select()
    .from(session)
    .where(eq(session.customerId, customerId))
    .orderBy(session.startAt)
  expect([...first.items, ...rest.items].map((each) => each.sessionId)).toEqual(rows.map((row) => row.id).toReversed())
  expect(first.items[0]).toMatchObject({ ownMessages: 2, replies: 0, endAt: null, receptionPath: ['manual'] })
  expect(rest).toMatchObject({ items: [{ ownMessages: 1 }], nextCursor: null })
})

test('another enterprise’s customer looks absent, and without the permission nothing is written', async () => {
  const absent = { code: 40401, msg: '客户不存在或已删除' }
  const reader = await (await here.hire('只看', ['im:viewPage'])).signIn()

  expect(await absentForRival(here.rival, customerApi.update, { body: { customerId, remark: '对手' } })).toMatchObject(
    absent,
  )
  expect(await absentForRival(here.rival, customerApi.listChanges, { body: { customerId } })).toMatchObject(absent)
  expect(await absentForRival(here.rival, customerApi.listSessions, { body: { customerId } })).toMatchObject(absent)
  expect(await reader.refused(customerApi.update, { body: { customerId, remark: '无权' } })).toMatchObject({
    code: 40301,
  })
  expect(await here.rowOf('小满')).toMatchObject({ remark: '' })
})

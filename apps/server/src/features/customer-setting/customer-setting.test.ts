import { customerApi, customerSettingApi, type FieldId } from '@ruwu/contract'
import { DEFAULT_STAGES } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { customerSettingForm as formOf, saveCustomerSetting as save } from '../../testing/customer-setting.ts'
import type { Person } from '../../testing/person.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { watch } from '../../testing/watch.ts'
import { workbenchWorld } from '../../testing/workbench-world.ts'
import { world } from '../../testing/world.ts'

const read = (person: Person) => person.call(customerSettingApi.get, {})

test('an enterprise begins with the stages and reasons of the product, the same every time', async () => {
  const { lin, rival } = await world()

  const setting = await read(lin)

  expect(setting.stages.map((stage) => stage.name)).toEqual(DEFAULT_STAGES.map((stage) => stage.name))
  expect(setting.transferReasons).toEqual(['更专业的同事', '下班交接', '超出职责', '其它'])
  expect(await read(lin)).toEqual(setting)
  expect((await read(rival)).stages[0]?.id).not.toBe(setting.stages[0]?.id)
})

test('stages are renamed, coloured, ordered and added; their ids stay, and every open console hears of it', async () => {
  const { zhao, lin, rival, db } = await world()
  const { stages } = await read(zhao)
  const [first, ...others] = formOf(await read(zhao)).stages
  let heard = 0
  const open = await watch(lin, customerSettingApi.get, {}, (shown, event) => {
    if (event.type === 'customer_setting_change') heard += 1
    return shown
  })

  const saved = await save(zhao, {
    stages: [...others, { ...first!, name: '陌生人', color: 'pink' }, { name: '复购', color: 'amber' }],
  })

  expect(saved.stages.at(-2)).toEqual({ id: stages[0]!.id, name: '陌生人', color: 'pink', position: 5 })
  expect(saved.stages.at(-1)).toMatchObject({ name: '复购', position: 6 })
  expect(saved.version).toBe(1)
  await open.settle()
  expect(heard).toBe(1)
  expect(await open.refetch()).toEqual(saved)
  expect((await read(rival)).version).toBe(0)
  expect(await auditEntries(db, customerSettingApi.update)).toMatchObject([
    { agentId: zhao.id, after: { stages: expect.stringContaining('陌生人') } },
  ])
})

test('未回复时长 is kept, within 1 to 60 minutes, and its change is audited', async () => {
  const { zhao, db } = await world()
  expect((await read(zhao)).unansweredMinutes).toBe(3)

  expect(await save(zhao, { unansweredMinutes: 10 })).toMatchObject({ unansweredMinutes: 10 })

  expect((await read(zhao)).unansweredMinutes).toBe(10)
  expect(await auditEntries(db, customerSettingApi.update)).toMatchObject([
    { before: { unansweredMinutes: '3' }, after: { unansweredMinutes: '10' } },
  ])
  const body = { ...formOf(await read(zhao)), unansweredMinutes: 61 }
  expect(await zhao.refused(customerSettingApi.update, { body })).toMatchObject({
    data: { fields: { unansweredMinutes: '未回复时长为 1 到 60 分钟' } },
  })
})

test('a stage with customers can’t be removed, one without can', async () => {
  const here = await workbenchWorld()
  const customerId = await here.write('小满', '在吗')
  const { stages } = formOf(await read(here.zhao))
  await here.lin.call(customerApi.update, { body: { customerId, stageId: stages[1]!.id! } })

  const without = (index: number) => save(here.zhao, { stages: stages.toSpliced(index, 1) })

  await expect(without(1)).rejects.toThrow('阶段「跟进中」还有客户，不能删除')
  expect((await without(2)).stages).toHaveLength(5)
  // Removed: no customer can be moved there any more.
  expect(await here.lin.refused(customerApi.update, { body: { customerId, stageId: stages[2]!.id! } })).toMatchObject({
    code: 40401,
  })
})

test('customers without a stage stay in the first one when another becomes the first', async () => {
  const here = await workbenchWorld()
  const customerId = await here.write('小满', '在吗')
  const { stages } = formOf(await read(here.zhao))
  const [start, next, ...others] = stages

  await expect(save(here.zhao, { stages: stages.slice(1) })).rejects.toThrow(`阶段「${start!.name}」还有客户，不能删除`)
  expect((await here.rowOf('小满')).stageId).toBeNull()
  await save(here.zhao, { stages: [next!, start!, ...others] })

  expect(await here.lin.call(customerApi.detail, { query: { customerId } })).toMatchObject({ stageId: start!.id })
  await here.write('阿宁', '在吗')
  expect((await here.rowOf('阿宁')).stageId).toBeNull()
})

test('a field that is disabled after contacts are written to it stops neither this nor later changes', async () => {
  const { zhao } = await world()
  const field = (name: string) =>
    zhao.call(customerSettingApi.createField, {
      body: {
        name,
        type: 'text',
        options: [],
        required: false,
        inList: false,
        sensitive: false,
        aiFill: false,
        enabled: true,
      },
    })
  const [phone, other] = [await field('电话'), await field('备用电话')]
  await save(zhao, { writeTo: { phone: phone.id, wechat: null } })
  for (const { type: _type, position: _position, ...rules } of [phone, other])
    await zhao.call(customerSettingApi.updateField, { body: { ...rules, enabled: false } })

  expect(await save(zhao, { keepFamiliar: false })).toMatchObject({ keepFamiliar: false, writeTo: { phone: phone.id } })
  await expect(save(zhao, { writeTo: { phone: other.id, wechat: null } })).rejects.toThrow()
  expect((await save(zhao, { writeTo: { phone: null, wechat: null } })).writeTo.phone).toBeNull()
})

test('a stage that is removed while a customer is moved there: one of the two is refused', async () => {
  const here = await workbenchWorld()
  const customerId = await here.write('小满', '在吗')
  const { stages } = formOf(await read(here.zhao))
  const gone = stages[3]!.id!

  const [removed, moved] = await Promise.allSettled([
    save(here.zhao, { stages: stages.toSpliced(3, 1) }),
    here.lin.call(customerApi.update, { body: { customerId, stageId: gone } }),
  ])

  expect([removed.status, moved.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  const isKept = (await read(here.zhao)).stages.some(({ id }) => id === gone)
  expect((await here.rowOf('小满')).stageId).toBe(isKept ? gone : null)
})

test('of two first saves at once one is told who was first', async () => {
  const { zhao } = await world()
  const before = await read(zhao)

  const answers = await Promise.allSettled(
    ['上午', '下午'].map((reason) =>
      zhao.call(customerSettingApi.update, { body: { ...formOf(before), transferReasons: [reason] } }),
    ),
  )

  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refusal = answers.find((answer) => answer.status === 'rejected')
  expect(String(refusal?.reason)).toContain('内容已被 赵知远 更新，请刷新后重试')
  expect((await read(zhao)).version).toBe(1)
})

test('a transfer takes the reasons as they are now', async () => {
  const here = await workbenchWorld()
  const customerId = await here.write('小满', '在吗')
  await save(here.zhao, { transferReasons: ['轮班'] })
  const to = (reason: string) => ({ body: { customerId, agentId: here.wei.id, reason } })

  expect(await here.zhao.refused(customerApi.redirect, to('下班交接'))).toMatchObject({
    data: { fields: { reason: '转接原因已变更，请重新选择' } },
  })
  expect(await here.zhao.call(customerApi.redirect, to('轮班'))).toMatchObject({ agentId: here.wei.id })
})

test('what belongs to another enterprise looks absent, and bad input changes nothing', async () => {
  const { zhao, rival, lin } = await world()
  const before = await read(zhao)
  const [theirs] = formOf(await read(rival)).stages
  const body = formOf(before)

  expect(
    await absentForRival(zhao, customerSettingApi.update, {
      body: { ...body, stages: [{ ...theirs!, name: '抢来的' }] },
    }),
  ).toMatchObject({ code: 40401, msg: '阶段不存在或已删除' })
  expect(
    await zhao.refused(customerSettingApi.update, {
      body: { ...body, writeTo: { phone: theirs!.id as unknown as FieldId, wechat: null } },
    }),
  ).toMatchObject({ data: { fields: { 'writeTo.phone': '请选择列表中的字段' } } })
  expect(await lin.refused(customerSettingApi.update, { body })).toMatchObject({ code: 40301 })
  expect(await read(zhao)).toEqual(before)
})

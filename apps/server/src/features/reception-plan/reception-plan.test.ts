import {
  type AgentId,
  channelApi,
  type FlowId,
  type MaterialId,
  type PlanId,
  type ReceptionPlanFields,
  receptionPlanApi,
  type RelationId,
  type TagId,
} from '@ruwu/contract'
import { filledGrid } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { receptionPlanAccount } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { planFields } from '../../testing/plan-fields.ts'
import { openAccount } from '../../testing/platform.ts'
import { receptionWorld, type ReceptionWorld } from '../../testing/reception-world.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { watch } from '../../testing/watch.ts'

// R132

let here: ReceptionWorld

beforeEach(async () => {
  here = await receptionWorld()
})

const save = (change: Partial<ReceptionPlanFields> = {}, moveIds: RelationId[] = []) =>
  here.zhao.call(receptionPlanApi.save, { body: { ...planFields(change), moveIds } })

const list = () => here.zhao.call(receptionPlanApi.list, {})

describe('the list', () => {
  test('begins with the default plan, AI around the clock, which applies to every account', async () => {
    const [plan] = await list()

    expect(plan).toMatchObject({ name: '默认方案', isDefault: true, enabled: true, accountIds: [], version: 1 })
    expect(plan?.grid).toEqual(filledGrid({ mode: 'ai_agent' }))
    expect(await list()).toHaveLength(1)
  })

  test('counts the sessions of today by the plan that applies to their account', async () => {
    const { account, zhao, rival } = here
    await here.write('小满', '在吗')

    expect(await list()).toMatchObject([{ hitsToday: 1 }])
    const plan = await save({ accountIds: [account.id] })
    expect(plan.hitsToday).toBe(1)
    expect(await list()).toMatchObject([{ name: '门店方案', hitsToday: 1 }, { hitsToday: 0 }])
    // A plan that is switched off leaves its accounts to the default plan.
    const { id, version } = plan
    await zhao.call(receptionPlanApi.update, {
      body: { ...planFields({ accountIds: [account.id], enabled: false }), id, version },
    })
    expect(await list()).toMatchObject([{ enabled: false, hitsToday: 0 }, { hitsToday: 1 }])
    expect(await rival.call(receptionPlanApi.list, {})).toMatchObject([{ hitsToday: 0 }])
  })
})

describe('saving', () => {
  test('tells what the guard would stop, keeps names of holidays, and refuses a picture that is gone', async () => {
    const { zhao, db, clock } = here
    const picture = { entId: zhao.entId, uploaderId: zhao.id, codes: ['weixin://dl/x'] }
    const url = await storePicture(db, picture, clock.now())
    const welcome = { enabled: true, parts: [{ type: 'image' as const, url }], delaySec: 1, everyHours: 24 }
    const holidays = [{ date: '2026-10-01', mode: 'manual' as const, name: '国庆节' }]

    const plan = await save({ welcome, holidays, offText: '请加微信' })
    expect(plan.warnings).toEqual([
      '图片含二维码：平台规定联系方式只能通过卡片发送',
      '加微：平台规定联系方式只能通过卡片发送',
    ])
    expect(plan.holidays).toEqual(holidays)

    const gone = { ...welcome, parts: [{ type: 'image' as const, url: `/api/attachment/${'a'.repeat(32)}` }] }
    const { id, version } = plan
    expect(
      await zhao.refused(receptionPlanApi.update, { body: { ...planFields({ welcome: gone }), id, version } }),
    ).toMatchObject({ data: { fields: { 'welcome.parts': '所选图片不存在或已删除' } } })
  })

  test('every open screen hears of it, the account shows it, and the audit log has it', async () => {
    const { zhao, account, db, hire } = here
    const wu = await (await hire('吴运营', ['automation:viewPage'])).signIn()
    await list()
    let told = 0
    const open = await watch(wu, receptionPlanApi.list, {}, (plans, event) => {
      if (event.type === 'reception_plan_change') told += 1
      return plans
    })

    const plan = await save({ accountIds: [account.id] })

    await open.settle()
    expect(told).toBe(1)
    const { warnings, ...listed } = plan
    expect(warnings).toEqual([])
    expect((await open.refetch())[0]).toEqual(listed)
    expect(plan).toMatchObject({ ...planFields({ accountIds: [account.id] }), updatedByName: '赵知远' })
    const { checklist, planName } = await zhao.call(channelApi.detail, {
      query: { relationId: account.id, accountType: 'CORP' },
    })
    expect({ planName, done: checklist.find(({ key }) => key === 'plan')?.done }).toEqual({
      planName: '门店方案',
      done: true,
    })
    expect(await auditEntries(db, receptionPlanApi.save)).toMatchObject([
      { agentId: zhao.id, objectName: '门店方案', after: { schedule: '每天 09:00–18:00 人工接待，其余 AI 托管' } },
    ])
  })

  test('an account is taken from another plan only when that is confirmed', async () => {
    const { account, zhao, db } = here
    const first = await save({ accountIds: [account.id] })

    expect(
      await zhao.refused(receptionPlanApi.save, { body: planFields({ name: '总部方案', accountIds: [account.id] }) }),
    ).toMatchObject({ code: 40903, data: { usedBy: ['云杉家居：将从「门店方案」移出'] } })
    const second = await save({ name: '总部方案', accountIds: [account.id] }, [account.id])

    const plans = await list()
    expect(plans.find(({ id }) => id === first.id)?.accountIds).toEqual([])
    expect(plans.find(({ id }) => id === second.id)?.accountIds).toEqual([account.id])
    expect(await db.sql.select().from(receptionPlanAccount)).toHaveLength(1)
  })

  test('of two concurrent plans for one account exactly one has it', async () => {
    const { account, zhao } = here
    const names = ['一', '二', '三']

    const answers = await Promise.all(
      names.map((name) =>
        zhao.request(receptionPlanApi.save, { body: planFields({ name, accountIds: [account.id] }) }),
      ),
    )

    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, 40903, 40903])
    expect((await list()).filter(({ accountIds }) => accountIds.length > 0)).toHaveLength(1)
  })

  test('of two concurrent changes the second is refused with the name of the first editor', async () => {
    const { zhao } = here
    const { id, version } = await save()
    await zhao.call(receptionPlanApi.update, { body: { ...planFields({ name: '新名' }), id, version } })

    expect(
      await zhao.refused(receptionPlanApi.update, { body: { ...planFields({ name: '旧名' }), id, version } }),
    ).toMatchObject({ code: 40902, msg: '内容已被 赵知远 更新，请刷新后重试' })
    expect(await auditEntries(here.db, receptionPlanApi.update)).toMatchObject([{ objectName: '新名' }])
  })

  const lists = { agentIds: [newId<AgentId>(new Date())] }
  test.each<[string, Partial<ReceptionPlanFields>, Record<string, string>]>([
    ['a taken name', { name: '默认方案' }, { name: '方案名已存在' }],
    ['no name', { name: ' ' }, { name: '请输入方案名' }],
    ['an unknown account', { accountIds: [newId<RelationId>(new Date())] }, { accountIds: '所选账号不存在或已解绑' }],
    ['half a week', { grid: planFields().grid.slice(3) }, { grid: '时间表为 7 天，每天 48 格' }],
    [
      'a flow that is not published',
      { grid: filledGrid({ mode: 'workflow', flowId: newId<FlowId>(new Date()) }) },
      { grid: '工作流未发布，不能选用' },
    ],
    [
      'a day twice',
      {
        holidays: [
          { date: '2026-05-01', mode: 'sunday' },
          { date: '2026-05-01', mode: 'manual' },
        ],
      },
      { holidays: '同一天只能设置一次' },
    ],
    ['no such zone', { timezone: 'Mars/Olympus' }, { timezone: '请选择时区' }],
    [
      'a welcome of nothing',
      { welcome: { enabled: true, parts: [], delaySec: 1, everyHours: 24 } },
      { 'welcome.parts': '请添加欢迎语' },
    ],
    [
      'a card that is not there',
      {
        welcome: {
          enabled: true,
          parts: [{ type: 'card', materialId: newId<MaterialId>(new Date()) }],
          delaySec: 31,
          everyHours: 24,
        },
      },
      { 'welcome.delaySec': '延迟为 0 到 30 秒' },
    ],
    [
      'a card of nobody',
      {
        welcome: {
          enabled: true,
          parts: [{ type: 'card', materialId: newId<MaterialId>(new Date()) }],
          delaySec: 0,
          everyHours: 24,
        },
      },
      { 'welcome.parts': '所选卡片不存在或已删除' },
    ],
    [
      'agents that are not there',
      { assign: { ...planFields().assign, mode: 'listed', ...lists } },
      { 'assign.agentIds': '所选客服不存在或已删除' },
    ],
    [
      'no agent at all',
      { assign: { ...planFields().assign, mode: 'listed', agentIds: [] } },
      { 'assign.agentIds': '请选择客服' },
    ],
    [
      'a return of ten seconds',
      { assign: { ...planFields().assign, returnSec: 10 } },
      { 'assign.returnSec': '超时回收为 0（不回收）或 60 到 3600 秒' },
    ],
    ['a closing without words', { closing: { enabled: true, text: ' ' } }, { 'closing.text': '请输入结束语' }],
  ])('%s is refused and changes nothing', async (_what, change, fields) => {
    const { zhao } = here

    expect(await zhao.refused(receptionPlanApi.save, { body: planFields(change) })).toMatchObject({
      code: 40001,
      data: { fields },
    })
    expect(await list()).toHaveLength(1)
  })

  test('a tag that is not there is refused', async () => {
    const { zhao } = here
    const tagRows = [{ tagId: newId<TagId>(new Date()), agentIds: [zhao.id] }]

    expect(
      await zhao.refused(receptionPlanApi.save, {
        body: planFields({ assign: { ...planFields().assign, mode: 'tag', tagRows } }),
      }),
    ).toMatchObject({ data: { fields: { 'assign.tagRows': '所选标签不存在或已删除' } } })
  })

  test('the default plan cannot be switched off or deleted', async () => {
    const { zhao } = here
    const [plan] = await list()
    const { id = '' as PlanId, version = 0 } = plan ?? {}
    const off = { ...planFields({ name: '默认方案', enabled: false }), id, version }

    expect(await zhao.refused(receptionPlanApi.update, { body: off })).toMatchObject({ msg: '默认方案不能停用' })
    expect(await zhao.refused(receptionPlanApi.remove, { query: { id } })).toMatchObject({ msg: '默认方案不能删除' })
  })
})

test('accounts of a deleted plan fall to the default one; a sub-account without a plan has its main account’s', async () => {
  const { zhao, account, db } = here
  const staff = await openAccount(here, { entId: zhao.entId, accountType: 'KOS', parentId: account.id })
  const [standard] = await list()
  const plan = await save({ accountIds: [account.id] })
  const planOf = async (relationId: RelationId) =>
    (await zhao.call(receptionPlanApi.simulate, { body: { relationId, at: here.clock.now().toISOString() } })).planId

  expect([await planOf(account.id), await planOf(staff.id)]).toEqual([plan.id, plan.id])
  await zhao.call(receptionPlanApi.remove, { query: { id: plan.id } })

  expect([await planOf(account.id), await planOf(staff.id)]).toEqual([standard?.id, standard?.id])
  expect(await db.sql.select().from(receptionPlanAccount).where(eq(receptionPlanAccount.planId, plan.id))).toEqual([])
  expect(await auditEntries(db, receptionPlanApi.remove)).toMatchObject([{ objectName: '门店方案' }])
})

test('a simulation tells who receives, what is said and who would be asked', async () => {
  const { zhao, lin, account } = here
  await here.publishAi()
  await here.seeThere(lin)
  const welcome = { enabled: true, parts: [{ type: 'text' as const, text: '您好' }], delaySec: 2, everyHours: 24 }
  const plan = await save({ accountIds: [account.id], welcome })
  const at = (time: string) =>
    zhao.call(receptionPlanApi.simulate, {
      body: { relationId: account.id, at: new Date(`2026-03-17T${time}:00+08:00`).toISOString() },
    })

  expect(await at('10:00')).toEqual({
    planId: plan.id,
    mode: 'manual',
    aiOffReason: 'schedule',
    flowId: null,
    welcome: { parts: welcome.parts, sent: 1, delaySec: 2 },
    assignMode: 'idle',
    agentId: lin.id,
  })
  expect(await at('23:30')).toMatchObject({ mode: 'ai_agent', aiOffReason: null })

  const three = { ...welcome, parts: ['一', '二', '三'].map((text) => ({ type: 'text' as const, text })) }
  const { id, version } = plan
  const body = { ...planFields({ accountIds: [account.id], welcome: three }), id, version }
  await zhao.call(receptionPlanApi.update, { body })
  expect((await at('10:00')).welcome).toMatchObject({ parts: three.parts, sent: 2 })
  const [simple] = await zhao.call(channelApi.simpleList, { body: { relationId: account.id } })
  expect(simple?.welcomeParts).toBe(2)
})

test('another enterprise’s plans and accounts look absent', async () => {
  const { rival, account } = here
  const { id, version } = await save()
  const at = here.clock.now().toISOString()

  await absentForRival(rival, receptionPlanApi.update, { body: { ...planFields(), id, version } })
  await absentForRival(rival, receptionPlanApi.remove, { query: { id } })
  await absentForRival(rival, receptionPlanApi.simulate, { body: { relationId: account.id, at } })
  await absentForRival(
    rival,
    receptionPlanApi.save,
    { body: planFields({ accountIds: [account.id] }) },
    '所选账号不存在或已解绑',
  )
  expect((await rival.call(receptionPlanApi.list, {})).map(({ isDefault }) => isDefault)).toEqual([true])
})

import { type ChannelSetting, channelApi, type PlanId, receptionPlanApi, type RelationId } from '@ruwu/contract'
import { followAll } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { UserFacingError } from '../../platform/http/errors.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import type { Person } from '../../testing/person.ts'
import { planFields } from '../../testing/plan-fields.ts'
import { channelWorld } from '../../testing/channel-world.ts'

const read = (person: Person, relationId: RelationId) => person.call(channelApi.setting, { query: { relationId } })

const edited = (
  { relationId, accountType: _type, receptionMode: _mode, updatedAt: _at, updatedBy: _by, ...setting }: ChannelSetting,
  change: Partial<ChannelSetting>,
) => ({ body: { relationId, ...setting, ...change } })

test('a new account has the settings everybody starts with', async () => {
  const { zhao, bindDouyin } = await channelWorld()
  const relationId = await bindDouyin(zhao)

  expect(await read(zhao, relationId)).toMatchObject({
    relationId,
    accountType: 'CORP',
    receptionMode: 'open',
    version: 1,
    updatedBy: null,
    remark: '',
    authWarnDays: 3,
    limits: { replyCount: 6, strangersPerDay: 0 },
    follow: followAll(false),
  })
})

test('saved settings are there for the next one, who hears of them, and the account’s page tells who changed what', async () => {
  const { zhao, wei, bindDouyin, db } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  const before = await read(zhao, relationId)
  const screen = await wei.connect()

  const saved = await zhao.call(
    channelApi.updateSetting,
    edited(before, { remark: '  旗舰店 ', wordLevel: 'warn', agentIds: [wei.id], follow: followAll(true) }),
  )

  expect(saved).toMatchObject({
    remark: '旗舰店',
    wordLevel: 'warn',
    agentIds: [wei.id],
    version: 2,
    updatedBy: zhao.id,
  })
  // Only a sub-account can follow another.
  expect(saved.follow).toEqual(followAll(false))
  expect({ ...(await read(zhao, relationId)), warnings: [] }).toEqual(saved)
  expect((await zhao.call(channelApi.list, { body: {} }))[0]?.remark).toBe('旗舰店')
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toEqual(['channel_account_change'])
  const history = await zhao.call(channelApi.eventList, { body: { relationId, kind: 'setting' } })
  expect(history.items).toMatchObject([
    { text: '修改了账号设置：账号备注、可接待客服、违禁词检查', operatorId: zhao.id },
  ])
  expect(await auditEntries(db, channelApi.updateSetting)).toMatchObject([
    { agentId: zhao.id, object: relationId, after: { parts: '账号备注、可接待客服、违禁词检查' } },
  ])
})

test('saving what somebody else changed meanwhile is refused with that name; saving nothing new changes nothing', async () => {
  const { zhao, bindDouyin } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  const before = await read(zhao, relationId)

  expect(await zhao.call(channelApi.updateSetting, edited(before, {}))).toEqual({ ...before, warnings: [] })
  await zhao.call(channelApi.updateSetting, edited(before, { remark: '甲' }))
  expect(await zhao.refused(channelApi.updateSetting, edited(before, { remark: '乙' }))).toMatchObject({
    code: 40902,
    msg: '内容已被 赵知远 更新，请刷新后重试',
  })
  expect(await zhao.refused(channelApi.updateSetting, edited(before, {}))).toMatchObject({ code: 40902 })
})

test('two saves at once: one wins, the other is stale', async () => {
  const { zhao, bindDouyin } = await channelWorld()
  const relationId = await bindDouyin(zhao)

  for (let round = 0; round < 5; round += 1) {
    const before = await read(zhao, relationId)
    const answers = await Promise.all(
      ['甲', '乙'].map((name) => zhao.request(channelApi.updateSetting, edited(before, { remark: `${name}${round}` }))),
    )
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 40902])
  }
})

test('the platform’s limits are the administrator’s, agents must exist, an unbound account is not set up', async () => {
  const { zhao, rival, hire, bindDouyin } = await channelWorld()
  const operator = await (await hire('运营', ['channelAccount:settingsEdit', 'channelAccount:viewPage'])).signIn()
  const relationId = await bindDouyin(zhao)
  const before = await read(zhao, relationId)
  const limits = { ...before.limits, replyCount: 3 }

  expect(await operator.refused(channelApi.updateSetting, edited(before, { limits }))).toMatchObject({
    code: 42200,
    msg: '平台限制只能由管理员修改',
  })
  expect(await operator.call(channelApi.updateSetting, edited(before, { remark: '备注' }))).toMatchObject({
    version: 2,
  })
  const now = await read(zhao, relationId)
  expect(await zhao.call(channelApi.updateSetting, edited(now, { limits }))).toMatchObject({
    limits: { replyCount: 3 },
  })
  const latest = await read(zhao, relationId)
  expect(await zhao.refused(channelApi.updateSetting, edited(latest, { agentIds: [rival.id] }))).toMatchObject({
    code: 40001,
    data: { fields: { agentIds: '所选客服不存在或已删除' } },
  })
  await zhao.call(channelApi.removeDouyin, { query: { relationId } })
  expect(await zhao.refused(channelApi.updateSetting, edited(latest, { remark: '' }))).toMatchObject({
    msg: '账号已解绑',
  })
})

const welcomeOf = (count: number) => ({
  custom: true,
  parts: Array.from({ length: count }, () => ({ type: 'text' as const, text: '您好' })),
})

test('欢迎语 has no more parts than may be sent before the customer writes', async () => {
  const { zhao, bindRedbook } = await channelWorld()
  const before = await read(zhao, await bindRedbook(zhao))
  const limits = { ...before.limits, beforeReply: 2 }

  const refusals = [edited(before, { welcome: welcomeOf(4) }), edited(before, { welcome: welcomeOf(3), limits })]
  for (const [index, msg] of ['欢迎语最多 3 条', '客户开口前可发 2 条，欢迎语最多 2 条'].entries())
    expect(await zhao.refused(channelApi.updateSetting, refusals[index]!)).toMatchObject({
      code: 40001,
      data: { fields: { 'welcome.parts': msg } },
    })
  expect(await zhao.call(channelApi.updateSetting, edited(before, { welcome: welcomeOf(3) }))).toMatchObject({
    welcome: welcomeOf(3),
  })
})

test.each([
  ['remark', '备'.repeat(21), '账号备注最多 20 个字'],
  ['authWarnDays', 8, '提醒天数为 1 到 7'],
  ['repeatCount', 1, '次数为 2 到 10'],
  ['reserveForHuman', 4, '条数为 0 到 3'],
])('a %s of %s is refused', async (field, value, msg) => {
  const { zhao, bindDouyin } = await channelWorld()
  const before = await read(zhao, await bindDouyin(zhao))

  expect(await zhao.refused(channelApi.updateSetting, edited(before, { [field]: value }))).toMatchObject({
    code: 40001,
    data: { fields: { [field]: msg } },
  })
})

test('settings are copied to other accounts, each with its own result', async () => {
  const { zhao, rival, bindDouyin, bindRedbook, db } = await channelWorld()
  const from = await bindDouyin(zhao, 'dy-1')
  const [same, other, gone] = [await bindDouyin(zhao, 'dy-2'), await bindRedbook(zhao), await bindDouyin(zhao, 'dy-3')]
  const foreign = await bindDouyin(rival, 'dy-4')
  await zhao.call(channelApi.removeDouyin, { query: { relationId: gone } })
  const before = await read(zhao, from)
  const limits = { ...before.limits, replyCount: 2 }
  await zhao.call(channelApi.updateSetting, edited(before, { remark: '样板', wordLevel: 'off', limits }))

  const answer = await zhao.call(channelApi.copyConfig, {
    body: { fromRelationId: from, toRelationIds: [same, other, gone, from, foreign], parts: ['setting'] },
  })

  expect(answer).toEqual({
    success: 2,
    failed: [
      { id: gone, name: '抖音号 dy-3', msg: '账号已解绑' },
      { id: from, name: '抖音号 dy-1', msg: '不能复制到账号自身' },
      { id: foreign, name: '', msg: '账号不存在或已删除' },
    ],
    lacks: [{ id: other, name: '小红书号 rb-1', texts: ['平台限制不复制：按小红书的规定'] }],
  })
  expect(await read(zhao, same)).toMatchObject({ remark: '', wordLevel: 'off', limits: { replyCount: 2 }, version: 2 })
  expect(await read(zhao, other)).toMatchObject({ wordLevel: 'off', limits: { replyCount: 6, strangersPerDay: 20 } })
  const history = await zhao.call(channelApi.eventList, { body: { relationId: same, kind: 'setting' } })
  expect(history.items).toMatchObject([{ text: '复制了「抖音号 dy-1」的账号设置' }])
  const copies = await auditEntries(db, channelApi.copyConfig)
  expect(new Set(copies.map(({ object }) => object))).toEqual(new Set([same, other]))
  expect(copies[0]).toMatchObject({ agentId: zhao.id, after: { from: '抖音号 dy-1', parts: '账号设置' } })
  expect(await auditEntries(db, channelApi.removeDouyin)).toMatchObject([{ object: gone }])
})

test('card rules are copied by the feature that knows them, and its refusals are told for each account', async () => {
  const copied: string[] = []
  const { zhao, bindDouyin } = await channelWorld({
    copyCardRules: async (_caller, from, to) => {
      if (copied.length > 0) throw new UserFacingError('refused', '发卡规则最多 30 条')
      copied.push(`${from} ${to}`)
      return []
    },
  })
  const [from, first, second] = [await bindDouyin(zhao, 'a'), await bindDouyin(zhao, 'b'), await bindDouyin(zhao, 'c')]

  expect(
    await zhao.call(channelApi.copyConfig, {
      body: { fromRelationId: from, toRelationIds: [first, second], parts: ['cardRule'] },
    }),
  ).toEqual({ success: 1, failed: [{ id: second, name: '抖音号 c', msg: '发卡规则最多 30 条' }], lacks: [] })
  expect(copied).toEqual([`${from} ${first}`])
  expect(await read(zhao, first)).toMatchObject({ version: 1 })
})

const savePlan = (person: Person, name: string) => person.call(receptionPlanApi.save, { body: planFields({ name }) })

// R132
test('an account is put into a plan by its setting, and out of it; the plans’ lists hear of it', async () => {
  const { zhao, rival, bindDouyin, clock } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  const night = await savePlan(zhao, '夜班')
  const foreign = await savePlan(rival, '夜班')
  const place = async (planId: PlanId | null) =>
    zhao.call(channelApi.updateSetting, edited(await read(zhao, relationId), { planId }))
  const accountsOfNight = async () =>
    (await zhao.call(receptionPlanApi.list, {})).find(({ id }) => id === night.id)?.accountIds
  const screen = await zhao.connect()

  expect((await read(zhao, relationId)).planId).toBeNull()
  expect(await place(night.id)).toMatchObject({ planId: night.id })
  expect(await accountsOfNight()).toEqual([relationId])
  expect((await zhao.call(channelApi.list, { body: {} }))[0]?.planName).toBe('夜班')
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toContain('reception_plan_change')

  const refused = edited(await read(zhao, relationId), { planId: foreign.id })
  expect(await zhao.refused(channelApi.updateSetting, refused)).toMatchObject({
    data: { fields: { planId: '所选接待方案不存在或已删除' } },
  })
  expect(await accountsOfNight()).toEqual([relationId])

  clock.advance(1000)
  expect(await place(null)).toMatchObject({ planId: null })
  expect(await accountsOfNight()).toEqual([])
  const { items } = await zhao.call(channelApi.eventList, { body: { relationId, kind: 'setting' } })
  expect(items[0]?.text).toBe('修改了账号设置：接待方案')
})

// R132
test('a setting that was opened before its account came into a plan is stale, and so is the plan’s form', async () => {
  const { zhao, bindDouyin } = await channelWorld()
  const [relationId, other] = [await bindDouyin(zhao, 'a'), await bindDouyin(zhao, 'b')]
  const night = await savePlan(zhao, '夜班')
  const open = await read(zhao, relationId)
  const update = { ...planFields({ name: '夜班', accountIds: [relationId] }), id: night.id, version: night.version }
  const withAccount = await zhao.call(receptionPlanApi.update, { body: update })

  expect(await zhao.refused(channelApi.updateSetting, edited(open, { remark: '旗舰店' }))).toMatchObject({
    code: 40902,
    msg: '内容已被 赵知远 更新，请刷新后重试',
  })
  const setting = await read(zhao, relationId)
  expect(setting).toMatchObject({ planId: night.id, remark: '' })

  await zhao.call(channelApi.updateSetting, edited(await read(zhao, other), { planId: night.id }))
  const offText = { ...update, offText: '明早回复您', version: withAccount.version }
  expect(await zhao.refused(receptionPlanApi.update, { body: offText })).toMatchObject({ code: 40902 })
  expect((await read(zhao, other)).planId).toBe(night.id)

  await zhao.call(receptionPlanApi.remove, { query: { id: night.id } })
  expect(await zhao.refused(channelApi.updateSetting, edited(setting, { remark: '旗舰店' }))).toMatchObject({
    code: 40902,
  })
})

// R132
test('of a setting that takes the account out of a plan and a save of that plan at once, one is stale', async () => {
  const { zhao, bindDouyin } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  let night = await savePlan(zhao, '夜班')
  const update = (offText: string, accountIds: RelationId[]) => ({
    body: { ...planFields({ name: '夜班', accountIds, offText }), id: night.id, version: night.version },
  })

  for (let round = 0; round < 5; round += 1) {
    night = await zhao.call(receptionPlanApi.update, update('原话', [relationId]))
    const before = await read(zhao, relationId)
    const answers = await Promise.all([
      zhao.request(channelApi.updateSetting, edited(before, { planId: null })),
      zhao.request(receptionPlanApi.update, update('新话', [])),
    ])

    expect(answers.map(({ code }) => code).toSorted((x, y) => x - y)).toEqual([1, 40902])
    const plan = (await zhao.call(receptionPlanApi.list, {})).find(({ id }) => id === night.id)
    expect(plan?.accountIds).toEqual([])
    night = { ...night, version: plan?.version ?? 0 }
  }
})

test('复制配置 puts the account into the same plan', async () => {
  const { zhao, bindDouyin } = await channelWorld()
  const [from, to] = [await bindDouyin(zhao, 'a'), await bindDouyin(zhao, 'b')]
  const night = await savePlan(zhao, '夜班')
  await zhao.call(channelApi.updateSetting, edited(await read(zhao, from), { planId: night.id }))
  const body = { fromRelationId: from, toRelationIds: [to], parts: ['setting' as const] }

  await zhao.call(channelApi.copyConfig, { body: { ...body, dryRun: true } })
  expect((await read(zhao, to)).planId).toBeNull()
  expect(await zhao.call(channelApi.copyConfig, { body })).toMatchObject({ success: 1, failed: [] })
  expect((await read(zhao, to)).planId).toBe(night.id)

  await zhao.call(channelApi.updateSetting, edited(await read(zhao, from), { planId: null }))
  await zhao.call(channelApi.copyConfig, { body })
  expect((await read(zhao, to)).planId).toBeNull()
})

// R154
test('an own 欢迎语 is checked by the guard when it is saved, and its pictures must exist', async () => {
  const { zhao, bindRedbook } = await channelWorld()
  const before = await read(zhao, await bindRedbook(zhao))
  const welcome = (part: { type: 'text'; text: string } | { type: 'image'; url: string }) =>
    edited(before, { welcome: { custom: true, parts: [part] } })

  const lost = welcome({ type: 'image', url: '/api/file/nowhere.png' })
  expect(await zhao.refused(channelApi.updateSetting, lost)).toMatchObject({
    data: { fields: { 'welcome.parts': '所选图片不存在或已删除' } },
  })
  const { warnings } = await zhao.call(
    channelApi.updateSetting,
    welcome({ type: 'text', text: '加微信 abc123456，全网最低价' }),
  )
  expect(warnings).not.toEqual([])
})

import { automationApi, CORE_BASE_PATH, type FollowUpVersion } from '@ruwu/contract'
import {
  applyAutomationEvent,
  DEFAULT_AUTO_ARCHIVE,
  DEFAULT_COMMENT,
  DEFAULT_FOLLOW_UP,
  DEFAULT_GLOBAL,
  DEFAULT_LEAD_PUSH,
} from '@ruwu/domain'
import { expect, test } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { watch } from '../../testing/watch.ts'
import { world } from '../../testing/world.ts'

const ON: FollowUpVersion = { ...DEFAULT_FOLLOW_UP, enabled: true, version: 0 }

test('by default follow-ups are off and the counts are zero', async () => {
  const { zhao } = await world()

  expect(await zhao.call(automationApi.more, {})).toEqual({
    followUp: { ...DEFAULT_FOLLOW_UP, version: 0, sentToday: 0, sentInWeek: 0, blockedInWeek: 0 },
    comment: { ...DEFAULT_COMMENT, version: 0, repliedInWeek: 0, guidedInWeek: 0 },
    autoArchive: { ...DEFAULT_AUTO_ARCHIVE, version: 0 },
    leadPush: { ...DEFAULT_LEAD_PUSH, targets: [], version: 0, pushedInWeek: 0, failedInWeek: 0 },
    global: { ...DEFAULT_GLOBAL, version: 0 },
    words: { own: 0, disabled: 0, hitsInWeek: 0 },
  })
})

test('a saved setting belongs to the enterprise, and every open screen agrees', async () => {
  const { zhao, lin, rival, hire, db } = await world()
  const wu = await (await hire('吴运营', ['automation:viewPage'])).signIn()
  const open = await watch(wu, automationApi.more, {}, (more, event) =>
    event.type === 'automation_change' ? applyAutomationEvent(more, event) : more,
  )

  const saved = await zhao.call(automationApi.saveFollowUp, { body: ON })

  expect(saved).toEqual({ ...ON, version: 1, sentToday: 0, sentInWeek: 0, blockedInWeek: 0 })
  expect(await open.settle()).toMatchObject({ followUp: saved })
  expect(await open.settle()).toEqual(await open.refetch())
  expect(await rival.call(automationApi.more, {})).toMatchObject({ followUp: { enabled: false, version: 0 } })
  expect(await lin.refused(automationApi.more, {})).toMatchObject({ code: 40301 })
  expect(await auditEntries(db, automationApi.saveFollowUp)).toMatchObject([
    { agentId: zhao.id, after: { enabled: '是' } },
  ])
})

test('of two concurrent changes the second is refused with the name of the first editor', async () => {
  const { zhao } = await world()
  await zhao.call(automationApi.saveFollowUp, { body: ON })
  await zhao.call(automationApi.saveFollowUp, { body: { ...ON, enabled: false, version: 1 } })

  expect(await zhao.refused(automationApi.saveFollowUp, { body: { ...ON, version: 1 } })).toMatchObject({
    code: 40902,
    msg: '内容已被 赵知远 更新，请刷新后重试',
  })
})

test('two first changes at once: one of them holds, the other is refused', async () => {
  const { zhao } = await world()

  const answers = await Promise.all([1, 2].map(() => zhao.request(automationApi.saveFollowUp, { body: ON })))

  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1, 40902]))
})

const [first, second, third] = ON.steps as [(typeof ON.steps)[0], (typeof ON.steps)[0], (typeof ON.steps)[0]]

test.each<[string, Partial<FollowUpVersion>, Record<string, string>]>([
  [
    'a step sooner than five minutes',
    { steps: [{ ...first, minutes: 4 }, second, third] },
    { 'steps.0.minutes': '沉默时长为 5 分钟到 23 小时' },
  ],
  [
    'a step later than 23 hours',
    { steps: [first, second, { ...third, minutes: 23 * 60 + 1 }] },
    { 'steps.2.minutes': '沉默时长为 5 分钟到 23 小时' },
  ],
  ['a step no later than the one before', { steps: [first, first, third] }, { 'steps.1.minutes': '须晚于上一步' }],
  [
    'a fixed step without words',
    { steps: [{ ...first, mode: 'fixed' }, second, third] },
    { 'steps.0.text': '请输入话术' },
  ],
  [
    'too many words',
    { steps: [{ ...first, text: '好'.repeat(201) }, second, third] },
    { 'steps.0.text': '话术最多 200 个字' },
  ],
  ['too few steps', { steps: [first, second] }, { steps: '跟进步骤为 3 步' }],
  [
    'quiet hours without an end',
    { quiet: { enabled: true, from: '08:00', to: '08:00' } },
    { 'quiet.to': '免打扰的开始和结束时间不能相同' },
  ],
])('%s is refused and changes nothing', async (_what, change, fields) => {
  const { zhao } = await world()

  expect(await zhao.refused(automationApi.saveFollowUp, { body: { ...ON, ...change } })).toMatchObject({
    code: 40001,
    data: { fields },
  })
  expect(await zhao.call(automationApi.more, {})).toMatchObject({ followUp: { version: 0 } })
})

test('a card that does not exist is not found', async () => {
  const { app, zhao } = await world()

  const answer = await app.inject({
    method: 'PUT',
    url: `${CORE_BASE_PATH}/v1/automation/more/horoscope`,
    headers: { authorization: `Bearer ${zhao.token}` },
    payload: {},
  })

  expect(answer.json()).toMatchObject({ code: 40401 })
})

test('自动归档 and 全局设置 are saved against their own versions, and every open screen agrees', async () => {
  const { zhao, rival, db } = await world()
  const open = await watch(zhao, automationApi.more, {}, (more, event) =>
    event.type === 'automation_change' ? applyAutomationEvent(more, event) : more,
  )
  const archive = { enabled: false, days: 30, version: 0 }
  const global = { dailyMax: 20, quiet: { enabled: true, from: '21:00', to: '09:00' }, version: 0 }

  await zhao.call(automationApi.saveAutoArchive, { body: archive })
  await zhao.call(automationApi.saveGlobal, { body: global })

  expect(await open.settle()).toEqual(await open.refetch())
  expect(await open.settle()).toMatchObject({
    autoArchive: { ...archive, version: 1 },
    global: { ...global, version: 1 },
  })
  expect(await zhao.refused(automationApi.saveGlobal, { body: global })).toMatchObject({ code: 40902 })
  expect(await rival.call(automationApi.more, {})).toMatchObject({ global: DEFAULT_GLOBAL })
  expect(await auditEntries(db, automationApi.saveAutoArchive)).toMatchObject([{ after: { days: '30' } }])
  expect(await auditEntries(db, automationApi.saveGlobal)).toMatchObject([{ after: { dailyMax: '20' } }])
})

test.each([
  [automationApi.saveAutoArchive, { enabled: true, days: 31, version: 0 }, { days: '天数为 1 到 30' }],
  [automationApi.saveGlobal, { ...DEFAULT_GLOBAL, dailyMax: 0, version: 0 }, { dailyMax: '每日上限为 1 到 20 条' }],
])('a number out of range changes nothing', async (endpoint, body, fields) => {
  const { zhao } = await world()

  expect(await zhao.request(endpoint, { body } as never)).toMatchObject({ code: 40001, data: { fields } })
})

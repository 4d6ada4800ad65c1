import { notifySettingApi } from '@ruwu/contract'
import { DEFAULT_NOTIFY_SETTING } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { notifySetting } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { world } from '../../testing/world.ts'

const louder = { ...DEFAULT_NOTIFY_SETTING, soundName: 'urgent', volume: 100, repeat: false } as const

test('an agent who changed nothing has the defaults', async () => {
  const { lin } = await world()

  expect(await lin.call(notifySettingApi.get, {})).toEqual(DEFAULT_NOTIFY_SETTING)
})

test('what an agent chose is their own, and the last choice holds', async () => {
  const { lin, wei, db } = await world()
  await lin.call(notifySettingApi.update, { body: { ...louder, volume: 0 } })

  const saved = await lin.call(notifySettingApi.update, {
    body: { ...louder, events: louder.events.toReversed() },
  })

  expect(saved).toEqual(louder)
  expect(await lin.call(notifySettingApi.get, {})).toEqual(louder)
  expect(await wei.call(notifySettingApi.get, {})).toEqual(DEFAULT_NOTIFY_SETTING)
  expect(await auditEntries(db, notifySettingApi.update)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ agentId: lin.id, before: { volume: '0' }, after: { volume: '100' } }),
    ]),
  )
})

test('a change reaches the agent’s other tabs, and no colleague', async () => {
  const { lin, wei } = await world()
  const [tab, colleague] = [await lin.connect(), await wei.connect()]
  for (const socket of [tab, colleague]) await socket.next((frame) => frame.type === 'nop')

  await lin.call(notifySettingApi.update, { body: louder })

  for (const socket of [tab, colleague]) await socket.roundTrip()
  expect(tab.take('message').map(({ content }) => content.type)).toEqual(['notify_setting_change'])
  expect(colleague.take('message')).toEqual([])
})

test('a choice made before an event existed keeps what it says, and has the default of the new one', async () => {
  const { lin, db } = await world()
  const { entId, id: agentId } = lin
  const stored = { ...louder, events: louder.events.filter(({ event }) => event !== 'reminder_due') }
  await db.sql.insert(notifySetting).values({ entId, agentId, setting: stored, updatedAt: new Date() })

  expect(await lin.call(notifySettingApi.get, {})).toEqual(louder)
})

test('two first choices at once: one of them holds, none is refused', async () => {
  const { lin } = await world()

  const answers = await Promise.all(
    [10, 20].map((volume) => lin.request(notifySettingApi.update, { body: { ...louder, volume } })),
  )

  expect(answers.map((answer) => answer.code)).toEqual([1, 1])
  expect([10, 20]).toContain((await lin.call(notifySettingApi.get, {})).volume)
})

test.each([
  ['a volume beyond the scale', { ...louder, volume: 101 }],
  ['an event twice', { ...louder, events: [...louder.events.slice(1), louder.events[1]!] }],
  ['an event left out', { ...louder, events: louder.events.slice(1) }],
  ['no time of day', { ...louder, quiet: { enabled: true, from: '24:00', to: '08:00' } }],
])('%s is refused and changes nothing', async (_what, body) => {
  const { lin } = await world()

  expect(await lin.refused(notifySettingApi.update, { body })).toMatchObject({ code: 40001 })
  expect(await lin.call(notifySettingApi.get, {})).toEqual(DEFAULT_NOTIFY_SETTING)
})

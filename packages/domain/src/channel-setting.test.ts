import { ChannelSettingFields } from '@ruwu/contract'
import { expect, test } from 'vitest'
import {
  FOLLOW_FIELDS,
  defaultChannelLimits,
  defaultChannelSetting,
  effectiveSetting,
  followAll,
  welcomePartsSent,
} from './channel-setting.ts'

test.each([
  ['redbook', 'CORP'],
  ['redbook', 'KOS'],
  ['douyin', 'CORP'],
] as const)('the defaults of a %s %s account are a setting that can be saved', (source, accountType) => {
  const setting = defaultChannelSetting(source, accountType)

  expect(ChannelSettingFields.parse(setting)).toEqual(setting)
  expect(setting).toMatchObject({
    authWarnDays: 3,
    wordLevel: 'block',
    contactLevel: 'block',
    repeatCount: 3,
    reserveForHuman: 1,
    welcome: { custom: false },
  })
  expect(Object.values(setting.follow)).toEqual(Array.from({ length: 5 }, () => accountType === 'KOS'))
})

test.each([
  ['redbook', { textChars: 1000, beforeReply: 3, strangersPerDay: 20, strangersPer10Min: 10 }],
  ['douyin', { textChars: 1000, beforeReply: 3, strangersPerDay: 0, replyCount: 6 }],
] as const)('the limits of %s', (source, limits) => {
  expect(defaultChannelLimits(source)).toMatchObject({ ...limits, sameTextBlock: 5, pacePer10Min: 10 })
})

test('a sub-account reads its main account’s values in the groups in which it follows, and no others', () => {
  const own = { ...defaultChannelSetting('redbook', 'KOS'), remark: '二店', authWarnDays: 1, repeatCount: 9 }
  const main = {
    setting: { ...defaultChannelSetting('redbook', 'CORP'), remark: '总店', authWarnDays: 7, repeatCount: 4 },
  }
  const following = (change: object) => ({ setting: { ...own, follow: { ...followAll(false), ...change } } })

  expect(effectiveSetting(following({}), main)).toMatchObject({ remark: '二店', authWarnDays: 1, repeatCount: 9 })
  expect(effectiveSetting(following({ notice: true }), main)).toMatchObject({ authWarnDays: 7, repeatCount: 9 })
  expect(effectiveSetting(following(followAll(true)), main)).toMatchObject({
    remark: '二店',
    authWarnDays: 7,
    repeatCount: 4,
  })
  expect(effectiveSetting(following(followAll(true)))).toMatchObject({ authWarnDays: 1 })
})

test('every setting but the remark and the ticks themselves belongs to one group', () => {
  const grouped = Object.values(FOLLOW_FIELDS).flat()

  expect([...grouped, 'remark', 'follow'].toSorted()).toEqual(Object.keys(ChannelSettingFields.shape).toSorted())
})

test.each([
  [3, 1, 2],
  [3, 0, 3],
  [6, 1, 3],
  [1, 2, 0],
])(
  'of %s messages before the first reply, %s kept for agents, 欢迎语 takes %s',
  (beforeReply, reserveForHuman, sent) => {
    const limits = { ...defaultChannelLimits('douyin'), beforeReply }
    expect(welcomePartsSent({ limits, reserveForHuman })).toBe(sent)
  },
)

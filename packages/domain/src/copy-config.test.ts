import type { ChannelSettingFields, Source } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { defaultChannelSetting } from './channel-setting.ts'
import { cardLack, copiedSetting } from './copy-config.ts'

const account = (source: Source, change: Partial<ChannelSettingFields> = {}) => ({
  source,
  setting: { ...defaultChannelSetting(source, 'CORP'), ...change },
})
const text = { type: 'text' as const, text: '您好' }
const welcome = (parts: number) => ({ custom: true, parts: Array.from({ length: parts }, () => text) })
const limits = (source: Source, beforeReply: number) => ({
  ...defaultChannelSetting(source, 'CORP').limits,
  beforeReply,
})

test.each([
  ['the same platform', account('douyin'), account('douyin'), true, []],
  ['another platform', account('douyin'), account('redbook'), true, ['平台限制不复制：按小红书的规定']],
  [
    'no administrator',
    account('douyin', { limits: limits('douyin', 1) }),
    account('douyin'),
    false,
    ['平台限制不复制：只能由管理员修改'],
  ],
  [
    'a welcome that does not fit the other platform’s limits',
    account('douyin', { welcome: welcome(3), limits: limits('douyin', 3) }),
    account('redbook', { limits: limits('redbook', 1) }),
    true,
    ['平台限制不复制：按小红书的规定', '欢迎语不复制：客户开口前可发 1 条，欢迎语最多 1 条'],
  ],
])('what an account cannot take over is named: %s', (_, from, to, isAdmin, lacks) => {
  const copied = copiedSetting(from, to, isAdmin)

  expect(copied.lacks).toEqual(lacks)
  expect(copied.setting.remark).toBe(to.setting.remark)
  expect(copied.setting.limits).toEqual(lacks.length > 0 ? to.setting.limits : from.setting.limits)
  expect(copied.setting.welcome).toEqual(lacks.length > 1 ? to.setting.welcome : from.setting.welcome)
})

test.each([
  ['douyin', 'contact', '卡片「加微信」：抖音不支持发送名片'],
  ['redbook', 'contact', '卡片「加微信」：该账号没有同类型、同标题的卡片'],
] as const)('a card without a counterpart on %s', (source, type, lack) => {
  expect(cardLack(source, { type, title: '加微信' })).toBe(lack)
})

import type { Source } from '@ruwu/contract'
import { expect, test } from 'vitest'
import {
  ASSUMED_ITEMS,
  canSend,
  type SendItem,
  SOURCE_CAPABILITIES,
  unsupportedMessageText,
  withoutAssumed,
} from './channel-capability.ts'

const MEGABYTE = 1024 * 1024
const yes = true

test.each<[Source, SendItem, string | true]>([
  ['douyin', { type: 'text' }, yes],
  ['redbook', { type: 'text' }, yes],
  ['douyin', { type: 'file' }, '抖音不支持发送文件'],
  ['redbook', { type: 'file' }, '小红书不支持发送文件'],
  ['douyin', { type: 'voice' }, '抖音不支持发送语音'],
  ['redbook', { type: 'voice' }, '小红书不支持发送语音'],
  ['douyin', { type: 'quote' }, '抖音不支持引用消息'],
  ['redbook', { type: 'quote' }, '小红书不支持引用消息'],
  ['douyin', { type: 'video' }, '抖音只能发送账号已发布的视频'],
  ['redbook', { type: 'video' }, '小红书不支持发送视频'],
  ['douyin', { type: 'video_item' }, yes],
  ['redbook', { type: 'video_item' }, '小红书不支持发送视频'],
  ['douyin', { type: 'image' }, yes],
  ['douyin', { type: 'image', contentType: 'image/bmp', bytes: 10 * MEGABYTE }, yes],
  ['redbook', { type: 'image', contentType: 'image/bmp' }, '不支持的文件类型'],
  ['redbook', { type: 'image', contentType: 'image/webp', bytes: 10 * MEGABYTE + 1 }, '文件不能超过 10MB'],
  ['douyin', { type: 'card', cardType: 'lead_form' }, yes],
  ['douyin', { type: 'card', cardType: 'contact' }, '抖音不支持发送名片'],
  ['douyin', { type: 'card', cardType: 'landing_page' }, '抖音不支持发送落地页'],
  ['redbook', { type: 'card', cardType: 'contact' }, yes],
  ['redbook', { type: 'card', cardType: 'goods' }, yes],
  ['redbook', { type: 'card', cardType: 'mini_program' }, '小红书不支持发送小程序卡片'],
  ['douyin', { type: 'question_guide', title: '关心哪一点', questions: ['价格', '材质'] }, yes],
  ['douyin', { type: 'question_guide', title: '问'.repeat(31) }, '引导标题不能超过 30 字'],
  ['douyin', { type: 'question_guide', questions: Array.from({ length: 7 }, () => '价格') }, '问题不能超过 6 个'],
  ['douyin', { type: 'question_guide', questions: ['价'.repeat(15)] }, '每个问题不能超过 14 字'],
  ['redbook', { type: 'question_guide' }, '小红书不支持发送问题引导'],
])('%s and %j: %s', (source, item, expected) => {
  const answer = expected === true ? { allowed: true } : { allowed: false, reason: expected }

  expect(canSend(SOURCE_CAPABILITIES[source], item)).toEqual(answer)
})

test('against the real redbook only what is at least reported remains', () => {
  const left = withoutAssumed(SOURCE_CAPABILITIES.redbook, () => false)

  expect(left).toMatchObject({
    image: null,
    cards: [],
    recall: false,
    readMarks: false,
    commentReply: false,
    idempotentSend: false,
    staffAccounts: true,
    assumed: [],
  })
  expect(canSend(left, { type: 'text' })).toEqual({ allowed: true })
  expect(canSend(left, { type: 'image' })).toEqual({ allowed: false, reason: '小红书不支持发送图片' })
})

test('an item comes back by its name once it was seen working', () => {
  const left = withoutAssumed(SOURCE_CAPABILITIES.redbook, (item) => item === 'image' || item === 'recall')

  expect(left).toMatchObject({ image: SOURCE_CAPABILITIES.redbook.image, recall: true, cards: [], readMarks: false })
  expect(left.assumed).toEqual(['image', 'recall'])
})

test('where assumptions hold nothing is taken away', () => {
  expect(withoutAssumed(SOURCE_CAPABILITIES.redbook, () => true)).toEqual(SOURCE_CAPABILITIES.redbook)
  expect(withoutAssumed(SOURCE_CAPABILITIES.douyin, () => false)).toEqual(SOURCE_CAPABILITIES.douyin)
  expect(new Set(ASSUMED_ITEMS).size).toBe(ASSUMED_ITEMS.length)
})

test.each<[Source, string]>([
  ['redbook', '暂不支持查看此类消息，请在小红书App中查看'],
  ['douyin', '暂不支持查看此类消息，请在抖音App中查看'],
])('a message of %s we cannot read says so', (source, text) => {
  expect(unsupportedMessageText(source)).toBe(text)
})

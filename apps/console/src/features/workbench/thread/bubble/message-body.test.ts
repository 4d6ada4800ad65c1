import type { Content } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { bodyOf } from './message-body.ts'
import { plainText } from './plain-text.ts'

const read = (content: Content) => bodyOf(content, 'redbook')

test.each<[string, Content, object]>([
  ['words', { type: 'text', text: '你好' }, { kind: 'text', text: '你好', isMaskedPhone: false }],
  [
    'a number the platform hid',
    { type: 'text', text: '138****5678', extra: { maskedPhone: '1' } },
    { kind: 'text', isMaskedPhone: true },
  ],
  [
    'what the platform could not say',
    { type: 'text', text: '暂不支持', extra: { platformType: 'GIFT' } },
    { kind: 'unsupported', text: '暂不支持' },
  ],
  [
    'a type nobody knows',
    { type: 'location', text: '1,2' },
    { kind: 'unsupported', text: '暂不支持查看此类消息，请在小红书App中查看' },
  ],
  [
    'a picture on its way',
    { type: 'image', text: '', extra: { media: 'loading' } },
    { kind: 'image', state: 'loading', isEmoticon: false },
  ],
  [
    'a sticker',
    { type: 'image', text: '/api/attachment/a', width: 120, height: 120, extra: { kind: 'emoticon' } },
    { kind: 'image', state: 'ready', isEmoticon: true, width: 120, height: 120 },
  ],
  ['a voice of the platform', { type: 'voice', text: '/a', duration: '6400' }, { kind: 'voice', seconds: 6 }],
  ['a voice of the protocol', { type: 'voice', text: '/a', duration: '01:05' }, { kind: 'voice', seconds: 65 }],
  ['a voice of unknown length', { type: 'voice', text: '/a' }, { kind: 'voice', seconds: undefined }],
  [
    'a published video',
    { type: 'video', text: '', thumbnail: '/t', extra: { itemId: '7' } },
    { kind: 'video', isPublished: true, cover: '/t' },
  ],
  [
    'a file',
    { type: 'file', text: '/f', placeholder: '报价.pdf', size: 2048 },
    { kind: 'file', name: '报价.pdf', size: 2048 },
  ],
  [
    'a card that was filled in',
    {
      type: 'link',
      placeholder: '预约量房',
      extra: { cardType: 'lead_form', state: 'filled', fields: '[{"label":"手机号","value":"138****5678"},{"x":1}]' },
    },
    {
      kind: 'card',
      title: '预约量房',
      cardType: 'lead_form',
      state: 'submitted',
      fields: [{ label: '手机号', value: '138****5678' }],
    },
  ],
  [
    'a card of a kind to come',
    { type: 'link', placeholder: '卡', extra: { cardId: '9', cardType: 'coupon', state: 'seen' } },
    { kind: 'card', cardType: undefined, state: undefined },
  ],
  [
    'a shared note',
    { type: 'link', placeholder: '小三房', extra: { postId: '1', cover: 'https://x/y.jpg' } },
    { kind: 'post', title: '小三房', cover: 'https://x/y.jpg' },
  ],
  [
    'questions',
    { type: 'link', placeholder: '想了解', extra: { cardType: 'question_guide', questions: '["多少钱","多久",3]' } },
    { kind: 'questions', questions: ['多少钱', '多久'] },
  ],
  [
    'a broken list of questions',
    { type: 'link', extra: { cardType: 'question_guide', questions: '[' } },
    { questions: [] },
  ],
  ['an address', { type: 'link', text: 'https://a.example.com' }, { kind: 'link', address: 'https://a.example.com' }],
  ['a recalled one', { type: 'recalled' }, { kind: 'recalled' }],
  ['a note', { type: 'note', text: '注意', extra: { noteId: 'n' } }, { kind: 'note', text: '注意', noteId: 'n' }],
  ['a system line', { type: 'system', text: '已接待' }, { kind: 'system', text: '已接待' }],
])('%s', (_, content, body) => {
  expect(read(content)).toMatchObject(body)
})

test.each<[Content, string]>([
  [{ type: 'text', text: '好的[微笑R]' }, '好的'],
  [{ type: 'image', text: '/a' }, '[图片]'],
  [{ type: 'file', text: '/f', placeholder: '报价.pdf' }, '[文件] 报价.pdf'],
  [{ type: 'link', placeholder: '预约量房', extra: { cardId: '1' } }, '[卡片] 预约量房'],
])('%o is read aloud as “%s…”', (content, words) => {
  expect(plainText(content, 'redbook').startsWith(words)).toBe(true)
})

import { expect, test } from 'vitest'
import { DEFAULT_AI_DRAFT } from '../ai-labels.ts'
import {
  asksForContact,
  contactRequestIn,
  isContactRequest,
  isContactRequestSentence,
  mayAskContact,
  withoutContactRequest,
} from './contact-request.ts'
import { nextField } from './goal.ts'

test.each([
  '方便留个电话吗？',
  '方便留一个联系方式吗？',
  '您可以发一下手机号，我给您安排',
  '麻烦告诉我您的微信号',
  '请问您的电话是多少',
  '加我微信看案例',
  '点击卡片留下您的联系方式',
  '您的电话是？',
])('%s asks for the contact', (text) => {
  expect(asksForContact(text)).toBe(true)
})

test.each([
  '稍后会给您打电话确认',
  '我们的客服电话在名片里',
  '请问您在哪个城市呢？',
  '填一下就好',
  '订单号码在短信里',
  '好的，马上给您回电话',
  '留意一下发货通知',
])('%s does not', (text) => {
  expect(asksForContact(text)).toBe(false)
})

test.each([
  ['留个电话，老师联系您。', true],
  ['加我微信看案例', true],
  ['在门店登记手机号就可以。', false],
  ['凭预约时填写的手机号到店核销。', false],
  ['没有券码的，提供下单手机号也可以核销。', false],
  ['每天 10 点到 21 点。', false],
])('knowledge %s is a request: %s', (sentence, expected) => {
  expect(isContactRequestSentence(sentence)).toBe(expected)
})

const card = (cardType: string) => isContactRequest({ type: 'link', extra: { cardType } })

test('cards that take the contact or offer ours are requests, others are not', () => {
  expect(['lead_form', 'contact', 'note', 'goods'].map(card)).toEqual([true, true, false, false])
  expect(isContactRequest({ type: 'text', text: '留个电话' })).toBe(true)
})

const asked = (answers: number, isThisTurn = false) => ({ answers, isThisTurn })

test.each([
  ['never asked', undefined, true, 'phone'],
  ['asked in this turn, by whomever', asked(9, true), false, undefined],
  ['asked with the last answer', asked(1), false, 'city'],
  ['asked four answers ago', asked(4), false, 'city'],
  ['five answers since', asked(5), true, 'phone'],
])('%s', (_name, request, may, next) => {
  expect(mayAskContact(DEFAULT_AI_DRAFT, request)).toBe(may)
  expect(nextField(DEFAULT_AI_DRAFT, {}, {}, request)).toBe(next)
})

test.each([
  [['包安装的。方便留个电话吗？'], ['包安装的。']],
  [['有的～方便留个电话吗？'], ['有的～']],
  [
    ['有的😊方便留一个联系方式吗？', '请问您在哪个城市呢？'],
    ['有的😊', '请问您在哪个城市呢？'],
  ],
  [['方便留个电话吗？'], []],
  [['680 元，方便留个电话吗？'], ['680 元。']],
  [['有的，方便的话，留个电话，我让顾问联系您。周末也开。'], ['有的。周末也开。']],
])('%j without the request: %j', (texts, left) => {
  expect(withoutContactRequest(texts)).toEqual(left)
})

test('in a conversation with the AI alone the answers are counted from its last request on', () => {
  const at = new Date(0)
  const talk = (...lines: string[]) =>
    lines.map((line) => ({
      who: line.startsWith('我') ? ('ai' as const) : ('customer' as const),
      text: line.slice(2),
      hasImage: false,
      at,
    }))

  expect(contactRequestIn(talk('他 多少钱', '我 一百', '他 好'))).toBeUndefined()
  expect(
    contactRequestIn(talk('他 多少钱', '我 一百', '我 方便留个电话吗？', '他 在哪', '我 西湖区', '他 好')),
  ).toEqual(asked(2))
})

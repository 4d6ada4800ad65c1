import { expect, test } from 'vitest'
import { card, message, NOTE, phoneView, textMessage } from '../../testing/sample-views.ts'
import { phoneBody } from './phone-body.ts'
import { CLOSED, type PhoneUi } from './ui.ts'

const body = (more: Parameters<typeof phoneView>[0] = {}, ui: Partial<PhoneUi> = {}): string =>
  phoneBody(phoneView(more), { ...CLOSED, ...ui }).text

const actsIn = (text: string): string[] =>
  [...text.matchAll(/&quot;do&quot;:&quot;(\w+)&quot;/g)].map(([, name]) => name ?? '')

test('every page says that nothing is real', () => {
  expect(body()).toContain('模拟平台 · 仅供演示')
  expect(body({ isEntered: false })).toContain('模拟平台 · 仅供演示')
})

test('before entering the customer stands on the merchant’s page, with three ways in', () => {
  const home = body({ isEntered: false })

  expect(home).toContain('&quot;via&quot;:&quot;profile&quot;')
  expect(home).toContain('&quot;via&quot;:&quot;ad&quot;')
  expect(home).toContain(NOTE.title)
  expect(home).not.toContain('<textarea')
})

test('messages that arrived meanwhile are announced', () => {
  const messages = [textMessage('您好'), textMessage('在的', { isRead: true })]

  expect(body({ isEntered: false, messages })).toContain('1 条新消息')
})

test('voice is offered where the platform has it', () => {
  const can = { ...phoneView().can, voice: false }

  expect(body({}, { panel: 'more' })).toContain('&quot;voices&quot;')
  expect(body({ can }, { panel: 'more' })).not.toContain('&quot;voices&quot;')
})

test.each([
  ['pictures', 'image'],
  ['videos', 'video'],
  ['voices', 'voice'],
  ['emoticons', 'emoticon'],
  ['posts', 'share'],
] as const)('the panel %s sends with %s', (panel, act) => {
  expect(actsIn(body({}, { panel }))).toContain(act)
})

test('the emoji picker holds the codes of the platform', () => {
  expect(body({}, { panel: 'emoji' })).toContain('data-emoji="[微笑R]"')
  expect(body({ source: 'douyin' }, { panel: 'emoji' })).toContain('data-emoji="[微笑]"')
})

test('grants and masking belong to douyin', () => {
  const douyin = body({ source: 'douyin', can: { ...phoneView().can, grant: true, maskPhone: true } })

  expect(actsIn(douyin)).toEqual(expect.arrayContaining(['grant', 'mask_phone']))
  expect(actsIn(body())).not.toContain('grant')
})

test('a blocked merchant can be unblocked but not written to', () => {
  const blocked = body({ isBlocked: true })

  expect(blocked).not.toContain('<textarea')
  expect(blocked).toContain('解除拉黑')
})

test('a lead form asks for the labels of its card and closes once it is submitted', () => {
  const blank = message(card())
  const filled = message(card({ filled: [] }))

  expect(body({ messages: [blank] }, { sheet: { kind: 'lead_form', messageId: blank.messageId } })).toMatch(
    /name="姓名".*name="手机号"/s,
  )
  expect(body({ messages: [filled] }, { sheet: { kind: 'lead_form', messageId: filled.messageId } })).not.toContain(
    'data-sheet',
  )
})

test('a contact card gives its WeChat name to be copied', () => {
  const contact = message(card({ cardType: 'contact', labels: [], wechat: 'ys-home-001' }))

  const sheet = body({ messages: [contact] }, { sheet: { kind: 'contact', messageId: contact.messageId } })

  expect(sheet).toContain('data-copy="ys-home-001"')
  expect(actsIn(sheet)).toContain('copy_wechat')
})

test('under a sheet the screen can’t be reached', () => {
  expect(body({}, { sheet: { kind: 'post', postId: NOTE.postId } })).toMatch(/class="screen-main" inert/)
  expect(body()).not.toMatch(/class="screen-main" inert/)
})

test('an account that is not authorised says so', () => {
  expect(body({ account: { ...phoneView().account, isAuthorised: false } })).toContain('尚未授权')
})

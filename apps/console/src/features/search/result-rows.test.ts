import { CustomerId, MessageId, QuickReplyGroupId, QuickReplyId, type FoundMessage } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { addressOf, findPages, sectionsOf, type Found } from './result-rows.ts'

const hex = (digit: string) => digit.repeat(32)
const customerId = CustomerId.parse(hex('c'))

const message = (digit: string): FoundMessage => ({
  messageId: MessageId.parse(hex(digit)),
  customerId,
  name: '王女士',
  avatar: '',
  source: 'redbook',
  snippet: '三房报价',
  createdAt: '2026-03-16T02:00:00.000Z',
  seq: 3,
  isNote: false,
})
const reply = {
  id: QuickReplyId.parse(hex('a')),
  groupId: QuickReplyGroupId.parse(hex('b')),
  title: '三房报价',
  content: '您好',
}
const found: Found = {
  customers: [],
  messages: ['1', '2', '3', '4', '5', '6'].map(message),
  replies: [reply],
  pages: [{ path: '/setting', title: '设置' }],
}

test('together a few of each kind are shown, and whether there are more', () => {
  const sections = sectionsOf(found, 'all', false)

  expect(sections.map(({ kind, rows, hasMore }) => [kind, rows.length, hasMore])).toEqual([
    ['message', 5, true],
    ['reply', 1, false],
    ['page', 1, false],
  ])
})

test('a tab shows all of its kind and nothing else', () => {
  const sections = sectionsOf(found, 'message', true)

  expect(sections).toHaveLength(1)
  expect(sections[0]?.rows).toHaveLength(6)
})

test('pages are found by their title, unless their address needs more than the title', () => {
  const pages = [
    { path: '/channel', title: '渠道账号' },
    { path: '/channel/:type/:id/:source', title: '账号概览' },
    { path: '/setting', title: '设置' },
  ]
  expect(findPages(pages, '账号').map((it) => it.path)).toEqual(['/channel'])
  expect(findPages(pages, ' ')).toEqual([])
})

test('a message leads to itself in the conversation', () => {
  expect(addressOf({ kind: 'message', message: message('1') })).toBe(
    `/chat?customerId=${customerId}&messageId=${hex('1')}`,
  )
  expect(addressOf({ kind: 'reply', reply })).toBeUndefined()
})

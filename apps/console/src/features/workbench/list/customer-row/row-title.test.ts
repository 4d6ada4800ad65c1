import { CustomerId, TagId, type CustomerItem, type Tag } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { rowTitle } from './row-name.tsx'

const tagIds = ['1', '2', '3'].map((digit) => TagId.parse(digit.repeat(32)))
const tags = new Map(tagIds.map((id, at) => [id, { id, name: ['高意向', '三房', '杭州'][at] } as Tag]))
const item = {
  customerId: CustomerId.parse('c'.repeat(32)),
  name: '楠楠妈妈',
  remark: '王女士',
  lastMessageAt: '2026-03-16T02:08:00.000Z',
  tagIds,
} as CustomerItem

test('the tooltip of a row holds the whole name, the full time and all tags', () => {
  expect(rowTitle(item, tags, 'Asia/Shanghai')).toBe('王女士(楠楠妈妈)\n2026-03-16 10:08\n高意向、三房、杭州')
  expect(rowTitle({ ...item, tagIds: [] }, tags, 'Asia/Shanghai')).toBe('王女士(楠楠妈妈)\n2026-03-16 10:08')
})

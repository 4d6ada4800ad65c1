import { CustomerId, FieldId, StageId, type CustomerDetail } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { undoOf, withProfile } from './profile-change.ts'

const area = FieldId.parse('a'.repeat(32))
const estate = FieldId.parse('b'.repeat(32))

const before = {
  customerId: CustomerId.parse('c'.repeat(32)),
  remark: '王女士',
  city: '杭州',
  country: '中国',
  stageId: null,
  fields: { [estate]: '江畔里' },
} as unknown as CustomerDetail

test('a change is shown and leaves everything else alone', () => {
  const after = withProfile(before, { fields: { [area]: '89' } })

  expect(after).toEqual({ ...before, fields: { [estate]: '江畔里', [area]: '89' } })
})

test('a refused change is put back without touching what changed meanwhile', () => {
  const change = { remark: '滨江王女士', fields: { [area]: '89' } }
  const meanwhile = withProfile(withProfile(before, change), { city: '宁波' })

  const restored = withProfile(meanwhile, undoOf(before, change))

  expect(restored).toMatchObject({ remark: '王女士', city: '宁波', fields: { [estate]: '江畔里', [area]: '' } })
})

test('a stage can be put back to none', () => {
  const change = { stageId: StageId.parse('d'.repeat(32)) }
  expect(withProfile(withProfile(before, change), undoOf(before, change)).stageId).toBeNull()
})

import type { CustomerSetting, LeadStatus, StageId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { DEFAULT_STAGES } from './default-setting.ts'
import { linkedStage } from './linked-stage.ts'

const stages: CustomerSetting['stages'] = DEFAULT_STAGES.map((stage, position) => ({
  ...stage,
  position,
  id: stage.name as StageId,
}))

test.each<[LeadStatus, string | null, Partial<CustomerSetting>, string | undefined]>([
  ['added', null, {}, '已加微'],
  ['added', '高意向', {}, '已加微'],
  ['won', '已加微', {}, '已成交'],
  ['added', '已加微', {}, undefined],
  ['added', '已成交', {}, undefined],
  ['won', '无效', {}, undefined],
  ['following', null, {}, undefined],
  ['invalid', null, {}, undefined],
  ['won', null, { linkStage: false }, undefined],
  ['won', null, { stages: stages.filter(({ name }) => name !== '已成交') }, undefined],
  ['won', '已删除的阶段', {}, '已成交'],
  ['added', '已成交', { stages: stages.toReversed().map((stage, position) => ({ ...stage, position })) }, '已加微'],
])('a lead that becomes %s moves a customer in %s (%j) to %s', (status, stage, setting, expected) => {
  expect(linkedStage(status, { linkStage: true, stages, ...setting }, stage as StageId | null)?.name).toBe(expected)
})

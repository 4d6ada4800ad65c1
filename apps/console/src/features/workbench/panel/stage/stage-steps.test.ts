import { StageId, type Stage } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { stageSteps } from './stage-bar.tsx'

const stage = (digit: string, position: number): Stage => ({
  id: StageId.parse(digit.repeat(32)),
  name: `阶段${digit}`,
  color: 'grey',
  position,
})
const stages = [stage('2', 1), stage('1', 0), stage('3', 2)]

test.each([
  [stage('2', 1).id, ['done', 'now', 'ahead']],
  [null, ['now', 'ahead', 'ahead']],
  // The stage was removed meanwhile.
  [StageId.parse('f'.repeat(32)), ['now', 'ahead', 'ahead']],
])('at %s the steps are %o', (stageId, states) => {
  const steps = stageSteps(stages, stageId)

  expect(steps.map((it) => it.name)).toEqual(['阶段1', '阶段2', '阶段3'])
  expect(steps.map((it) => it.state)).toEqual(states)
})

import { HOME_STEPS, RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { guideSteps } from './home-guide.ts'

const nothing = Object.fromEntries(HOME_STEPS.map((key) => [key, false])) as Parameters<typeof guideSteps>[0]
const relationId = RelationId.parse('a'.repeat(32))
const account = { accountType: 'CORP', relationId, source: 'douyin' } as const

test('without an account every step about an account leads to the accounts', () => {
  const steps = guideSteps(nothing, undefined)

  expect(steps.map(({ key, path }) => `${key} ${path}`)).toEqual([
    'bind /channel',
    'knowledge /channel',
    'agentConfig /channel',
    'preview /channel',
    'addAgent /setting/agent',
    'hosting /channel',
  ])
})

test('with an account they lead to its AI, and each step has its own tick', () => {
  const steps = guideSteps({ ...nothing, bind: true, preview: true }, account)

  expect(steps.filter((step) => step.done).map((step) => step.key)).toEqual(['bind', 'preview'])
  expect(steps.map((step) => step.path).slice(1, 4)).toEqual([
    `/channel/CORP/${relationId}/douyin/ai-agent?tab=knowledge`,
    `/channel/CORP/${relationId}/douyin/ai-agent`,
    `/channel/CORP/${relationId}/douyin/ai-agent?view=preview`,
  ])
})

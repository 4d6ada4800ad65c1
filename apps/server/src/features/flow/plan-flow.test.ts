import { receptionPlanApi } from '@ruwu/contract'
import { paintCells } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { NIGHT_AI_GRID, planFields } from '../../testing/plan-fields.ts'
import { end, flowWorld, graphOf, send, start } from './testing/flow-world.ts'

const at = (time: string, day = '2026-03-17') => new Date(`${day}T${time}:00+08:00`)

test('a published flow receives customers in its periods, and in the AI’s while the account’s switch is off', async () => {
  const here = await flowWorld()
  here.clock.set(at('21:50'))
  const nodes = [start({ type: 'manual' }), send('hello', '夜间值守'), end]
  const { id: flowId } = await here.flowOf(graphOf(nodes, ['start', 'next', 'hello'], ['hello', 'next', 'end']))
  const night = { mode: 'workflow', flowId } as const
  const grid = paintCells(NIGHT_AI_GRID, { days: [0, 6], cells: [44, 47] }, night)
  const fields = planFields({ grid, accountIds: [here.account.id], closeMode: night })
  await here.zhao.call(receptionPlanApi.save, { body: fields })

  expect(await here.customerOf(await here.write('小满', '在吗'))).toMatchObject({ receptionType: 'manual' })
  here.clock.set(at('22:10'))
  const id = await here.write('小雨', '在吗')
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'workflow', aiOffReason: 'schedule' })
  await here.work()
  expect(await here.saidTo(id)).toEqual(['夜间值守'])

  here.clock.set(at('03:00', '2026-03-18'))
  const simulate = () =>
    here.zhao.call(receptionPlanApi.simulate, {
      body: { relationId: here.account.id, at: here.clock.now().toISOString() },
    })
  expect(await simulate()).toMatchObject({ mode: 'ai_agent', flowId: null })
  await here.db.pool.query(`update channel_account set reception_mode = 'close'`)
  expect(await simulate()).toMatchObject({ mode: 'workflow', flowId })
})

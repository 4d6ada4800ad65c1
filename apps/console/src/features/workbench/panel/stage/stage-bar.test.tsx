import { CustomerDetail, CustomerSetting, Stage, customerApi, customerSettingApi } from '@ruwu/contract'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { askFor } from '../../chat-requests.ts'
import { StageBar } from './stage-bar.tsx'

const stages = ['新客', '跟进中', '高意向'].map((name, position) => sample(Stage, { name, position }))
const customer = sample(CustomerDetail, { stageId: null })

async function open() {
  const server = createFakeServer()
  server.answer(customerSettingApi.get, sample(CustomerSetting, { stages }))
  server.answer(customerApi.update, { ...customer, stageId: stages[2]!.id })
  const page = renderConsole(<StageBar customer={customer} canEdit />, { server })
  await screen.findByRole('button', { name: '跟进中' })
  return page
}

const ask = (stage: Stage) => act(() => askFor(customer.customerId, 'stage', { stageId: stage.id }))
const isMarked = (name: string) => screen.getByRole('button', { name }).dataset['asked'] === 'true'

test('the step that is asked for is marked until the focus leaves it or it is chosen', async () => {
  const { user } = await open()

  ask(stages[1]!)
  expect(isMarked('跟进中')).toBe(true)
  ask(stages[2]!)
  expect([isMarked('跟进中'), isMarked('高意向')]).toEqual([false, true])
  await user.keyboard('{ArrowLeft}')
  expect([isMarked('跟进中'), isMarked('高意向')]).toEqual([false, false])

  ask(stages[1]!)
  await user.keyboard('{Enter}')
  expect(isMarked('跟进中')).toBe(false)
})

test('the shortcut focuses the next stage, arrows move on, Enter sets it', async () => {
  const { user, server } = await open()

  act(() => askFor(customer.customerId, 'stage'))
  expect(document.activeElement?.textContent).toBe('跟进中')
  await user.keyboard('{ArrowRight}{Enter}')

  await expect
    .poll(() => server.calls(customerApi.update))
    .toEqual([{ body: { customerId: customer.customerId, stageId: stages[2]!.id } }])
})

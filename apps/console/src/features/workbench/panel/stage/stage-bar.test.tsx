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

test('the shortcut focuses the next stage, arrows move on, Enter sets it', async () => {
  const server = createFakeServer()
  server.answer(customerSettingApi.get, sample(CustomerSetting, { stages }))
  server.answer(customerApi.update, { ...customer, stageId: stages[2]!.id })
  const { user } = renderConsole(<StageBar customer={customer} canEdit />, { server })
  await screen.findByRole('button', { name: '跟进中' })

  act(() => askFor(customer.customerId, 'stage'))
  expect(document.activeElement?.textContent).toBe('跟进中')
  await user.keyboard('{ArrowRight}{Enter}')

  await expect
    .poll(() => server.calls(customerApi.update))
    .toEqual([{ body: { customerId: customer.customerId, stageId: stages[2]!.id } }])
})

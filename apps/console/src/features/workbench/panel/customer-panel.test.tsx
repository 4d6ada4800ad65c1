import {
  CustomerDetail,
  CustomerSetting,
  Lead,
  Stage,
  customerApi,
  customerSettingApi,
  leadApi,
  tagApi,
} from '@ruwu/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { askFor } from '../chat-requests.ts'
import { CustomerPanel } from './customer-panel.tsx'

const stages = ['新客', '跟进中'].map((name, position) => sample(Stage, { name, position }))

async function open(leads: Lead[] = []) {
  const server = createFakeServer()
  const customer = sample(CustomerDetail, { stageId: null, tagIds: [] })
  server.answer(customerApi.detail, customer)
  server.answer(customerSettingApi.get, sample(CustomerSetting, { stages }))
  server.answer(customerSettingApi.listFields, [])
  server.answer(tagApi.list, [])
  server.answer(leadApi.list, { ...sample(leadApi.list.data), items: leads })
  const page = renderConsole(<CustomerPanel customerId={customer.customerId} onShowMessage={() => {}} />, { server })
  await screen.findByRole('button', { name: '跟进中' })
  await page.user.click(screen.getByRole('tab', { name: /线索/u }))
  expect(screen.queryByRole('button', { name: '跟进中' })).toBeNull()
  return { ...page, customerId: customer.customerId }
}

const isProfileShown = () => screen.getByRole('tab', { name: '资料' }).getAttribute('aria-selected') === 'true'

test('阶段改为 of a next step leads to the profile from another tab', async () => {
  const { customerId } = await open()

  act(() => askFor(customerId, 'stage'))

  expect(isProfileShown()).toBe(true)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('跟进中'))
})

test('打标签 of a next step leads to the profile from another tab', async () => {
  const { customerId } = await open()

  act(() => askFor(customerId, 'tag'))

  expect(isProfileShown()).toBe(true)
  expect(await screen.findByRole('combobox', { name: '搜索标签' })).toBeTruthy()
})

test('a contact that is selected and copied is reported', async () => {
  const lead = sample(Lead, { kind: 'phone', value: '138****5678', state: 'valid' })
  const { server } = await open([lead])
  server.answer(leadApi.copied, true)
  const contact = await screen.findByText(lead.value)

  window.getSelection()?.selectAllChildren(contact)
  fireEvent.copy(contact)

  await expect.poll(() => server.calls(leadApi.copied)).toEqual([{ body: { leadId: lead.leadId } }])
})

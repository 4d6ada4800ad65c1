import { CustomerDetail, CustomerItem, agentApi, customerApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testConfirmRules } from '../../../testing/form-rules.ts'
import { openLayer, renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { useBlock, useReceive } from './customer.mutations.ts'
import { customerKeys } from './customer-keys.ts'
import { useCustomer, useVisibleId } from './customer.queries.ts'

const customer = sample(CustomerItem, { name: 'Momo', remark: '王女士' })

function Actions() {
  const block = useBlock()
  const receive = useReceive()
  return (
    <>
      <button type="button" onClick={() => block.mutate({ customer, block: true })}>
        拉黑
      </button>
      <button type="button" onClick={() => block.mutate({ customer, block: false })}>
        取消拉黑
      </button>
      <button type="button" onClick={() => receive.mutate({ customer })}>
        接待
      </button>
    </>
  )
}

function open() {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(customerApi.block, customer)
  server.answer(customerApi.receive, customer)
  return openLayer(() => <Actions />, { server })
}

testConfirmRules({
  open,
  ask: (page) => page.user.click(page.button('拉黑')),
  title: '拉黑「王女士(Momo)」？',
  endpoint: customerApi.block,
  sent: { body: { customerId: customer.customerId, block: true } },
})

test('取消拉黑 needs no question', async () => {
  const page = await open()

  await page.user.click(page.button('取消拉黑'))

  await expect
    .poll(() => page.server.calls(customerApi.block))
    .toEqual([{ body: { customerId: customer.customerId, block: false } }])
})

test('above the limit of the agent the customer is received only after a confirmation', async () => {
  const page = await open()
  page.server.refuse(customerApi.receive, 'refused', { msg: '已达接待上限，仍要接待？', data: { confirm: true } })

  await page.user.click(page.button('接待'))
  await page.answer('已达接待上限，仍要接待？', '取消')
  expect(page.server.calls(customerApi.receive)).toHaveLength(1)

  await page.user.click(page.button('接待'))
  page.server.answer(customerApi.receive, customer)
  await page.answer('已达接待上限，仍要接待？', '确认')
  await expect
    .poll(() => page.server.calls(customerApi.receive).map((it) => it.body.confirmFull))
    .toEqual([false, false, true])
  expect(page.toasts).toEqual([])
})

test('a colleague who was faster is named in a toast, and nothing is asked', async () => {
  const page = await open()
  page.server.refuse(customerApi.receive, 'taken', { msg: '已被卫青禾接待' })

  await page.user.click(page.button('接待'))

  await expect.poll(() => page.toasts).toEqual(['error: 已被卫青禾接待'])
})

test('a customer who may no longer be seen is told to the list, whose row then leaves', async () => {
  function Row() {
    useCustomer(customer.customerId)
    return useVisibleId(customer.customerId) ? '在列表中' : '已离开'
  }
  const server = createFakeServer()
  server.answer(customerApi.detail, sample(CustomerDetail, { customerId: customer.customerId }))
  const page = renderConsole(<Row />, { server })
  await expect.poll(() => server.calls(customerApi.detail).length).toBe(1)
  expect(screen.getByText('在列表中')).toBeTruthy()

  server.refuse(customerApi.detail, 'notFound')
  await page.cache.refetchQueries({ queryKey: customerKeys.detail(customer.customerId) })

  expect(await screen.findByText('已离开')).toBeTruthy()
})

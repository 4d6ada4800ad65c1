import { CustomerCounts, CustomerDetail, customerApi, messageApi } from '@ruwu/contract'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { createFakeServer } from '../../testing/fake-server.ts'
import { me } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { writeSession } from '../../session/session.ts'
import { customerOptions } from './customer/customer.queries.ts'
import { startChat } from './start-chat.ts'
import { threadStore } from './thread/thread-store.ts'

const customer = sample(CustomerDetail, { name: '小满' })
const { customerId } = customer

afterEach(() => threadStore.clear())

function start(address: string) {
  writeSession({ token: 'token', entId: me.entId, id: me.id, entName: '如晤演示' })
  const server = createFakeServer()
  server.answer(customerApi.detail, customer)
  server.answer(customerApi.list, { items: [], nextCursor: null, total: 0 })
  server.answer(customerApi.count, sample(CustomerCounts))
  server.answer(messageApi.list, { items: [], hasMoreBefore: false, hasMoreAfter: false })
  server.answer(messageApi.locate, { items: [], hasMoreBefore: false, hasMoreAfter: false, seq: 4, customer })
  const queries = createQueryClient()
  startChat(queries, new URL(address, 'http://localhost').searchParams)
  const counts = async () => {
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    const asked = [customerApi.detail, messageApi.list, messageApi.locate, customerApi.list, customerApi.count]
    return asked.map((endpoint) => server.calls(endpoint).length)
  }
  return { queries, server, counts }
}

test.each([
  ['/chat?scope=3', [0, 0, 0, 1, 1]],
  [`/chat?scope=3&customerId=${customerId}`, [1, 1, 0, 1, 1]],
  [`/chat?customerId=${customerId}&seq=4`, [1, 0, 1, 1, 1]],
  ['/chat?customerId=nobody', [0, 0, 0, 1, 1]],
])('%s asks for detail, messages, place, list and counts: %j', async (address, expected) => {
  expect(await start(address).counts()).toEqual(expected)
})

test('the page asks for none of it again', async () => {
  const { queries, server, counts } = start(`/chat?customerId=${customerId}`)
  await counts()

  await queries.ensureQueryData(customerOptions(customerId))
  await threadStore.open(customerId)

  expect([server.calls(customerApi.detail).length, server.calls(messageApi.list).length]).toEqual([1, 1])
})

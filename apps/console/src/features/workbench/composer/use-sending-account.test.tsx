import { channelApi, CustomerDetail, RelationId, SimpleAccount } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample, sampleId } from '../../../testing/sample.ts'
import { useSendingAccount } from './use-sending-account.ts'

function State({ customer }: { customer: CustomerDetail }) {
  const { openStatus, rules } = useSendingAccount(customer)
  return <p>{rules ? openStatus : `${openStatus}, general rules`}</p>
}

test.each([
  ['an account of the agent’s scope by its state', true, 'unbound'],
  ['one’s own customer of an account out of scope as one that may be answered', false, 'open, general rules'],
])('the composer takes %s', async (_name, isListed, state) => {
  const subSourceId = RelationId.parse(sampleId())
  const relationId = isListed ? subSourceId : RelationId.parse(sampleId())
  const server = createFakeServer()
  server.answer(channelApi.simpleList, [sample(SimpleAccount, { relationId, openStatus: 'unbound' })])

  const page = renderConsole(<State customer={sample(CustomerDetail, { subSourceId })} />, { server })

  await expect.poll(() => page.server.calls(channelApi.simpleList).length).toBe(1)
  expect(await screen.findByText(state)).toBeTruthy()
})

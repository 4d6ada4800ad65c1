import type { AgentId, Permission } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { actionsOf, bulkActionsOf } from './customer-actions.ts'

const lin = 'a'.repeat(32) as AgentId
const wei = 'b'.repeat(32) as AgentId

const offered = (agentId: AgentId | null, ...permissions: Permission[]) =>
  Object.entries(actionsOf({ agentId, archive: false }, lin, (it) => permissions.includes(it)))
    .filter(([, isOffered]) => isOffered)
    .map(([name]) => name)

test('an unassigned customer can be received, one’s own released and passed on', () => {
  expect(offered(null, 'im:replyCustomer')).toEqual(['canReceive'])
  expect(offered(lin, 'im:replyCustomer')).toEqual(['canRelease', 'canRedirect', 'canPostpone'])
})

test('a colleague’s customer is only for who manages transfers', () => {
  expect(offered(wei, 'im:replyCustomer')).toEqual([])
  expect(offered(wei, 'im:manageCustomerTransfer')).toEqual(['canRelease', 'canRedirect'])
})

test('who may only look may do nothing but pass on what is theirs', () => {
  expect(offered(null)).toEqual([])
  expect(offered(lin)).toEqual(['canRedirect'])
  expect(offered(wei, 'im:editCustomerInfo')).toEqual(['canEdit'])
})

test.each<[Permission[], string[]]>([
  [[], []],
  [['im:viewPage'], []],
  [['im:editCustomerInfo'], ['canEdit']],
  [['im:replyCustomer'], ['canReceive', 'canRelease', 'canRedirect', 'canPostpone']],
  [['im:manageCustomerTransfer'], ['canRelease', 'canRedirect']],
])('who has %j may do %j with several at once', (permissions, expected) => {
  const offers = bulkActionsOf((it) => permissions.includes(it))

  expect(Object.entries(offers).flatMap(([name, isOffered]) => (isOffered ? [name] : []))).toEqual(expected)
})

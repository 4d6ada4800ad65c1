import { agentApi, channelApi, customerApi, CustomerDetail, quickReplyApi, SimpleAccount } from '@ruwu/contract'
import { SOURCE_CAPABILITIES } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { me, renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { Composer } from './composer/composer.tsx'
import { customerKeys } from './customer/customer-keys.ts'
import { useChatShortcuts } from './use-chat-shortcuts.ts'

const open24h = { left: 6, max: 6, closesAt: null, ruleId: null }
const shown = {
  source: 'redbook',
  agentId: me.id,
  archive: false,
  isBlocked: false,
  unread: 0,
  quota: open24h,
} as const

function Chat({ customer }: { customer: CustomerDetail }) {
  useChatShortcuts({ list: createRef(), customerId: customer.customerId, onOpen: () => {} })
  return <Composer customer={customer} />
}

/** The open customer of one's own, with a reply in the box. */
async function write(text: string) {
  const server = createFakeServer()
  const customer = sample(CustomerDetail, shown)
  const account = sample(SimpleAccount, {
    source: 'redbook',
    openStatus: 'open',
    capabilities: SOURCE_CAPABILITIES.redbook,
    relationId: customer.subSourceId,
    guard: { ...sample(SimpleAccount).guard, textChars: 1000 },
  })
  server.answer(agentApi.list, [])
  server.answer(quickReplyApi.groupReplies, { entGroups: [], agentGroups: [] })
  server.answer(channelApi.simpleList, [account])
  server.answer(customerApi.detail, customer)
  const marked: string[] = []
  server.answerRaw('POST', `/api/chat/unread/${customer.topicId}`, ({ path }) => {
    marked.push(path)
    return {}
  })
  const page = renderConsole(<Chat customer={customer} />, { server, path: '/chat' })
  page.cache.setQueryData(customerKeys.detail(customer.customerId), customer)
  await page.user.click(await screen.findByLabelText('回复内容'))
  if (text) await page.user.paste(text)
  return { ...page, customer, marked }
}

test('Alt+O sends what is typed later', async () => {
  const { user } = await write('方案做好了')

  await user.keyboard('{Alt>}o{/Alt}')

  await screen.findByRole('dialog', { name: '稍后发送' })
  expect(valueIn('消息内容')).toBe('方案做好了')
})

test('Alt+O without a text says why, and does nothing to a note', async () => {
  const { user, toasts } = await write('')
  await user.keyboard('{Alt>}o{/Alt}')
  expect(toasts).toEqual(['warning: 请先输入要发送的文字'])

  await user.click(screen.getByRole('tab', { name: '内部备注' }))
  await user.keyboard('老客户{Alt>}o{/Alt}')

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toasts).toHaveLength(1)
})

test('Alt+K marks the open customer as unread', async () => {
  const { user, customer, cache, marked } = await write('')

  await user.keyboard('{Alt>}k{/Alt}')

  await expect.poll(() => marked).toEqual([`/api/chat/unread/${customer.topicId}`])
  expect(cache.getQueryData<CustomerDetail>(customerKeys.detail(customer.customerId))?.unread).toBe(1)
})

import {
  agentApi,
  CUSTOMER_PAGE,
  customerApi,
  CustomerItem,
  customerSettingApi,
  messageApi,
  noticeApi,
  tagApi,
} from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, DEFAULT_CUSTOMER_SORT } from '@ruwu/domain'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { useChatShortcuts } from '../../use-chat-shortcuts.ts'
import { useSelection } from '../use-selection.ts'
import { ListBody, type ListHandle } from './list-body.tsx'

const view = { agentId: me.id, filter: DEFAULT_CUSTOMER_FILTER, sort: DEFAULT_CUSTOMER_SORT }
const item = (unread: number, hour: number) =>
  sample(CustomerItem, { unread, agentId: me.id, archive: false, lastMessageAt: `2026-03-16T0${hour}:00:00.000Z` })
const [open, read, far] = [item(0, 3), item(0, 2), item(2, 1)]

function Host({ handle, onOpen }: { handle: React.RefObject<ListHandle | null>; onOpen: (id: string) => void }) {
  useChatShortcuts({ list: handle, customerId: open.customerId, onOpen })
  const selection = useSelection('')
  return (
    <ListBody
      view={view}
      counts={undefined}
      openId={open.customerId}
      selection={selection}
      onShow={() => {}}
      handle={handle}
    />
  )
}

/** The list has loaded its first page; `unread`: what the server finds with the filter 未读. */
async function press(unread: CustomerItem[], nextCursor: string | null) {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(tagApi.list, [])
  server.answer(customerSettingApi.listFields, [])
  server.answer(noticeApi.page, sample(noticeApi.page.data))
  server.answer(customerApi.detail, ({ query }) => sample(customerApi.detail.data, query))
  server.answer(messageApi.list, sample(messageApi.list.data))
  server.answer(customerApi.list, ({ body }) =>
    body.unread
      ? { items: unread, nextCursor: null, total: unread.length }
      : { items: [open, read], nextCursor, total: CUSTOMER_PAGE + 1 },
  )
  const opened: string[] = []
  const handle = createRef<ListHandle>()
  const drawn = renderConsole(<Host handle={handle} onOpen={(id) => opened.push(id)} />, { server, path: '/chat' })
  await expect.poll(() => handle.current?.neighbour(open.customerId, 1)).toBe(read.customerId)
  await drawn.user.keyboard('{Alt>}n{/Alt}')
  const asked = () => server.calls(customerApi.list).filter(({ body }) => body.unread)
  return { ...drawn, opened, asked }
}

test('Alt+N opens an unread customer of a page that is not loaded', async () => {
  const { opened, asked } = await press([open, far], 'next')

  await expect.poll(() => opened).toEqual([far.customerId])
  expect(asked()).toMatchObject([{ body: { scope: view.filter.scope, sort: view.sort } }])
})

test('Alt+N says that there is none when the server knows of none either', async () => {
  const { opened, toasts } = await press([open], 'next')

  await expect.poll(() => toasts).toEqual(['info: 没有未读客户'])
  expect(opened).toEqual([])
})

test('of a list that is loaded to its end the server is not asked', async () => {
  const { asked, toasts } = await press([], null)

  await expect.poll(() => toasts).toEqual(['info: 没有未读客户'])
  expect(asked()).toEqual([])
})

import { CustomerId, MessageId, searchApi, THREAD_HITS_MAX } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { renderConsole } from '../../../../testing/render.tsx'
import { NO_CRITERIA } from './search-criteria.ts'
import { ThreadSearch } from './thread-search.tsx'

const customerId = CustomerId.parse('c'.repeat(32))
const hits = Array.from({ length: THREAD_HITS_MAX }, (_, n) => ({
  id: MessageId.parse(n.toString(16).padStart(32, '0')),
  seq: THREAD_HITS_MAX - n,
}))

const nothing = () => {}

test.each([
  ['all hits', { hits, hasMore: false }, '1/200'],
  ['the newest of many', { hits, hasMore: true }, '1/200，仅显示最近 200 条'],
  ['none', { hits: [], hasMore: false }, '没有符合条件的结果'],
  ['none among the newest', { hits: [], hasMore: true }, '最近的消息中没有符合条件的结果'],
])('says of %s how many there are', async (_what, found, text) => {
  const server = createFakeServer()
  server.answer(searchApi.thread, found)
  renderConsole(
    <ThreadSearch
      customerId={customerId}
      criteria={{ ...NO_CRITERIA, keyword: '定制' }}
      onChange={nothing}
      onShow={nothing}
      onClose={nothing}
    />,
    { server },
  )

  expect(await screen.findByText(text)).toBeTruthy()
})

import { SimpleAccount, channelApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import type { BillFilter } from '../bill-filter.ts'
import { BillFilters } from './bill-filters.tsx'

const account = sample(SimpleAccount, { name: '旗舰店' })

async function open(initial: BillFilter = {}) {
  const server = createFakeServer()
  server.answer(channelApi.simpleList, [account])
  const changes: BillFilter[] = []
  function Filters() {
    const [filter, setFilter] = useState(initial)
    const change = (part: BillFilter) => {
      changes.push(part)
      setFilter((old) => ({ ...old, ...part }))
    }
    return <BillFilters filter={filter} onChange={change} onClear={() => setFilter({})} />
  }
  const page = await openLayer(() => <Filters />, { server })
  return { ...page, changes }
}

const days = () => ['开始日期', '结束日期'].map((it) => screen.getByPlaceholderText<HTMLInputElement>(it).value)

test('type, item and account filter one by one, and 全部 takes a filter away', async () => {
  const page = await open()

  await page.choose('类型', '充值')
  await page.choose('项目', 'AI 回复')
  await page.choose('渠道账号', '旗舰店')
  await page.choose('类型', '全部')

  expect(page.changes).toEqual([
    { type: 'recharge' },
    { item: 'ai_reply' },
    { account: account.relationId },
    { type: undefined },
  ])
})

test('a range of days is given as calendar days', async () => {
  const page = await open()

  await page.user.click(screen.getByPlaceholderText('开始日期'))
  await page.user.type(screen.getByPlaceholderText('开始日期'), '2026-03-01{Enter}')
  await page.user.type(screen.getByPlaceholderText('结束日期'), '2026-03-16{Enter}')

  await expect.poll(() => page.changes).toEqual([{ from: '2026-03-01', to: '2026-03-16' }])
})

test('the filters of the address are shown, and 清空 takes all of them away', async () => {
  const page = await open({ type: 'consume', from: '2026-03-01', to: '2026-03-16' })
  expect(screen.getByText('消耗')).toBeTruthy()
  expect(days()).toEqual(['2026-03-01', '2026-03-16'])

  await page.user.click(page.button('清空'))

  expect(screen.queryByText('消耗')).toBeNull()
  expect(days()).toEqual(['', ''])
})

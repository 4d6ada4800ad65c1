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

test('按日汇总 is switched on and off', async () => {
  const page = await open()

  await page.user.click(screen.getByRole('switch', { name: '按日汇总' }))
  await page.user.click(screen.getByRole('switch', { name: '按日汇总' }))

  expect(page.changes).toEqual([{ daily: true }, { daily: false }])
})

test('dates are chosen by name, and 自定义 begins with the days shown', async () => {
  const page = await open()

  await page.choose('日期', '近7天')
  await page.choose('日期', '自定义')
  await page.choose('日期', '全部时间')

  expect(page.changes).toEqual([
    { dates: { range: 'recent7Days' } },
    { dates: { range: 'custom', from: expect.stringMatching(/^\d{4}-/), to: expect.stringMatching(/^\d{4}-/) } },
    { dates: undefined },
  ])
})

test('days of one’s own are given as calendar days, at most 184', async () => {
  const page = await open({ dates: { range: 'custom', from: '2026-03-01', to: '2026-03-16' } })
  const pick = async (from: string, to: string) => {
    const [first, last] = screen.getAllByRole<HTMLInputElement>('textbox').slice(-2)
    await page.user.click(first!)
    for (const [input, day] of [
      [first!, from],
      [last!, to],
    ] as const) {
      await page.user.clear(input)
      await page.user.paste(day)
      await page.user.keyboard('{Enter}')
    }
  }

  await pick('2026-03-02', '2026-03-20')
  await expect.poll(() => page.changes).toEqual([{ dates: { range: 'custom', from: '2026-03-02', to: '2026-03-20' } }])

  await pick('2025-01-01', '2026-03-20')
  await expect.poll(() => page.toasts).toEqual(['error: 最多选择 184 天'])
  expect(page.changes).toHaveLength(1)
})

test('the filters of the address are shown, and 清空 takes all of them away', async () => {
  const page = await open({ type: 'consume', dates: { range: 'month' } })
  expect(screen.getByText('消耗')).toBeTruthy()
  expect(screen.getByText('本月')).toBeTruthy()

  await page.user.click(page.button('清空'))

  expect(screen.queryByText('消耗')).toBeNull()
  expect(screen.getByText('全部时间')).toBeTruthy()
})

import { CustomerCounts } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { NoCustomers } from './list-states.tsx'

const counts = (mine: number, unassigned: number) =>
  sample(CustomerCounts, {
    myCount: mine,
    unassignedCount: unassigned,
    colleagueCount: -1,
    allCount: mine + unassigned,
  })

test('nothing of my own while others wait: says so and leads there', async () => {
  const onScope = vi.fn()
  const { user } = renderConsole(
    <NoCustomers filter={DEFAULT_CUSTOMER_FILTER} counts={counts(0, 66)} onClear={undefined} onScope={onScope} />,
  )

  expect(screen.getByText('暂无归属我的客户')).toBeTruthy()
  expect(screen.getByText('「未分配」中有 66 位客户')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '查看「未分配」' }))
  expect(onScope).toHaveBeenCalledWith(3)
})

test('a filter that matches in another group leads there, or is cleared', async () => {
  const [onScope, onClear] = [vi.fn(), vi.fn()]
  const filter = { ...DEFAULT_CUSTOMER_FILTER, scope: 3 as const, unread: true }
  const { user } = renderConsole(
    <NoCustomers filter={filter} counts={counts(2, 0)} onClear={onClear} onScope={onScope} />,
  )

  expect(screen.getByText('「我的」中有 2 位符合条件')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '查看「我的」' }))
  await user.click(screen.getByRole('button', { name: '清空筛选' }))
  expect(onScope).toHaveBeenCalledWith(1)
  expect(onClear).toHaveBeenCalledTimes(1)
})

test('without any customer an account is bound', () => {
  renderConsole(
    <NoCustomers filter={DEFAULT_CUSTOMER_FILTER} counts={counts(0, 0)} onClear={undefined} onScope={vi.fn()} />,
  )

  expect(screen.getByRole('link', { name: '绑定账号' })).toBeTruthy()
})

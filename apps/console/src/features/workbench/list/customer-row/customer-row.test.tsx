import { CustomerItem, Tag } from '@ruwu/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { CustomerRow, REST_MS } from './customer-row.tsx'

const unused = () => {}

/** A row; answers which customers it has loaded ahead. */
function show(state: { isOpen?: boolean; isSelected?: boolean; postponedUntil?: string } = {}) {
  const tag = sample(Tag, { name: '高意向' })
  const { postponedUntil = null } = state
  const item = sample(CustomerItem, { name: '王女士', remark: '', tagIds: [tag.id], postponedUntil })
  const onLoadAhead = vi.fn()
  const { user } = renderConsole(
    <CustomerRow
      item={item}
      isOpen={state.isOpen ?? false}
      isBelowOpen={false}
      isLeaving={false}
      isDue={false}
      isSelected={state.isSelected}
      tags={new Map([[tag.id, tag]])}
      fields={[]}
      keyword=""
      now={Date.parse('2026-03-16T02:00:00.000Z')}
      timeZone="Asia/Shanghai"
      actions={{ addressOf: () => '/chat', onLoadAhead, onOpen: unused, onMenu: unused, onSelect: unused }}
    />,
  )
  const link = screen.getByRole('link', { name: '王女士' })
  return { user, link, item, loaded: () => onLoadAhead.mock.calls.flat() as unknown[] }
}

test('a row that the pointer rests on is loaded ahead', async () => {
  const { user, link, item, loaded } = show()

  await user.hover(link)

  await expect.poll(loaded).toEqual([item.customerId])
})

test.for([
  ['that the pointer only passes', {}, true],
  ['that is open already', { isOpen: true }, false],
  ['that is being selected', { isSelected: false }, false],
] as const)('a row %s is not loaded ahead', async ([, state, isPassed]) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { link, loaded } = show(state)
    fireEvent.pointerOver(link)
    if (isPassed) fireEvent.pointerOut(link)

    await vi.advanceTimersByTimeAsync(REST_MS * 2)

    expect(loaded()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('a postponed row shows its time in the place of its tags', () => {
  show()
  expect(screen.getByText('高意向')).toBeTruthy()
  cleanup()

  show({ postponedUntil: '2026-03-16T06:30:00.000Z' })

  expect(screen.getByText('稍后 今天 14:30')).toBeTruthy()
  expect(screen.queryByText('高意向')).toBeNull()
})

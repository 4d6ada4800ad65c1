import { expect, test } from 'vitest'
import { memoryStorage } from '../../testing/memory-storage.ts'
import { recallPanelFold, recallWidth, rememberPanelFold, rememberWidth, withinWidth } from './pane-widths.ts'

test('the list is 320 wide at first and stays as it was left', () => {
  const memory = memoryStorage()
  expect(recallWidth(memory)).toBe(320)

  rememberWidth(memory, 391)
  expect(recallWidth(memory)).toBe(391)
})

test.each([
  [100, 280],
  [280, 280],
  [300.4, 300],
  [999, 420],
])('drawn to %d it is %d wide', (drawn, width) => {
  expect(withinWidth(drawn)).toBe(width)
})

test.each(['wide', '', '9000'])('a width of %j is brought within its bounds', (kept) => {
  const width = recallWidth(memoryStorage({ 'ruwu.customerListWidth': kept }))

  expect(width).toBeGreaterThanOrEqual(280)
  expect(width).toBeLessThanOrEqual(420)
})

test('the customer panel is open at first and stays as it was left', () => {
  const memory = memoryStorage()
  expect(recallPanelFold(memory)).toBe(false)

  rememberPanelFold(memory, true)
  expect(recallPanelFold(memory)).toBe(true)
})

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Tooltip, TooltipHost } from './tooltip.tsx'

const OPEN_DELAY_MS = 700

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => {
    fireEvent.keyDown(document, { key: 'Escape' })
    wait(OPEN_DELAY_MS)
    cleanup()
    vi.useRealTimers()
  })
})

function open() {
  const clicked = vi.fn()
  const { rerender } = render(<Page text="收起" />)
  function Page({ text }: { text: string | false }) {
    return (
      <>
        <Tooltip text={text}>
          <button type="button" aria-describedby="hint" onClick={clicked}>
            折叠
          </button>
        </Tooltip>
        <Tooltip text="消息提醒">
          <button type="button">铃</button>
        </Tooltip>
        <TooltipHost />
      </>
    )
  }
  return { clicked, rerender: (text: string | false) => rerender(<Page text={text} />) }
}

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const button = (name: string) => screen.getByRole('button', { name })
const shown = () => screen.queryByRole('tooltip')?.textContent

test('it opens after a while under the pointer, describes its element besides what did before, and goes with the pointer', () => {
  open()
  fireEvent.pointerEnter(button('折叠'))
  wait(OPEN_DELAY_MS - 1)
  expect(shown()).toBeUndefined()
  wait(1)
  expect(shown()).toBe('收起')
  expect(button('折叠').getAttribute('aria-describedby')).toBe('hint tooltip')

  fireEvent.pointerLeave(button('折叠'))
  wait(100)
  expect(shown()).toBeUndefined()
  expect(button('折叠').getAttribute('aria-describedby')).toBe('hint')
  fireEvent.pointerEnter(button('铃'))
  wait(0)
  expect(shown(), 'the next one opens at once').toBe('消息提醒')
})

test('from one to its neighbour it moves at once, also before the first was closed', () => {
  open()
  fireEvent.pointerEnter(button('折叠'))
  wait(OPEN_DELAY_MS)
  fireEvent.pointerLeave(button('折叠'))
  wait(50)

  fireEvent.pointerEnter(button('铃'))
  wait(0)

  expect(shown()).toBe('消息提醒')
  wait(OPEN_DELAY_MS)
  expect(shown()).toBe('消息提醒')
})

test('the pointer that comes back before it was closed keeps it', () => {
  open()
  fireEvent.pointerEnter(button('折叠'))
  wait(OPEN_DELAY_MS)
  fireEvent.pointerLeave(button('折叠'))
  wait(50)

  fireEvent.pointerEnter(button('折叠'))
  wait(OPEN_DELAY_MS)

  expect(shown()).toBe('收起')
})

test.each([
  ['Tab', '收起'],
  ['ArrowRight', '收起'],
  // Closes a dialog, which gives the focus back.
  ['Escape', undefined],
  ['Enter', undefined],
])('after the key %s a focus shows %s', (key, text) => {
  open()
  fireEvent.keyDown(document, { key })

  act(() => button('折叠').focus())

  expect(shown()).toBe(text)
})

test.each([
  ['Esc', () => fireEvent.keyDown(document, { key: 'Escape' })],
  ['a click', () => fireEvent.click(screen.getByRole('button', { name: '折叠' }))],
  ['scrolling', () => fireEvent.scroll(document)],
])('%s closes it', (_what, close) => {
  open()
  fireEvent.pointerEnter(button('折叠'))
  wait(OPEN_DELAY_MS)
  expect(shown()).toBe('收起')

  close()
  expect(shown()).toBeUndefined()
})

test('a text that comes and goes keeps the element and its click; without text there is none', () => {
  const { rerender, clicked } = open()
  const before = button('折叠')
  rerender(false)
  fireEvent.pointerEnter(before)
  wait(OPEN_DELAY_MS)
  expect(shown()).toBeUndefined()

  fireEvent.click(before)
  expect(button('折叠')).toBe(before)
  expect(clicked).toHaveBeenCalledOnce()
})

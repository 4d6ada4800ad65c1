import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing/render.tsx'
import { KeywordInput } from './keyword-input.tsx'

/** A page whose URL takes what was sent only when it is told to. */
function open() {
  const sent: string[] = []
  function Page() {
    const [value, setValue] = useState('')
    return (
      <>
        <KeywordInput value={value} placeholder="搜索" onChange={(keyword) => sent.push(keyword)} />
        <button type="button" onClick={() => setValue(sent.at(-1) ?? '')}>
          写入
        </button>
        <button type="button" onClick={() => setValue('')}>
          后退
        </button>
      </>
    )
  }
  const { user } = renderConsole(<Page />)
  const input = screen.getByPlaceholderText<HTMLInputElement>('搜索')
  return { user, sent, input, press: (name: string) => user.click(screen.getByText(name)) }
}

test('what is typed while the URL is written stays, and is sent next', async () => {
  const { user, input, sent, press } = open()

  await user.type(input, '三房 ')
  await expect.poll(() => sent).toEqual(['三房'])
  await user.type(input, '朝南')
  await press('写入')

  expect(input.value).toBe('三房 朝南')
  await expect.poll(() => sent).toEqual(['三房', '三房 朝南'])
})

test('leaving the field sends what was typed at once, and only once', async () => {
  const { user, input, sent, press } = open()
  await user.type(input, '三房')

  fireEvent.blur(input)

  expect(sent).toEqual(['三房'])
  await press('写入')
  fireEvent.blur(input)
  expect(sent).toEqual(['三房'])
})

test('a keyword that the URL gets otherwise is shown', async () => {
  const { user, input, sent, press } = open()
  await user.type(input, '三房{Enter}')
  expect(sent).toEqual(['三房'])
  await press('写入')

  await press('后退')

  expect(input.value).toBe('')
  await user.type(input, '四房{Enter}')
  expect(sent).toEqual(['三房', '四房'])
})

test('Enter that chooses a word of the input method sends nothing', async () => {
  const { user, input, sent } = open()

  fireEvent.compositionStart(input)
  await user.type(input, 'sanfang')
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
  expect(sent).toEqual([])

  await user.clear(input)
  fireEvent.compositionEnd(input)
  await user.type(input, '三房{Enter}')
  expect(sent).toEqual(['三房'])
})

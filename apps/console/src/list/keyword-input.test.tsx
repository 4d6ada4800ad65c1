import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing/render.tsx'
import { KeywordInput } from './keyword-input.tsx'

/** A page whose URL takes the keyword only when it is told to. */
function open() {
  const sent: string[] = []
  let write: (keyword: string) => void = () => undefined
  function Page() {
    const [value, setValue] = useState('')
    write = setValue
    return <KeywordInput value={value} placeholder="搜索" onChange={(keyword) => sent.push(keyword)} />
  }
  const page = renderConsole(<Page />)
  const input = screen.getByPlaceholderText<HTMLInputElement>('搜索')
  return { ...page, sent, input, write: (keyword: string) => act(() => write(keyword)) }
}

test('what is typed while the URL is written stays, and is sent next', async () => {
  const { user, input, sent, write } = open()

  await user.type(input, '三房 ')
  await expect.poll(() => sent).toEqual(['三房'])
  await user.type(input, '朝南')
  await write('三房')

  expect(input.value).toBe('三房 朝南')
  await expect.poll(() => sent).toEqual(['三房', '三房 朝南'])
})

test('a keyword that the URL gets otherwise is shown', async () => {
  const { user, input, sent, write } = open()
  await user.type(input, '三房{Enter}')
  expect(sent).toEqual(['三房'])
  await write('三房')

  await write('')

  expect(input.value).toBe('')
  await user.type(input, '四房{Enter}')
  expect(sent).toEqual(['三房', '四房'])
})

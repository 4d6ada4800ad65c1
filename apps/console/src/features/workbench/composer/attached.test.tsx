import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderConsole } from '../../../testing/render.tsx'
import { AttachedQuote } from './attached.tsx'

test('a quote says that the customer receives the text alone, and is dropped', async () => {
  const onDrop = vi.fn()
  const quote = { chatId: 'chat-001', name: '王女士', content: { type: 'text', text: '多少钱一平' } }
  const { user } = renderConsole(<AttachedQuote quote={quote} source="redbook" onDrop={onDrop} />)

  expect(await screen.findByText('客户只收到文字，看不到引用')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '取消引用' }))
  expect(onDrop).toHaveBeenCalledTimes(1)
})

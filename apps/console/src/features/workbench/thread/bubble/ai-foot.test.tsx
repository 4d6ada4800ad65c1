import { CustomerMessage } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { LogContext, type LogContextValue } from '../message-log/log-context.ts'
import { AiFoot } from './ai-foot.tsx'

test.each([
  [
    'how many pieces it was made from, and the best score',
    { basisCount: '2', basisScore: '0.91' },
    '查看依据2 条 · 0.91',
  ],
  ['nothing of an answer without knowledge', {}, '查看依据'],
])('the foot of an answer of the AI tells %s', async (_what, extra, shown) => {
  const message = sample(CustomerMessage, { senderKind: 'ai', content: { type: 'text', text: '七天', extra } })
  const context = { customer: {}, canReply: false } as unknown as LogContextValue
  renderConsole(
    <LogContext value={context}>
      <AiFoot message={message} />
    </LogContext>,
  )

  expect((await screen.findByRole('button', { name: /查看依据/ })).textContent).toBe(shown)
})

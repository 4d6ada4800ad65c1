import { CustomerDetail, CustomerMessage, MESSAGE_STATUS } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { me, renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { LogContext, type LogContextValue } from './log-context.ts'
import { LogRow } from './log-row.tsx'

const context = {
  customer: sample(CustomerDetail, { source: 'redbook' }),
  meId: me.id,
  agents: new Map(),
  timeZone: 'Asia/Shanghai',
  keyword: '',
  canReply: true,
  canResendForOthers: true,
} as unknown as LogContextValue

async function point(content: CustomerMessage['content']) {
  const message = sample(CustomerMessage, {
    content,
    senderId: me.id,
    senderKind: 'human',
    status: MESSAGE_STATUS.failed,
    createdAt: '2026-03-16T02:05:00.000Z',
  })
  const item = { row: { kind: 'message', message, isFirst: true }, day: undefined, isFirstNew: false }
  const { user } = renderConsole(
    <LogContext value={context}>
      <LogRow item={item as never} isActive isFound={false} />
    </LogContext>,
  )
  await user.hover(screen.getByRole('article'))
  // Resending needs no menu; it shows that the row is drawn.
  await screen.findByRole('button', { name: '重发' })
}

test('a failed picture offers nothing but 重发, so it has no 消息操作', async () => {
  await point({ type: 'image', url: '/file/a.png' })

  expect(screen.queryByRole('button', { name: '消息操作' })).toBeNull()
})

test('a failed text has 消息操作', async () => {
  await point({ type: 'text', text: '想定做衣柜' })

  expect(await screen.findByRole('button', { name: '消息操作' })).toBeTruthy()
})

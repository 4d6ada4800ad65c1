import { flowApi, MessageId, MessageOrigin as Origin } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { MessageOrigin } from './message-origin.tsx'

const messageId = sample(MessageId)

function open(answer: Origin | null) {
  const server = createFakeServer()
  server.answer(flowApi.origin, answer)
  const mark = (
    <MessageOrigin messageId={messageId} className="">
      自动
    </MessageOrigin>
  )
  return renderConsole(mark, { server })
}

test('the mark 自动 tells the flow, its version and the step, and asks only when it is opened', async () => {
  const { user, server } = open({ type: 'flow', name: '留资引导', step: 3, node: '提问', version: 2 })
  expect(server.calls(flowApi.origin)).toEqual([])

  await user.click(screen.getByRole('button', { name: '自动发送，查看来源' }))

  await screen.findByText('工作流「留资引导」版本 2 · 第 3 步 提问')
  expect(server.calls(flowApi.origin)).toEqual([{ query: { messageId } }])
})

test('a message that no rule or flow sent says so', async () => {
  const { user } = open(null)

  await user.click(screen.getByRole('button', { name: '自动发送，查看来源' }))

  expect(await screen.findByText('由系统自动发送')).toBeTruthy()
})

import { CustomerDetail, agentApi, channelApi, quickReplyApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { ReplyFoot } from './reply-foot.tsx'

test('who may not reply reads why there is no composer, and not that sending takes over', async () => {
  const customer = sample(CustomerDetail, { receptionType: 'ai_agent', agentId: null })
  renderConsole(<ReplyFoot customer={customer} canReply={false} isFree />, { permissions: ['im:viewPage'] })

  expect(await screen.findByText('AI 正在接待')).toBeTruthy()
  expect(screen.getByText(/^您没有回复客户的权限/)).toBeTruthy()
  expect(screen.queryByLabelText('回复内容')).toBeNull()
})

test.each([
  ['may reply', true, 'AI 正在接待，发送消息将自动接管'],
  ['may reply, but not to a colleague’s customer', false, 'AI 正在接待'],
])('who %s reads what sending does', async (_who, isFree, text) => {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(quickReplyApi.groupReplies, { entGroups: [], agentGroups: [] })
  server.answer(channelApi.simpleList, [])
  const customer = sample(CustomerDetail, { receptionType: 'ai_agent', agentId: me.id })

  renderConsole(<ReplyFoot customer={customer} canReply isFree={isFree} />, { server })

  expect(await screen.findByText(text)).toBeTruthy()
})

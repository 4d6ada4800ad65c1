import { type FlowNode, flowApi, type FlowTrigger } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sampleFlow } from '../../../testing/sample-flow.ts'
import { TestPanel } from './test-panel.tsx'

const flow = sampleFlow()
const question = { from: 'flow' as const, nodeId: 'phone', text: '方便留个手机号吗？' }
const begun = { runId: 'one', messages: [question], nodeId: 'phone', variables: {}, done: false }
const over = {
  runId: 'two',
  messages: [{ from: 'note' as const, nodeId: 'end', text: '流程结束' }],
  nodeId: null,
  variables: { phone: '13800001234' },
  done: true,
}

async function open(persist = vi.fn().mockResolvedValue(flow), nodes = flow.graph.nodes) {
  const server = createFakeServer()
  server.answer(flowApi.runTest, ({ body }) => (body.runId ? over : begun))
  const onTrace = vi.fn()
  const { name, accountIds } = flow
  const graph = { ...flow.graph, nodes }
  const editor = { flow, draft: { name, accountIds, graph }, persist }
  const panel = await openLayer((close) => <TestPanel editor={editor} onTrace={onTrace} onClose={close} />, { server })
  return { ...panel, onTrace }
}

test('the run begins at once, answers the customer, and shows what it kept', async () => {
  const panel = await open()
  await screen.findByText('方便留个手机号吗？')
  expect(panel.onTrace).toHaveBeenLastCalledWith({ passed: new Set(['phone']), here: 'phone' })

  await panel.user.type(screen.getByLabelText('扮演客户回复'), '13800001234{Enter}')

  expect(await screen.findByText('流程结束')).toBeTruthy()
  expect(screen.getByLabelText('变量').textContent).toBe('收集手机号13800001234')
  expect(panel.server.calls(flowApi.runTest).at(-1)).toEqual({
    body: { id: flow.id, runId: 'one', text: '13800001234', skip: false },
  })
  expect(panel.onTrace).toHaveBeenLastCalledWith({ passed: new Set(['phone', 'end']), here: null })
})

test('a wait can be skipped, and the run begun again', async () => {
  const panel = await open()
  await screen.findByText('方便留个手机号吗？')

  await panel.user.click(panel.button('跳过等待'))
  await screen.findByText('流程结束')
  await panel.user.click(panel.button('再试一次'))

  await expect.poll(() => screen.queryByText('流程结束')).toBeNull()
  expect(panel.server.calls(flowApi.runTest).map(({ body }) => [body.runId, body.skip])).toEqual([
    [undefined, false],
    ['one', true],
    [undefined, false],
  ])
})

test('a draft that cannot be saved is not run', async () => {
  const panel = await open(vi.fn().mockResolvedValue(undefined))

  await panel.user.click(panel.button('重新开始'))

  expect(panel.server.calls(flowApi.runTest)).toEqual([])
})

test('a refused step shows why', async () => {
  const panel = await open()
  await screen.findByText('方便留个手机号吗？')
  panel.server.refuse(flowApi.runTest, 'refused', { msg: '试运行已结束，请重新开始' })

  await panel.user.type(screen.getByLabelText('扮演客户回复'), '你好{Enter}')

  await expect.poll(() => panel.toasts).toEqual(['error: 试运行已结束，请重新开始'])
  expect(valueIn('扮演客户回复')).toBe('')
})

const start = (trigger: FlowTrigger): FlowNode => ({ id: 'start', type: 'start', x: 0, y: 0, data: { trigger } })
const [, ...others] = flow.graph.nodes

test('a flow that a message begins waits for it', async () => {
  const panel = await open(undefined, [start({ type: 'first_message' }), ...others])

  expect(screen.getByText('发送第一条消息，开始试运行')).toBeTruthy()
  expect(panel.server.calls(flowApi.runTest)).toEqual([])
  await panel.user.type(screen.getByLabelText('扮演客户回复'), '多少钱{Enter}')

  await screen.findByText('方便留个手机号吗？')
  expect(panel.server.calls(flowApi.runTest)).toEqual([{ body: { id: flow.id, text: '多少钱', skip: false } }])
})

test('a condition on 来源 lets the tester choose it, and the run begins again', async () => {
  const conditions = { op: 'all' as const, items: [{ type: 'source' as const, values: ['douyin' as const] }] }
  const branch: FlowNode = {
    id: 'if',
    type: 'condition',
    x: 0,
    y: 0,
    data: { branches: [{ id: 'b', name: '抖音', conditions }] },
  }
  const panel = await open(undefined, [...flow.graph.nodes, branch])
  await screen.findByText('方便留个手机号吗？')
  expect(screen.queryByLabelText('时间')).toBeNull()

  await panel.user.click(screen.getByLabelText('来源'))
  await panel.user.click(await screen.findByText('抖音'))

  await expect.poll(() => panel.server.calls(flowApi.runTest).at(-1)?.body).toMatchObject({ source: 'douyin' })
})

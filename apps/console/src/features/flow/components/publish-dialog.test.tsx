import { flowApi, type FlowProblem } from '@ruwu/contract'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sampleFlow } from '../../../testing/sample-flow.ts'
import { PublishDialog } from './publish-dialog.tsx'

const flow = sampleFlow()
const published = { ...flow, status: 'published' as const, publishedVersion: 1 }
const openExit: FlowProblem = { nodeId: 'phone', level: 'error', msg: '出口「超时」没有连接' }

function open({
  problems = [] as FlowProblem[],
  running = 0,
  persist = vi.fn().mockResolvedValue({ ...flow, version: 8 }),
} = {}) {
  const server = createFakeServer()
  server.answer(flowApi.publish, published)
  const take = vi.fn()
  const onLocate = vi.fn()
  const { name, accountIds, graph } = flow
  const editor = { flow: { ...flow, running }, draft: { name, accountIds, graph }, persist, take }
  const layer = openLayer(
    (close) => <PublishDialog editor={editor} problems={problems} onLocate={onLocate} onClose={close} />,
    { server },
  )
  return layer.then((dialog) => ({ ...dialog, take, onLocate }))
}

testFormRules({
  open,
  edit: (dialog) => dialog.fill('说明', '第一版'),
  typed: () => valueIn('说明'),
  submit: '发布',
  endpoint: flowApi.publish,
  sent: { body: { id: flow.id, note: '第一版', version: 8, moveRunning: false } },
})

test('the draft is saved first and published by its version', async () => {
  const dialog = await open()

  await dialog.user.click(dialog.button('发布'))

  await dialog.expectClosed()
  expect(dialog.take).toHaveBeenCalledExactlyOnceWith(published)
  expect(dialog.toasts).toEqual(['success: 已发布 v1'])
})

test('an error stops the publication and leads to its node, a reminder does not', async () => {
  const dialog = await open({ problems: [openExit] })

  expect(dialog.button('发布')).toHaveProperty('disabled', true)
  expect(screen.getByText('「收集手机号」出口「超时」没有连接')).toBeTruthy()
  await dialog.user.click(dialog.button('定位'))
  expect(dialog.onLocate).toHaveBeenCalledExactlyOnceWith('phone')
})

test('a reminder does not stop the publication', async () => {
  const dialog = await open({ problems: [{ ...openExit, level: 'warn' }] })

  expect(dialog.button('发布')).toHaveProperty('disabled', false)
})

test('what only the server finds is listed, and nothing is published', async () => {
  const dialog = await open()
  const problems = [{ ...openExit, msg: '所选卡片不存在或已删除' }]
  dialog.server.refuse(flowApi.publish, 'refused', { msg: '工作流还有问题', data: { problems } })

  await dialog.user.click(dialog.button('发布'))

  expect(await screen.findByText('「收集手机号」所选卡片不存在或已删除')).toBeTruthy()
  expect(dialog.button('发布')).toHaveProperty('disabled', true)
  expect(dialog.take).not.toHaveBeenCalled()
})

test('a draft that cannot be saved closes the dialog, because its conflict is told by the canvas', async () => {
  const dialog = await open({ persist: vi.fn().mockResolvedValue(undefined) })

  await dialog.user.click(dialog.button('发布'))

  await dialog.expectClosed()
  expect(dialog.server.calls(flowApi.publish)).toEqual([])
})

test('customers under way are moved only by an explicit choice', async () => {
  const dialog = await open({ running: 3 })

  expect(screen.getByText('进行中的 3 位客户')).toBeTruthy()
  await dialog.user.click(screen.getByText('转到新版本'))
  await dialog.user.click(dialog.button('发布'))

  await dialog.expectClosed()
  expect(dialog.server.calls(flowApi.publish)[0]?.body.moveRunning).toBe(true)
})

test('what a colleague saved behind the dialog is not published unseen', async () => {
  const server = createFakeServer()
  server.answer(flowApi.publish, published)
  const { name, accountIds, graph } = flow
  const persist = vi.fn().mockResolvedValue({ ...flow, version: 9 })
  function Behind({ close }: { close: () => void }) {
    const [draft, setDraft] = useState({ name, accountIds, graph })
    return (
      <>
        <button type="button" onClick={() => setDraft({ ...draft, graph: { ...graph, edges: [] } })}>
          同事保存
        </button>
        <PublishDialog
          editor={{ flow, draft, persist, take: vi.fn() }}
          problems={[]}
          onLocate={vi.fn()}
          onClose={close}
        />
      </>
    )
  }
  const dialog = await openLayer((close) => <Behind close={close} />, { server })

  fireEvent.click(screen.getByText('同事保存'))
  await dialog.user.click(dialog.button('发布'))

  await dialog.expectClosed()
  expect(dialog.toasts).toEqual(['warning: 草稿刚刚被他人更新，请看过再发布'])
  expect(server.calls(flowApi.publish)).toEqual([])
})

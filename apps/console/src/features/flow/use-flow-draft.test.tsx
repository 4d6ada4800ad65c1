import { type FlowDetail, flowApi } from '@ruwu/contract'
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { openLayer } from '../../testing/render.tsx'
import { sampleFlow } from '../../testing/sample-flow.ts'
import { flowKeys, useFlow } from './flow.queries.ts'
import { AUTOSAVE_MS, useFlowDraft } from './use-flow-draft.ts'

const flow = sampleFlow({ version: 7, name: '夜间留资' })

/** What the canvas does with the draft, as buttons. */
function Draft({ stored }: { stored: FlowDetail }) {
  const { draft, state, canUndo, change, undo, persist } = useFlowDraft(stored, true)
  return (
    <>
      <input
        aria-label="名称"
        value={draft.name}
        onChange={({ target }) => change(() => ({ name: target.value }), 'name')}
      />
      <output>{state}</output>
      <button type="button" disabled={!canUndo} onClick={undo}>
        撤销
      </button>
      <button type="button" onClick={() => void persist()}>
        保存
      </button>
    </>
  )
}

function Loaded() {
  const { data } = useFlow(flow.id)
  return data ? <Draft stored={data} /> : null
}

async function open() {
  const server = createFakeServer()
  server.answer(flowApi.detail, flow)
  server.answer(flowApi.list, [])
  server.answer(flowApi.save, ({ body }) => ({ ...flow, name: body.name ?? '', version: body.version + 1 }))
  const page = await openLayer(() => <Loaded />, { server })
  await screen.findByLabelText('名称')
  return { ...page, state: () => screen.getByRole('status').textContent }
}

const name = () => screen.getByLabelText<HTMLInputElement>('名称').value

test(`a change is saved after ${AUTOSAVE_MS / 1000} seconds, against the version it was made on`, async () => {
  const page = await open()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())

  await page.fill('名称', '早间留资')
  expect(page.state()).toBe('dirty')
  await act(() => vi.advanceTimersByTimeAsync(AUTOSAVE_MS))

  await expect.poll(page.state).toBe('saved')
  expect(page.server.calls(flowApi.save).map(({ body }) => [body.name, body.version])).toEqual([['早间留资', 7]])
  await page.fill('名称', '午间留资')
  await act(() => vi.advanceTimersByTimeAsync(AUTOSAVE_MS))
  await expect.poll(() => page.server.calls(flowApi.save).at(-1)?.body.version).toBe(8)
})

// R149
test('a draft that another tab saved meanwhile is not overwritten, and the own one comes back by undo', async () => {
  const page = await open()
  page.server.refuse(flowApi.save, 'stale', { msg: '内容已被 魏冬 更新，请刷新后重试' })
  page.server.answer(flowApi.detail, { ...flow, name: '魏冬的流程', version: 9 })
  await page.fill('名称', '早间留资')

  await page.user.click(page.button('保存'))
  await page.answer('内容已被 魏冬 更新，请刷新后重试', '取消')
  expect(page.state()).toBe('conflict')
  expect(name()).toBe('早间留资')

  await page.user.click(page.button('保存'))
  await page.answer('内容已被 魏冬 更新，请刷新后重试', '查看最新')
  await expect.poll(name).toBe('魏冬的流程')
  expect(page.state()).toBe('saved')
  await page.user.click(page.button('撤销'))
  expect(name()).toBe('早间留资')
})

test('without own changes the canvas follows a colleague’s draft', async () => {
  const page = await open()
  page.server.answer(flowApi.detail, { ...flow, name: '魏冬的流程', version: 8 })

  await act(() => page.cache.invalidateQueries({ queryKey: flowKeys.all }))

  await expect.poll(name).toBe('魏冬的流程')
  expect(page.state()).toBe('saved')
})

test('undo does not take back what a colleague has saved', async () => {
  const page = await open()
  await page.fill('名称', '早间留资')
  await page.user.click(page.button('保存'))
  await expect.poll(page.state).toBe('saved')
  page.server.answer(flowApi.detail, { ...flow, name: '魏冬的流程', version: 9 })
  await act(() => page.cache.invalidateQueries({ queryKey: flowKeys.all }))
  await expect.poll(name).toBe('魏冬的流程')

  expect(page.button('撤销').hasAttribute('disabled')).toBe(true)
})

test('a save whose answer was lost is no conflict with oneself', async () => {
  const page = await open()
  page.server.refuse(flowApi.save, 'internal')
  await page.fill('名称', '早间留资')
  await page.user.click(page.button('保存'))
  await expect.poll(page.state).toBe('failed')

  // The server had stored it.
  page.server.refuse(flowApi.save, 'stale', { msg: '内容已被 林小满 更新，请刷新后重试' })
  page.server.answer(flowApi.detail, () => {
    page.server.answer(flowApi.save, ({ body }) => ({ ...flow, name: body.name ?? '', version: body.version + 1 }))
    return { ...flow, name: '早间留资', version: 8 }
  })
  await page.fill('名称', '午间留资')
  await page.user.click(page.button('保存'))

  await expect.poll(page.state).toBe('saved')
  expect(name()).toBe('午间留资')
  expect(page.server.calls(flowApi.save).at(-1)?.body).toMatchObject({ name: '午间留资', version: 8 })
})

test('with own changes a colleague’s draft does not replace them', async () => {
  const page = await open()
  await page.fill('名称', '早间留资')
  page.server.answer(flowApi.detail, { ...flow, name: '魏冬的流程', version: 8 })

  await act(() => page.cache.invalidateQueries({ queryKey: flowKeys.all }))

  await expect.poll(() => page.server.calls(flowApi.detail).length).toBe(2)
  expect(name()).toBe('早间留资')
})

test('a text that is too long is not sent', async () => {
  const page = await open()
  await page.fill('名称', '一'.repeat(21))

  await page.user.click(page.button('保存'))

  await expect.poll(() => page.toasts).toEqual(['warning: 内容超出限制，未保存'])
  expect(page.state()).toBe('limit')
  expect(page.server.calls(flowApi.save)).toEqual([])
})

test('a failed save is told and tried again', async () => {
  const page = await open()
  page.server.refuse(flowApi.save, 'internal')
  await page.fill('名称', '早间留资')
  await page.user.click(page.button('保存'))
  await expect.poll(page.state).toBe('failed')

  page.server.answer(flowApi.save, { ...flow, version: 8 })
  await page.user.click(page.button('保存'))

  await expect.poll(page.state).toBe('saved')
})

import { Knowledge, KnowledgeDetail, RelationId, knowledgeApi } from '@ruwu/contract'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { readSession } from '../../../session/session.ts'
import { KnowledgeSheet } from './knowledge-sheet.tsx'

const relationId = sample(RelationId)
const stored = sample(KnowledgeDetail, { relationId, type: 'doc', title: '售后手册', fileName: '售后手册.pdf' })
const manual = new File(['text'], '保修说明.txt')

/** An upload over the fake server; `isOffline` fails as a network does. */
class FakeUpload extends EventTarget {
  static isOffline = false
  static last: FakeUpload
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  isAborted = false
  private address = ''
  private method = ''
  constructor() {
    super()
    FakeUpload.last = this
  }
  open(method: string, address: string) {
    Object.assign(this, { method, address })
  }
  setRequestHeader() {}
  async send(body: FormData) {
    if (FakeUpload.isOffline) return this.dispatchEvent(new Event('error'))
    const response = await fetch(this.address, { method: this.method, body })
    Object.assign(this, { status: response.status, responseText: await response.text() })
    return this.isAborted || this.dispatchEvent(new Event('load'))
  }
  abort() {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }
  reports(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
}

/** The sheet of a document. */
async function open(entry?: KnowledgeDetail) {
  const server = createFakeServer()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  FakeUpload.isOffline = false
  server.answer(knowledgeApi.upload, { file: 'file-1', name: '保修说明.txt', type: 'txt', size: 4 })
  server.answer(knowledgeApi.save, sample(Knowledge))
  server.answer(knowledgeApi.update, sample(Knowledge))
  return openLayer(
    (close) => (
      <KnowledgeSheet relationId={relationId} library="own" type="doc" entry={entry} canEdit onClose={close} />
    ),
    { server },
  )
}

type Sheet = Awaited<ReturnType<typeof open>>

const choose = (sheet: Sheet, file = manual) =>
  sheet.user.upload(screen.getByLabelText('文件', { selector: 'input' }), file)

test('a file is uploaded with its progress, then saved once for a double click', async () => {
  const sheet = await open()
  const held = sheet.server.hold(knowledgeApi.upload)
  await choose(sheet)
  act(() => FakeUpload.last.reports(1, 4))
  expect(screen.getByText('上传中 25%')).toBeTruthy()
  held.release()
  await screen.findByRole('button', { name: '移除文件' })

  await sheet.user.dblClick(sheet.button('保存'))

  await sheet.expectClosed()
  expect(sheet.server.calls(knowledgeApi.upload)).toMatchObject([
    { body: { relationId }, file: { name: '保修说明.txt' } },
  ])
  expect(sheet.server.calls(knowledgeApi.save)).toMatchObject([{ body: { relationId, type: 'doc', file: 'file-1' } }])
})

test.each([undefined, stored])(
  'a file that is still uploading is neither left out of the entry nor lost',
  async (entry) => {
    const sheet = await open(entry)
    const held = sheet.server.hold(knowledgeApi.upload)
    await choose(sheet)
    await sheet.fill('标题', '保修说明')

    await sheet.user.click(sheet.button('保存'))
    expect(await screen.findByText('文件正在上传，请稍候')).toBeTruthy()
    await sheet.fill('标题', entry?.title ?? '')
    await sheet.user.keyboard('{Escape}')
    await sheet.answer('有未保存的修改，确定离开？', '继续编辑')
    held.release()
    await screen.findByRole('button', { name: '移除文件' })
    await sheet.user.click(sheet.button('保存'))

    await sheet.expectClosed()
    const calls = [...sheet.server.calls(knowledgeApi.save), ...sheet.server.calls(knowledgeApi.update)]
    expect(calls.map((it) => it.body.file)).toEqual(['file-1'])
  },
)

test('an upload is cancelled without a trace', async () => {
  const sheet = await open()
  sheet.server.hold(knowledgeApi.upload)
  await choose(sheet)

  await sheet.user.click(sheet.button('取消上传'))
  expect(FakeUpload.last.isAborted).toBe(true)
  await sheet.fill('标题', '保修说明')
  await sheet.user.click(sheet.button('保存'))

  expect(await screen.findByText('请选择文件')).toBeTruthy()
  expect(sheet.server.calls(knowledgeApi.save)).toEqual([])
})

test('after a failure of the network the same file is tried again; the title stays', async () => {
  const sheet = await open()
  FakeUpload.isOffline = true
  await sheet.fill('标题', '保修说明')
  await choose(sheet)
  const retry = await screen.findByRole('button', { name: '重试' })
  expect(valueIn('标题')).toBe('保修说明')

  FakeUpload.isOffline = false
  await sheet.user.click(retry)

  await screen.findByRole('button', { name: '移除文件' })
  await sheet.user.click(sheet.button('保存'))
  await sheet.expectClosed()
  expect(sheet.server.calls(knowledgeApi.save)).toMatchObject([{ body: { title: '保修说明', file: 'file-1' } }])
})

test('a file the server refuses says why and cannot be tried again', async () => {
  const sheet = await open()
  sheet.server.refuse(knowledgeApi.upload, 'validation', { data: { fields: { file: '文件内容与类型不符' } } })

  await choose(sheet)

  expect(await screen.findByText('文件内容与类型不符')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  expect(sheet.button('移除文件')).toBeTruthy()
})

test.each([
  [new File(['text'], '手册.exe'), '不支持的文件类型'],
  [new File([], '手册.txt'), '文件是空的'],
])('a dropped %o is refused before it is sent', async (file, message) => {
  const sheet = await open()

  fireEvent.drop(screen.getByText('点击选择，或把文件拖到这里，可多选'), { dataTransfer: { files: [file] } })

  expect(await screen.findByText(message)).toBeTruthy()
  expect(sheet.toasts).toEqual([])
  expect(sheet.server.calls(knowledgeApi.upload)).toEqual([])
})

test('several files become an entry each with 保存, and what one of them lacks is said beside it', async () => {
  const sheet = await open()
  await sheet.user.upload(screen.getByLabelText('文件', { selector: 'input' }), [manual, new File([], '空.txt')])
  expect(await screen.findAllByText('保存后上传')).toHaveLength(2)
  await sheet.user.click(screen.getByLabelText('保存后启用'))
  expect(sheet.server.calls(knowledgeApi.upload)).toEqual([])

  await sheet.user.click(sheet.button('保存'))

  expect(await screen.findByText('已添加，正在学习')).toBeTruthy()
  expect(screen.getByText('文件是空的')).toBeTruthy()
  await expect.poll(() => sheet.toasts).toEqual(['error: 1 个文件未添加'])
  await sheet.user.click(screen.getByRole('button', { name: '移除文件' }))
  await sheet.user.click(sheet.button('保存'))
  await sheet.expectClosed()
  expect(sheet.server.calls(knowledgeApi.save)).toMatchObject([
    { body: { relationId, library: 'own', type: 'doc', file: 'file-1', enabled: false } },
  ])
})

test('a slow upload of several files shows its progress, ends no session, and stops when the form is left', async () => {
  const hasTimeout = vi.spyOn(AbortSignal, 'timeout')
  const sheet = await open()
  sheet.server.hold(knowledgeApi.upload)
  await sheet.user.upload(screen.getByLabelText('文件', { selector: 'input' }), [
    manual,
    new File(['text'], '退换.txt'),
  ])
  // Every call is past its time limit.
  hasTimeout.mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')))
  await sheet.user.click(sheet.button('保存'))
  await expect.poll(() => sheet.server.calls(knowledgeApi.upload)).toHaveLength(1)

  act(() => FakeUpload.last.reports(1, 4))
  expect(screen.getByText('上传中 25%')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: '正在上传 保修说明.txt' })).toBeTruthy()
  expect(readSession()).toBeDefined()

  cleanup()
  expect(FakeUpload.last.isAborted).toBe(true)
  expect(sheet.server.calls(knowledgeApi.upload)).toHaveLength(1)
})

test('too many files are refused, and chosen ones are asked for before they are lost', async () => {
  const sheet = await open()
  const input = screen.getByLabelText('文件', { selector: 'input' })
  await sheet.user.upload(
    input,
    Array.from({ length: 51 }, (_, n) => new File(['text'], `${n}.txt`)),
  )
  expect(screen.getByText('一次最多添加 50 个文件')).toBeTruthy()

  await sheet.user.upload(input, [manual, new File(['text'], '退换.txt')])
  await sheet.user.click(sheet.button('取消'))

  expect(await screen.findByRole('button', { name: '放弃修改' })).toBeTruthy()
  expect(sheet.server.calls(knowledgeApi.upload)).toEqual([])
})

test('what learning costs is said before it is begun', async () => {
  await open()

  expect(screen.getByText(/每 1,000 字 1 积分/)).toBeTruthy()
})

const refusals = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

test('too many files at once are refused at the field, until some are taken or text is pasted instead', async () => {
  await open()
  const field = screen.getByLabelText('文件', { selector: 'input' })
  const user = userEvent.setup({ applyAccept: false })
  const many = Array.from({ length: 51 }, (_, n) => new File(['text'], `${n}.txt`))

  await user.upload(field, many)
  expect(refusals()).toEqual(['一次最多添加 50 个文件'])
  await user.upload(field, new File(['x'], '程序.exe'))
  expect(refusals()).toEqual([])
  await user.upload(field, many)
  await user.click(screen.getByText('粘贴文字'))
  await user.click(screen.getByText('上传文件'))
  expect(refusals()).toEqual([])
})

import { channelApi, Material, materialApi, type ReplyPart, SimpleAccount } from '@ruwu/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useImageUpload } from '../../../form/use-image-upload.ts'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { pictureFile } from '../../../testing/picture-file.ts'
import { IMAGE_LIMIT, PartFields } from './part-fields.tsx'

const account = sample(SimpleAccount, { name: '云杉家居', source: 'douyin' })
const card = sample(Material, { name: '量尺卡', title: '免费量尺', type: 'lead_form' })
const part: ReplyPart = { type: 'card', materialId: card.id, title: '免费量尺' }

function open(begin: ReplyPart[] = []) {
  const server = createFakeServer()
  server.answer(channelApi.simpleList, [account])
  server.answer(materialApi.page, { items: [card], total: 1, page: 1, pageSize: 100 })
  const changes: ReplyPart[][] = []
  function Parts() {
    const [parts, setParts] = useState(begin)
    const change = (edit: (old: readonly ReplyPart[]) => ReplyPart[]) => {
      const next = edit(parts)
      changes.push(next)
      setParts(next)
    }
    const image = useImageUpload({ limit: IMAGE_LIMIT, isPrivate: true, onChange: () => undefined })
    return <PartFields parts={parts} error={undefined} image={image} onChange={change} />
  }
  return { ...renderConsole(<Parts />, { server }), changes }
}

test('a card of an account is chosen, and removed again', async () => {
  const { user, server, changes } = open()
  const choose = async (label: string, option: string) => {
    await user.click(within(screen.getByRole('dialog')).getByLabelText(label))
    await user.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
  }

  await user.click(screen.getByRole('button', { name: '添加卡片' }))
  await choose('渠道账号', '云杉家居 · 抖音')
  await choose('卡片', '量尺卡 · 留资卡')
  await user.click(screen.getByRole('button', { name: '确认' }))
  await user.click(await screen.findByRole('button', { name: '移除免费量尺' }))

  expect(changes).toEqual([[part], []])
  expect(server.calls(materialApi.page)[0]?.body).toMatchObject({ relationId: account.relationId, usable: true })
})

test('a fourth attachment cannot be added', () => {
  open([part, part, part])

  expect(screen.getByRole('button', { name: '添加图片' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: '添加卡片' })).toHaveProperty('disabled', true)
})

test('why a picture is refused is said at the field, until one is accepted', async () => {
  const { server, toasts } = open()
  server.answerRaw('POST', '/api/attachment/upload', () => ({ path: '/file/a.png', publicUrl: '/file/a.png' }))
  const user = userEvent.setup({ applyAccept: false })
  const give = (file: File) => user.upload(screen.getByLabelText('添加图片', { selector: 'input' }), file)

  await give(new File(['x'], '图.png', { type: 'image/png' }))
  expect((await screen.findByRole('alert')).textContent).toBe('不支持的文件类型')
  await give(pictureFile())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(toasts).toEqual([])
})

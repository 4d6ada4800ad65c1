import { QuickReplyGroup, quickReplyApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { GroupDialog } from './group-dialog.tsx'

const group = sample(QuickReplyGroup, { title: '售前', replies: [] })

function open(edited?: QuickReplyGroup) {
  const server = createFakeServer()
  server.answer(quickReplyApi.createGroup, group)
  server.answer(quickReplyApi.updateGroup, group)
  return openLayer((close) => <GroupDialog owner="agent" group={edited} onSaved={() => undefined} onClose={close} />, {
    server,
  })
}

testFormRules({
  open: () => open(),
  edit: (form) => form.fill('分组名', '售后'),
  typed: () => valueIn('分组名'),
  endpoint: quickReplyApi.createGroup,
  sent: { body: { ownerType: 'agent', title: '售后' } },
  refusalAt: 'field',
})

test('a name that is taken is told at the field', async () => {
  const form = await open(group)
  form.server.refuse(quickReplyApi.updateGroup, 'validation', { data: { fields: { title: '分组名已存在' } } })
  await form.fill('分组名', '售后')

  await form.user.click(form.button('保存'))

  expect(await screen.findByText('分组名已存在')).toBeTruthy()
})

test('an empty name is not sent', async () => {
  const form = await open(group)
  await form.fill('分组名', ' ')

  await form.user.click(form.button('保存'))

  expect(await screen.findByText('请输入分组名')).toBeTruthy()
  expect(form.server.calls(quickReplyApi.updateGroup)).toEqual([])
})

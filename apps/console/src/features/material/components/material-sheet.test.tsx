import { AccountDetail, Material, agentApi, materialApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { MaterialSheet } from './material-sheet.tsx'

const account = sample(AccountDetail)
const card = sample(Material, {
  relationId: account.relationId,
  type: 'lead_form',
  name: '预约量房',
  title: '免费量房',
  image: 'https://example.com/a.png',
  fields: ['phone'],
  enabled: true,
  version: 2,
})

function open(kept: Material | undefined, { canEdit = true, canEditContent = true } = {}) {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(materialApi.save, card)
  server.answer(materialApi.update, card)
  return openLayer(
    (close) => (
      <MaterialSheet account={account} card={kept} canEdit={canEdit} canEditContent={canEditContent} onClose={close} />
    ),
    { server },
  )
}

testFormRules({
  open: () => open(card),
  edit: (sheet) => sheet.fill('名称', '上门量房'),
  typed: () => valueIn('名称'),
  endpoint: materialApi.update,
  // The content is left out: sending it would start another review on the platform.
  sent: {
    body: { id: card.id, version: 2, name: '上门量房', agentIds: [], afterText: '', expireAt: null, enabled: true },
  },
})

test('a new card without a name, title and picture is refused before it is sent', async () => {
  const sheet = await open(undefined)

  await sheet.fill('提交后回复', '稍后联系您')
  await sheet.user.click(sheet.button('保存'))

  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(1)
  expect(document.activeElement).toBe(screen.getByLabelText('名称'))
  expect(sheet.server.calls(materialApi.save)).toEqual([])
})

test('changed content is sent as well, and the drawing of the phone follows it', async () => {
  const sheet = await open(card)

  await sheet.fill('标题', '三天出方案')
  expect(screen.getByLabelText('客户看到的效果').textContent).toContain('三天出方案')
  await sheet.user.click(sheet.button('保存'))

  await sheet.expectClosed()
  expect(sheet.server.calls(materialApi.update)[0]?.body).toMatchObject({ title: '三天出方案', fields: ['phone'] })
})

test.each([
  ['a form', { type: 'lead_form', channel: null }, true],
  ['a 名片 of WeChat', { type: 'contact', channel: 1 }, true],
  ['a 名片 of a telephone', { type: 'contact', channel: 3 }, false],
  ['a page', { type: 'landing_page', channel: null }, false],
] as const)('承接客服 of %s is offered where its use is reported', async (_what, kind, isOffered) => {
  await open({ ...card, ...kind }, { canEditContent: false })

  expect(screen.queryByLabelText('承接客服') !== null).toBe(isOffered)
})

test('without permission a card can only be looked at', async () => {
  await open(card, { canEdit: false, canEditContent: false })

  expect(screen.getByLabelText('名称')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

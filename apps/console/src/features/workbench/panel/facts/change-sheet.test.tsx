import { CustomerId, agentApi, customerApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { openLayer } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { ChangeSheet } from './change-sheet.tsx'

test('changes that cannot be read are asked for again; the focus returns when the sheet closes', async () => {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.refuse(customerApi.listChanges, 'forbidden')
  const sheet = await openLayer((close) => <ChangeSheet customerId={sample(CustomerId)} onClose={close} />, { server })
  await screen.findByText('没有权限')

  server.answer(customerApi.listChanges, { items: [], nextCursor: null })
  await sheet.user.click(sheet.button('重试'))
  expect(await screen.findByText('暂无变更记录')).toBeTruthy()
  await sheet.user.click(sheet.button('关闭'))

  await sheet.expectClosed()
})

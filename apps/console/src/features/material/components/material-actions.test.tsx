import { Material, materialApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testConfirmRules } from '../../../testing/form-rules.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { MaterialActions } from './material-actions.tsx'

const card = sample(Material, { name: '预约量房' })

function open() {
  const server = createFakeServer()
  server.answer(materialApi.remove, true)
  return openLayer(() => <MaterialActions card={card} canEdit canRemove />, { server })
}

testConfirmRules({
  open,
  ask: (page) => page.user.click(page.button('删除')),
  title: '删除「预约量房」？',
  endpoint: materialApi.remove,
  sent: { query: { id: card.id } },
})

test('a card in use is not removed: the places that use it are listed', async () => {
  const page = await open()
  page.server.refuse(materialApi.remove, 'inUse', { data: { usedBy: ['发卡规则「首次进线发卡」'] } })

  await page.user.click(page.button('删除'))
  await page.answer('删除「预约量房」？', '确认')

  expect(await screen.findByRole('dialog', { name: '「预约量房」正在使用中，无法删除' })).toBeTruthy()
  expect(screen.getByText(/首次进线发卡/)).toBeTruthy()
  await page.user.click(page.button('知道了'))
  expect(page.isOpen()).toBe(false)
})

test('编辑 opens the card by its address', async () => {
  const page = await open()

  await page.user.click(page.button('编辑'))

  expect(page.address()).toContain(card.id)
})

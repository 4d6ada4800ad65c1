import { AccountDetail, CardRule, materialApi } from '@ruwu/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { RuleTable } from './rule-table.tsx'

test('a rule shows its rate in percent and how often it was held back', async () => {
  const server = createFakeServer()
  server.answer(materialApi.page, { items: [], total: 0, page: 1, pageSize: 100 })
  const rule = sample(CardRule, { name: '新客发卡', sent: 4, clicked: 0, submitted: 1, blocked: 7, leadRate: 0.25 })

  renderConsole(<RuleTable account={sample(AccountDetail)} rules={[rule]} canEdit={false} />, { server })

  const titles = screen.getAllByRole('columnheader').map((cell) => cell.textContent)
  const row = screen.getByText('新客发卡').closest('tr') as HTMLElement
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect(cells[titles.indexOf('转化率')]).toBe('25%')
  expect(cells[titles.indexOf('已拦截')]).toBe('7')
})

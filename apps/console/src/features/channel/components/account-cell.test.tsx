import { CorpAccount, KosAccount } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import type { Account } from '../account.ts'
import { AccountCell } from './account-cell.tsx'

const part = { platformId: '60a1c2d3e4f5f3c2', remark: '杭州门店' }

test.each<[string, Account]>([
  ['a main account', sample(CorpAccount, { ...part, name: '云杉家居' })],
  ['a sub-account', sample(KosAccount, { ...part, name: '云杉家居 小陶' })],
])('the row of %s has name, id and remark', async (_which, account) => {
  renderConsole(<AccountCell account={account} />)

  expect(await screen.findByRole('link', { name: account.name })).toBeTruthy()
  expect(screen.getByText('60a1…f3c2')).toBeTruthy()
  expect(screen.getByText('杭州门店')).toBeTruthy()
})

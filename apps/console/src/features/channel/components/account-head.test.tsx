import { AccountDetail, channelApi } from '@ruwu/contract'
import { allPermissions, SOURCE_CAPABILITIES } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { AccountHead } from './account-head.tsx'

const detail = sample(AccountDetail)
const main = {
  ...detail,
  accountType: 'CORP',
  name: '如晤家居',
  openStatus: 'open',
  capabilities: { ...SOURCE_CAPABILITIES.redbook, staffAccounts: true },
} as AccountDetail

function open(account: AccountDetail, permissions = allPermissions()) {
  const server = createFakeServer()
  server.answer(channelApi.syncKos, { added: 1, removed: 0 })
  server.answer(channelApi.simpleList, [])
  server.answer(channelApi.list, [])
  return renderConsole(<AccountHead account={account} tab="ai-agent" onSlot={() => {}} />, { server, permissions })
}

const menuButton = () => screen.queryByRole('button', { name: '如晤家居 更多操作' })

test('beside a page’s own actions the account’s are in a menu', async () => {
  const { user, server, toasts } = open(main)

  await user.click(menuButton()!)
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['同步子账号', '重新授权'])
  await user.click(screen.getByText('同步子账号'))

  await expect.poll(() => toasts).toEqual(['success: 已同步：新增 1 个，移除 0 个'])
  expect(server.calls(channelApi.syncKos)).toEqual([{ body: { relationId: main.relationId } }])
})

test('重新授权 of the menu opens its dialog', async () => {
  const { user } = open(main)

  await user.click(menuButton()!)
  await user.click(await screen.findByText('重新授权'))

  expect(await screen.findByRole('dialog', { name: '重新授权「如晤家居」' })).toBeTruthy()
})

test.each([
  ['a sub-account', { ...main, accountType: 'KOS' } as AccountDetail, allPermissions()],
  ['who may neither bind nor edit', main, ['channelAccount:viewPage'] as const],
])('there is no menu for %s', (_whom, account, permissions) => {
  open(account, [...permissions])

  expect(menuButton()).toBeNull()
})

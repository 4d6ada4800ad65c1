import { agentApi, channelApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SearchShortcut } from '../features/search/index.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { renderConsole } from '../testing/render.tsx'
import { SearchButton } from './search-button.tsx'

test.each([false, true])('the search opens from the sidebar, folded (%s) or not', async (isFolded) => {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(channelApi.simpleList, [])
  const { user } = renderConsole(
    <>
      <SearchButton isFolded={isFolded} />
      <SearchShortcut />
    </>,
    { server },
  )

  await user.click(screen.getByRole('button', { name: '搜索' }))

  expect(await screen.findByRole('combobox', { name: '搜索客户、消息、快捷回复、页面' })).toBeTruthy()
})

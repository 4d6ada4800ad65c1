import { agentApi, channelApi, noticeApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { NoticeHost } from './notice-host.tsx'
import { closeNoticePanel, isNoticePanelOpen } from './notice-panel-state.ts'

function open(beside?: React.ReactNode) {
  const server = createFakeServer()
  server.answer(noticeApi.page, sample(noticeApi.page.data))
  server.answer(channelApi.simpleList, [])
  server.answer(agentApi.list, [])
  onTestFinished(closeNoticePanel)
  return renderConsole(
    <>
      <NoticeHost />
      {beside}
    </>,
    { server },
  )
}

test('Alt+C opens 通知中心, also from a text field, and closes it', async () => {
  const { user } = open(<input aria-label="回复内容" />)
  await user.click(screen.getByLabelText('回复内容'))

  await user.keyboard('{Alt>}c{/Alt}')
  await screen.findByRole('complementary', { name: '通知中心' })
  await user.keyboard('{Alt>}c{/Alt}')

  expect(screen.queryByRole('complementary', { name: '通知中心' })).toBeNull()
})

test.each([
  ['C alone', 'c', undefined],
  ['Ctrl+C', '{Control>}c{/Control}', undefined],
  ['Alt+C below a dialog', '{Alt>}c{/Alt}', <dialog key="dialog" aria-modal="true" />],
])('%s does not open it', async (_what, keys, beside) => {
  const { user } = open(beside)

  await user.keyboard(keys)

  expect(isNoticePanelOpen()).toBe(false)
})

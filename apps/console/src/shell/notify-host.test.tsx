import { channelApi, CustomerId, enterpriseApi, type HintEvent, notifySettingApi } from '@ruwu/contract'
import { DEFAULT_NOTIFY_SETTING } from '@ruwu/domain'
import { ToastHost } from '@ruwu/ui'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onNotifyEvent } from '../notify/notify.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { renderConsole } from '../testing/render.tsx'
import { sample, sampleId } from '../testing/sample.ts'
import { NotifyHost } from './notify-host.tsx'

const customerId = CustomerId.parse(sampleId())
const mention: HintEvent = {
  type: 'hint',
  hintType: 'mention',
  text: '周野 在「半夏」的备注里提到了您',
  level: 'info',
  customerId,
  receptionEpoch: null,
  relationId: null,
  at: new Date().toISOString(),
  operatorId: null,
}

/** A focused tab that is told of these hints. */
function tell(...hints: HintEvent[]) {
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  onTestFinished(() => focus.mockRestore())
  const server = createFakeServer()
  server.answer(notifySettingApi.get, DEFAULT_NOTIFY_SETTING)
  server.answer(enterpriseApi.detail, sample(enterpriseApi.detail.data))
  server.answer(channelApi.simpleList, [])
  const page = renderConsole(
    <>
      <NotifyHost />
      <ToastHost />
    </>,
    { server, path: '/bi' },
  )

  for (const hint of hints) onNotifyEvent(page.cache, hint)
  return page
}

test.each([
  ['its note', { ...mention, seq: 7 }, `/chat?customerId=${customerId}&seq=7`],
  ['its customer, when an older node sent it,', mention, `/chat?customerId=${customerId}`],
])('the pop-up of a mention opens %s and goes', async (_what, hint, place) => {
  const { user, address } = tell(hint)

  await user.click(await screen.findByRole('button', { name: /提到了您/ }))

  expect(address()).toBe(place)
  expect(screen.queryByText(/提到了您/)).toBeNull()
})

test('the pop-up of several customers who wait too long opens the list of those who wait, as 待我回复 does', async () => {
  const waiting = ['半夏', '小满'].map((name): HintEvent => {
    const text = `${name} 已等待 3 分钟，请尽快回复`
    return { ...mention, hintType: 'wait_warning', text, level: 'warn', customerId: CustomerId.parse(sampleId()) }
  })
  const { user, address } = tell(...waiting)

  await user.click(await screen.findByRole('button', { name: /半夏 已等待/ }))

  expect(address()).toBe('/chat?replyState=1&sort=longestWait')
})

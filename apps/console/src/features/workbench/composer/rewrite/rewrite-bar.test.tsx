import {
  agentApi,
  channelApi,
  CustomerDetail,
  messageApi,
  type Permission,
  quickReplyApi,
  SimpleAccount,
} from '@ruwu/contract'
import { allPermissions, SOURCE_CAPABILITIES } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, openLayer, valueIn } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { Composer } from '../composer.tsx'
import { changeSendSetting } from '../send-setting.ts'

const TYPED = '等一下'
const POLITE = '麻烦您稍等一下'

/** The composer of a customer of one's own, with a text in it. */
async function open(permissions: readonly Permission[] = allPermissions()) {
  const server = createFakeServer()
  const owned = { agentId: me.id, receptionType: 'manual', enableAi: false, waitingSince: null } as const
  const customer = sample(CustomerDetail, { source: 'redbook', archive: false, isBlocked: false, ...owned })
  const account = sample(SimpleAccount, {
    source: 'redbook',
    openStatus: 'open',
    capabilities: SOURCE_CAPABILITIES.redbook,
    relationId: customer.subSourceId,
    guard: { ...sample(SimpleAccount).guard, textChars: 1000 },
  })
  server.answer(agentApi.list, [])
  server.answer(quickReplyApi.groupReplies, { entGroups: [], agentGroups: [] })
  server.answer(channelApi.simpleList, [account])
  server.answer(messageApi.modelHelp, { hasModel: true, points: 1 })
  server.answer(messageApi.rewrite, { text: POLITE })
  const layer = await openLayer(
    (close) => (
      <>
        <Composer customer={customer} />
        <button type="button" onClick={close}>
          离开
        </button>
      </>
    ),
    { server, permissions },
  )
  await screen.findByLabelText('回复内容')
  const rewrite = async (style = '更礼貌') => {
    await layer.user.click(await screen.findByRole('button', { name: '改写' }))
    await layer.user.click(await screen.findByText(style))
    // The keys of the bar work at once.
    await expect.poll(() => document.activeElement).toBe(box())
  }
  const leave = () => layer.user.click(screen.getByText('离开'))
  return { ...layer, customer, rewrite, leave, asked: () => server.calls(messageApi.rewrite).map(({ body }) => body) }
}

const box = () => screen.getByLabelText('回复内容')

test('the rewritten text stands beside the original; Tab takes it, Ctrl+Z gives the original back', async () => {
  const { user, fill, rewrite, asked, customer } = await open()
  await fill('回复内容', TYPED)

  await rewrite()
  await screen.findByText(POLITE)
  expect(valueIn('回复内容')).toBe(TYPED)
  expect(asked()).toEqual([{ customerId: customer.customerId, text: TYPED, style: 'politer', maxPoints: 1 }])

  await user.keyboard('{Tab}')
  expect(valueIn('回复内容')).toBe(POLITE)
  await user.keyboard('{Control>}z{/Control}')
  expect(valueIn('回复内容')).toBe(TYPED)
  expect(screen.queryByLabelText('改写', { selector: 'section' })).toBeNull()
})

test('Esc keeps the original', async () => {
  const { user, fill, rewrite } = await open()
  await fill('回复内容', TYPED)
  await rewrite()
  await screen.findByText(POLITE)

  await user.keyboard('{Escape}')

  expect([valueIn('回复内容'), screen.queryByText(POLITE)]).toEqual([TYPED, null])
})

test('an answer to a text that has changed meanwhile is dropped, and said', async () => {
  const { server, user, fill, rewrite } = await open()
  await fill('回复内容', TYPED)
  const held = server.hold(messageApi.rewrite)
  await rewrite()
  await screen.findByText('正在改写…')

  await user.type(box(), '啊')
  held.release()

  await screen.findByText('原文已修改，改写结果已放弃')
  expect([valueIn('回复内容'), screen.queryByText(POLITE)]).toEqual([`${TYPED}啊`, null])
})

test('a text that is changed and changed back is not waited for any more', async () => {
  const { server, user, fill, rewrite } = await open()
  await fill('回复内容', TYPED)
  server.hold(messageApi.rewrite)
  await rewrite()
  await screen.findByText('正在改写…')

  await user.type(box(), '啊{Backspace}')

  expect(valueIn('回复内容')).toBe(TYPED)
  await screen.findByText('原文已修改，改写结果已放弃')
  expect(screen.queryByText('正在改写…')).toBeNull()
})

test('an emptied box ends it: nothing of it comes back with the next message', async () => {
  const { user, fill, rewrite } = await open()
  await fill('回复内容', TYPED)
  await rewrite()
  await screen.findByText(POLITE)

  await user.clear(box())
  await user.type(box(), TYPED)

  expect(valueIn('回复内容')).toBe(TYPED)
  expect(screen.queryByLabelText('改写', { selector: 'section' })).toBeNull()
})

test('where the price is another one now, it is shown before the next try', async () => {
  const { server, fill, rewrite, button, user, asked } = await open()
  server.refuse(messageApi.rewrite, 'refused', { msg: '积分价格已变化' })
  await fill('回复内容', TYPED)
  await screen.findByRole('button', { name: '改写' })
  server.answer(messageApi.modelHelp, { hasModel: true, points: 2 })
  await rewrite()
  await screen.findByText(/积分价格已变化/)
  await screen.findByText('不会自动发送，每次 2 积分')
  server.answer(messageApi.rewrite, { text: POLITE })
  await user.click(button('重新改写'))

  await screen.findByText(POLITE)
  expect(asked().map(({ maxPoints }) => maxPoints)).toEqual([1, 2])
})

test('leaving the customer drops the answer, and says so', async () => {
  const { server, fill, rewrite, leave, toasts } = await open()
  await fill('回复内容', TYPED)
  server.hold(messageApi.rewrite)
  const sent = vi.spyOn(globalThis, 'fetch')
  await rewrite()
  await screen.findByText('正在改写…')
  const isAborted = () => sent.mock.lastCall?.[1]?.signal?.aborted
  expect(isAborted()).toBe(false)

  await leave()

  expect(toasts).toEqual(['info: 已离开该客户，改写已取消'])
  expect(isAborted()).toBe(true)
})

test('a refusal is told, the text stays, and another try succeeds', async () => {
  const { server, user, fill, rewrite, button } = await open()
  server.refuse(messageApi.rewrite, 'refused', { msg: '模型暂时无法使用，请稍后再试，未扣积分' })
  await fill('回复内容', TYPED)
  await rewrite('纠错')
  expect((await screen.findByRole('alert')).textContent).toContain('未扣积分')
  expect(valueIn('回复内容')).toBe(TYPED)

  server.answer(messageApi.rewrite, { text: TYPED })
  await user.click(button('重新改写'))
  await screen.findByText('没有需要修改的地方')
})

test('without a text there is nothing to rewrite', async () => {
  await open()

  expect((await screen.findByRole('button', { name: /^改写/ })).getAttribute('aria-disabled')).toBe('true')
})

test('without the right, or switched off, nothing is asked of the server', async () => {
  const { server } = await open(allPermissions().filter((each) => each !== 'im:aiAssist'))
  expect(screen.queryByRole('button', { name: /^改写/ })).toBeNull()
  expect(server.calls(messageApi.modelHelp)).toEqual([])
})

test('switched off by the agent nothing is asked either', async () => {
  changeSendSetting({ suggests: false })
  onTestFinished(() => changeSendSetting({ suggests: true }))
  const { server } = await open()
  expect(server.calls(messageApi.modelHelp)).toEqual([])
})

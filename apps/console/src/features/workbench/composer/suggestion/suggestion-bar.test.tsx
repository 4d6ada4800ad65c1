import {
  CustomerDetail,
  SimpleAccount,
  agentApi,
  channelApi,
  messageApi,
  type Permission,
  quickReplyApi,
} from '@ruwu/contract'
import { allPermissions, SOURCE_CAPABILITIES } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, openLayer, valueIn } from '../../../../testing/render.tsx'
import { sample, sampleId } from '../../../../testing/sample.ts'
import { Composer } from '../composer.tsx'
import { changeSendSetting } from '../send-setting.ts'
import { texts } from '../texts.ts'

const source = (title: string, score: number) => ({ knowledgeId: sampleId(), title, score })
const NEAR = { text: '萧山全区都能免费上门量房', sources: [source('上门量房范围', 0.92)] }
const LONG = { text: '现场大概 40 分钟', sources: [source('量房时长', 0.81)] }

type Given = {
  permissions?: readonly Permission[]
  change?: Partial<CustomerDetail>
  items?: object[]
  fails?: boolean
}

/** The composer of a customer of one's own who waits for an answer. */
async function open({ permissions, change = {}, items = [NEAR, LONG], fails = false }: Given = {}) {
  const server = createFakeServer()
  const waiting = { agentId: me.id, receptionType: 'manual', enableAi: false, waitingSince: '2026-03-16T02:00:00.000Z' }
  const shown = { source: 'redbook', canHost: true, archive: false, isBlocked: false, ...waiting, ...change }
  const customer = sample(CustomerDetail, shown as Partial<CustomerDetail>)
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
  if (fails) server.refuse(messageApi.suggest, 'refused', { msg: '建议回复超时，请重试' })
  else server.answer(messageApi.suggest, { seq: 7, items } as never)
  server.answer(messageApi.send, ({ body }) => sample(messageApi.send.data, { chatId: body.chatId }))
  const layer = await openLayer(() => <Composer customer={customer} />, { server, ...(permissions && { permissions }) })
  return {
    ...layer,
    asked: () => server.calls(messageApi.suggest).length,
    sent: () => server.calls(messageApi.send).map(({ body }) => [body.content.text, body.suggestedSeq]),
  }
}

test('Tab takes the suggestion over into the empty box; nothing is sent before the agent does', async () => {
  const { user, sent, asked, button } = await open()
  await screen.findByText(NEAR.text)

  await user.click(screen.getByLabelText('回复内容'))
  await user.keyboard('{Tab}')

  expect(valueIn('回复内容')).toBe(NEAR.text)
  expect(screen.queryByLabelText('建议回复')).toBeNull()
  expect(sent()).toEqual([])
  await user.click(button('发送'))
  await expect.poll(sent).toEqual([[NEAR.text, 7]])
  expect(asked()).toBe(1)
})

test('what was typed stays before a suggestion that is taken over; another text is not marked', async () => {
  const { user, fill, sent, button } = await open()
  await screen.findByText(NEAR.text)
  await fill('回复内容', '您好')

  await user.click(screen.getByRole('button', { name: /^采用/ }))
  expect(valueIn('回复内容')).toBe(`您好\n${NEAR.text}`)

  await fill('回复内容', '')
  await fill('回复内容', '稍等')
  await user.click(button('发送'))
  await expect.poll(sent).toEqual([['稍等', undefined]])
})

test('a suggestion that was typed over is not counted as taken', async () => {
  const { user, sent, button } = await open()
  await screen.findByText(NEAR.text)
  const box = screen.getByLabelText<HTMLTextAreaElement>('回复内容')
  await user.click(box)
  await user.keyboard('{Tab}')

  box.setSelectionRange(0, box.value.length)
  await user.paste('明天回复您')
  await user.click(button('发送'))

  await expect.poll(sent).toEqual([['明天回复您', undefined]])
})

test('换一条 and a source show another suggestion; Esc refuses all of them', async () => {
  const { user, asked } = await open()
  await screen.findByText(NEAR.text)

  await user.click(screen.getByRole('button', { name: '换一条' }))
  expect(screen.getByText(LONG.text)).toBeDefined()
  await user.click(within(screen.getByLabelText('依据')).getByRole('button', { name: /上门量房范围/ }))
  expect(screen.getByText(NEAR.text)).toBeDefined()

  await user.click(screen.getByLabelText('回复内容'))
  await user.keyboard('{Escape}')
  expect(screen.queryByLabelText('建议回复')).toBeNull()
  expect([asked(), valueIn('回复内容')]).toEqual([1, ''])
})

test.each([
  ['without the permission', { permissions: allPermissions().filter((each) => each !== 'im:aiAssist') }],
  ['once the customer is answered', { change: { waitingSince: null } }],
  ['while the AI receives', { change: { receptionType: 'ai_agent', enableAi: true } as const }],
  ['where no AI is published', { change: { canHost: false } }],
])('%s nothing is asked for', async (_when, given) => {
  const { asked } = await open(given)
  await screen.findByLabelText('回复内容')

  expect(asked()).toBe(0)
})

test('switched off in the settings of sending nothing is asked for', async () => {
  changeSendSetting({ suggests: false })
  const { asked } = await open()
  await screen.findByLabelText('回复内容')
  expect(asked()).toBe(0)

  changeSendSetting({ suggests: true })
  await screen.findByText(NEAR.text)
})

test('one that was put away stays away once nothing is cached any more, which is after 10 minutes', async () => {
  const { user, asked, cache } = await open()
  await screen.findByText(NEAR.text)
  expect(cache.getQueryCache().find({ queryKey: ['suggestion'], exact: false })?.gcTime).toBe(600_000)
  await user.click(screen.getByRole('button', { name: texts.dropSuggestion }))
  expect(screen.queryByText(NEAR.text)).toBeNull()

  cache.removeQueries({ queryKey: ['suggestion'] })
  await user.click(screen.getByRole('tab', { name: '内部备注' }))
  await user.click(screen.getByRole('tab', { name: '回复' }))

  expect(asked()).toBe(1)
})

test('a failure is told with a way to try again', async () => {
  const { user, server } = await open({ fails: true })
  expect((await screen.findByRole('alert')).textContent).toContain('建议回复超时，请重试')

  server.answer(messageApi.suggest, { seq: 7, items: [NEAR] } as never)
  await user.click(screen.getByRole('button', { name: '重试' }))

  await screen.findByText(NEAR.text)
})

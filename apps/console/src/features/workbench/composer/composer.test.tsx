import {
  Agent,
  CustomerDetail,
  Note,
  SimpleAccount,
  agentApi,
  channelApi,
  customerApi,
  messageApi,
  quickReplyApi,
} from '@ruwu/contract'
import { SOURCE_CAPABILITIES } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { me, openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { customerKeys } from '../customer/customer-keys.ts'
import { Composer } from './composer.tsx'
import { resend } from './sending/sending.ts'

const account = sample(SimpleAccount, {
  source: 'redbook',
  openStatus: 'open',
  capabilities: SOURCE_CAPABILITIES.redbook,
  guard: { ...sample(SimpleAccount).guard, textChars: 1000 },
})
const WARNING = '可能违反平台规则：最好，仍要发送？'

/** The composer of a customer of one's own, with a text typed into it. */
async function write(text: string, agents: Agent[] = []) {
  const server = createFakeServer()
  const customer = sample(CustomerDetail, { source: 'redbook', agentId: me.id, archive: false })
  server.answer(agentApi.list, agents)
  server.answer(quickReplyApi.groupReplies, { entGroups: [], agentGroups: [] })
  server.answer(channelApi.simpleList, [{ ...account, relationId: customer.subSourceId }])
  server.answer(messageApi.send, ({ body }) => sample(messageApi.send.data, { chatId: body.chatId, status: 1 }))
  const composer = await openLayer(() => <Composer customer={customer} />, { server })
  await composer.fill('回复内容', text)
  return { ...composer, customer, sent: () => server.calls(messageApi.send).map((it) => it.body) }
}

type Composing = Awaited<ReturnType<typeof write>>

/** The server asks before it sends: `confirmWarn` gets through. */
function warn({ server }: Composing, data: object) {
  server.refuse(messageApi.send, 'compliance', { msg: WARNING, data: { hits: [], canConfirm: true, ...data } })
}

test('a double click sends one message and empties the box', async () => {
  const composer = await write(' 您好 ')

  await composer.user.dblClick(composer.button('发送'))

  await expect.poll(composer.sent).toMatchObject([{ content: { type: 'text', text: '您好' }, confirmWarn: false }])
  expect(valueIn('回复内容')).toBe('')
})

test('a warning is asked about; confirmed, the same message is sent once more', async () => {
  const composer = await write('我们是最好的')
  warn(composer, { level: 'warn' })
  await composer.user.click(composer.button('发送'))
  const question = await screen.findByRole('alertdialog', { name: WARNING })
  composer.server.answer(messageApi.send, ({ body }) => sample(messageApi.send.data, { chatId: body.chatId }))

  await composer.user.dblClick(within(question).getByText('确认'))

  await expect.poll(() => composer.sent().map((it) => it.confirmWarn)).toEqual([false, true])
  expect(new Set(composer.sent().map((it) => it.chatId)).size).toBe(1)
  expect(valueIn('回复内容')).toBe('')
})

test.each(['取消', 'Escape'])('%s sends nothing; the text returns above what was typed meanwhile', async (way) => {
  const composer = await write('我们是最好的')
  warn(composer, { level: 'warn' })
  await composer.user.click(composer.button('发送'))
  await screen.findByRole('alertdialog', { name: WARNING })
  await composer.fill('回复内容', '稍等')

  if (way === 'Escape') await composer.user.keyboard('{Escape}')
  else await composer.answer(WARNING, way)

  await expect.poll(() => valueIn('回复内容')).toBe('我们是最好的\n稍等')
  expect(composer.sent()).toHaveLength(1)
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('回复内容'))
})

test('replaced words are shown as they would be sent', async () => {
  const composer = await write('我们是最好的')
  warn(composer, { level: 'replace', text: '我们是很好的' })

  await composer.user.click(composer.button('发送'))

  const question = await screen.findByRole('alertdialog', { name: '以下内容将在替换后发送' })
  expect(question.textContent).toContain('我们是很好的')
  await composer.answer('以下内容将在替换后发送', '取消')
})

test('a text that may not be sent returns with the reason, which goes with the next key', async () => {
  const composer = await write('加我 13800000001')
  composer.server.refuse(messageApi.send, 'compliance', { msg: '联系方式只能通过卡片发送', data: { level: 'block' } })

  await composer.user.click(composer.button('发送'))

  expect((await screen.findByRole('alert', { name: '内容检查' })).textContent).toContain('联系方式只能通过卡片发送')
  expect(valueIn('回复内容')).toBe('加我 13800000001')
  await composer.fill('回复内容', '您好')
  expect(screen.queryByText('联系方式只能通过卡片发送')).toBeNull()
})

test('a text above the limit cannot be sent', async () => {
  const composer = await write('一'.repeat(1001))

  expect(composer.button('发送')).toHaveProperty('disabled', true)
  await composer.user.type(screen.getByLabelText('回复内容'), '{Enter}')

  expect(composer.sent()).toEqual([])
  expect(valueIn('回复内容')).toHaveLength(1001)
})

test('of colleagues who may not see the customer the @ list says so, and they cannot be picked', async () => {
  const [wei, zhou] = ['卫青禾', '周野'].map((name) => sample(Agent, { name, enabled: true }))
  const composer = await write('', [wei!, zhou!])
  composer.server.answer(customerApi.listMentionable, [zhou!.id])
  await composer.user.click(screen.getByRole('tab', { name: '内部备注' }))
  const box = screen.getByLabelText('备注内容')

  await composer.user.type(box, '@')
  await screen.findByText('无权查看该客户')
  const options = screen.getAllByRole('option')
  expect(
    options.map((option) => [option.textContent?.includes('无权查看'), option.getAttribute('aria-disabled')]),
  ).toEqual([
    [false, null],
    [true, 'true'],
  ])
  await composer.user.click(options[1]!)
  expect(valueIn('备注内容')).toBe('@')
  await composer.user.click(options[0]!)
  expect(valueIn('备注内容')).toBe('@周野 ')
})

test('who is mentioned by hand and may not see the customer is named as not told; the note is kept', async () => {
  const [wei, zhou] = ['卫青禾', '周野'].map((name) => sample(Agent, { name, enabled: true }))
  const composer = await write('', [wei!, zhou!])
  composer.server.answer(customerApi.listMentionable, [zhou!.id])
  composer.server.answer(customerApi.createNote, sample(Note, { agentId: me.id, mentionIds: [zhou!.id] }))
  await composer.user.click(screen.getByRole('tab', { name: '内部备注' }))

  await composer.fill('备注内容', '@卫青禾 @周野 看一下')
  await composer.user.click(composer.button('保存备注'))

  await expect.poll(() => composer.toasts).toEqual(['warning: 卫青禾 无权查看该客户，未提醒'])
  expect(composer.server.calls(customerApi.createNote)).toMatchObject([{ body: { text: '@卫青禾 @周野 看一下' } }])
  expect(valueIn('备注内容')).toBe('')
})

test.each([
  ['is archived once it was sent', 'sent', 1],
  ['stays when they have written meanwhile', 'answered', 0],
  ['stays when it failed, also when it is sent again later', 'failed', 0],
])('发送并归档: the customer %s', async (_what, result, archived) => {
  const composer = await write('再联系')
  const { server, customer } = composer
  server.answer(customerApi.archive, sample(customerApi.archive.data))
  const { inboundCount } = customer
  const seen = { ...customer, inboundCount: result === 'answered' ? inboundCount + 1 : inboundCount }
  composer.cache.setQueryData(customerKeys.detail(customer.customerId), seen)
  if (result === 'failed') server.refuse(messageApi.send, 'refused', { msg: '账号已关闭' })
  await composer.user.type(screen.getByLabelText('回复内容'), '{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await expect.poll(composer.sent).toHaveLength(1)

  server.answer(messageApi.send, ({ body }) => sample(messageApi.send.data, { chatId: body.chatId, status: 1 }))
  const { chatId, content } = composer.sent()[0]!
  const again = () => {
    if (result === 'failed') resend(customer.customerId, { chatId, content })
    return composer.sent().length
  }
  // As soon as it has failed.
  await expect.poll(again).toBeGreaterThan(result === 'failed' ? 1 : 0)
  // Messages go one after the other: the one before has been answered.
  await composer.fill('回复内容', '在的')
  await composer.user.click(composer.button('发送'))
  await expect.poll(() => composer.sent().at(-1)?.content.text).toBe('在的')
  await expect.poll(() => server.calls(customerApi.archive)).toHaveLength(archived)
})

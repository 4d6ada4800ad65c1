import { CustomerDetail, customerApi, ScheduledMessage, scheduledMessageApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { testFormRules } from '../../../../testing/form-rules.ts'
import { me, openLayer, valueIn } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { ScheduledMessages } from '../../thread/scheduled/scheduled-messages.tsx'
import { changeDraft, draftStore } from '../draft/draft-store.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

const HOUR_MS = 3_600_000
const open24h = { left: 6, max: 6, closesAt: null, ruleId: null }
const customer = sample(CustomerDetail, { quota: open24h, scheduled: [] })
const { customerId } = customer

function server() {
  const fake = createFakeServer()
  fake.answer(scheduledMessageApi.create, sample(ScheduledMessage))
  fake.answer(scheduledMessageApi.update, sample(ScheduledMessage))
  fake.answer(scheduledMessageApi.send, true)
  fake.answer(scheduledMessageApi.remove, true)
  return fake
}

function open(quota = customer.quota) {
  changeDraft(customerId, { text: '想好了吗' })
  return openLayer((close) => <ScheduleDialog customer={{ customerId, quota }} onClose={close} />, {
    server: server(),
  })
}

testFormRules({
  open: () => open(),
  edit: (dialog) => dialog.fill('消息内容', '方案做好了'),
  typed: () => valueIn('消息内容'),
  submit: '确认',
  endpoint: scheduledMessageApi.create,
  sent: {
    body: {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      customerId,
      text: '方案做好了',
      sendAt: expect.any(String),
      keepOnReply: false,
      confirmWarn: false,
    },
  },
})

test('the composer’s text is scheduled for two hours from now and leaves the box', async () => {
  const dialog = await open()
  await dialog.user.click(screen.getByLabelText('2 小时后'))
  await dialog.user.click(screen.getByLabelText('客户回复后仍发送'))
  await dialog.user.click(dialog.button('确认'))

  await dialog.expectClosed()
  const [sent] = dialog.server.calls(scheduledMessageApi.create)
  expect(sent!.body).toMatchObject({ text: '想好了吗', keepOnReply: true })
  expect(Math.abs(Date.parse(sent!.body.sendAt) - Date.now() - 2 * HOUR_MS)).toBeLessThan(60_000)
  expect(draftStore.find(customerId)).toBeUndefined()
})

test('pressed again after an error it names the same message; what is typed next is no suggestion', async () => {
  const dialog = await open()
  changeDraft(customerId, { note: '已报价', suggestedSeq: 4 })
  dialog.server.refuse(scheduledMessageApi.create, 'refused')
  await dialog.user.click(dialog.button('确认'))
  await expect.poll(() => dialog.toasts).toHaveLength(1)
  dialog.server.answer(scheduledMessageApi.create, sample(ScheduledMessage))
  await dialog.user.click(dialog.button('确认'))

  await dialog.expectClosed()
  const ids = dialog.server.calls(scheduledMessageApi.create).map(({ body }) => body.id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  expect(draftStore.find(customerId)).toMatchObject({ text: '', note: '已报价', suggestedSeq: null })
  changeDraft(customerId, { note: '' })
})

test('a time after the platform’s reply window is refused with the reason, and nothing is sent', async () => {
  const closesAt = new Date(Date.now() + HOUR_MS).toISOString()
  const dialog = await open({ ...open24h, closesAt })

  await dialog.user.click(screen.getByLabelText('2 小时后'))
  await dialog.user.click(dialog.button('确认'))

  expect((await screen.findAllByText(/平台仅允许在 .+ 前回复该客户，请选择更早的时间/)).length).toBe(1)
  expect(dialog.server.calls(scheduledMessageApi.create)).toEqual([])
})

const WARNING = '可能违反平台规则：最好，仍要发送？'

test.each([
  ['确认', [false, true], false],
  ['取消', [false], true],
])('a warning is asked about: %s', async (answer, calls, isOpen) => {
  const dialog = await open()
  dialog.server.refuse(scheduledMessageApi.create, 'compliance', {
    msg: WARNING,
    data: { hits: [], level: 'warn', canConfirm: true },
  })
  await dialog.user.click(dialog.button('确认'))
  await screen.findByRole('alertdialog', { name: WARNING })
  dialog.server.answer(scheduledMessageApi.create, sample(ScheduledMessage))
  await dialog.answer(WARNING, answer)

  await expect
    .poll(() => dialog.server.calls(scheduledMessageApi.create).map(({ body }) => body.confirmWarn))
    .toEqual(calls)
  await expect.poll(dialog.isOpen).toBe(isOpen)
})

test('in the thread its writer sends, edits and deletes it; of a colleague’s only time and reason are shown', async () => {
  const own = sample(ScheduledMessage, {
    customerId,
    agentId: me.id,
    text: '想好了吗',
    state: 'stopped',
    reason: '客户已回复，未发送',
  })
  const others = sample(ScheduledMessage, { customerId, text: '周五见', state: 'waiting', agentName: '卫青禾' })
  const fake = server()
  fake.answer(customerApi.detail, customer)
  const thread = await openLayer(
    () => <ScheduledMessages customer={{ ...customer, scheduled: [own, others] }} meId={me.id} />,
    { server: fake },
  )
  expect(screen.getByText('客户已回复，未发送')).toBeTruthy()
  expect(screen.getByText(/卫青禾/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '立即发送' })).toHaveLength(1)

  await thread.user.click(thread.button('立即发送'))
  await expect.poll(() => fake.calls(scheduledMessageApi.send)).toEqual([{ body: { id: own.id, confirmWarn: false } }])
  await thread.user.click(thread.button('删除'))
  await thread.answer('删除这条稍后发送的消息？', '确认')
  await expect.poll(() => fake.calls(scheduledMessageApi.remove)).toEqual([{ query: { id: own.id } }])
  await thread.user.click(thread.button('修改'))
  await screen.findByRole('dialog', { name: '修改稍后发送的消息' })
  expect(valueIn('消息内容')).toBe('想好了吗')
})

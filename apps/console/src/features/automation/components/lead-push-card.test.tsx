import { automationApi, LeadPush, leadPushApi, LeadPushCard as Card, WebhookDelivery, WebhookId } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, renderConsole, valueIn } from '../../../testing/render.tsx'
import { sample, sampleId } from '../../../testing/sample.ts'
import { LeadPushCard } from './lead-push-card.tsx'
import { LeadPushSheet } from './lead-push-sheet.tsx'

const id = WebhookId.parse(sampleId())
const url = 'https://oapi.dingtalk.com/robot/send?access_token=t1'
const card: Card = {
  enabled: true,
  masked: true,
  fields: ['name', 'contact'],
  targets: [{ id, type: 2, url, isSigned: true, stoppedAt: null }],
  version: 3,
  pushedInWeek: 12,
  failedInWeek: 1,
}
const kept = { enabled: true, masked: true, fields: card.fields, version: 3 }
const failed = sample(LeadPush, { targetType: 2, host: 'oapi.dingtalk.com', type: 'lead.captured', state: 'failed' })

function serverOf(secrets: { id: WebhookId; secret: string }[] = []) {
  const server = createFakeServer()
  server.answer(leadPushApi.save, { ...card, secrets })
  server.answer(leadPushApi.log, [failed])
  server.answer(automationApi.more, { leadPush: card } as never)
  return server
}

const open = (permissions?: ['automation:edit' | 'automation:viewPage'], server = serverOf()) =>
  openLayer((close) => <LeadPushSheet card={card} onSecrets={() => {}} onClose={close} />, {
    server,
    ...(permissions && { permissions }),
  })

describe('the form', () => {
  testFormRules({
    open,
    edit: (sheet) => sheet.fill('第 1 个目标的地址', 'https://oapi.dingtalk.com/robot/send?access_token=t2'),
    typed: () => valueIn('第 1 个目标的地址'),
    endpoint: leadPushApi.save,
    sent: { body: { ...kept, targets: [{ id, type: 2, url: url.replace('t1', 't2') }] } },
  })

  test('a target without an address is refused beside it', async () => {
    const sheet = await open()

    await sheet.user.click(sheet.button('添加企业微信机器人'))
    await sheet.user.click(sheet.button('保存'))

    expect(await screen.findByText('请输入地址')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('第 2 个目标的地址'))
    expect(sheet.server.calls(leadPushApi.save)).toEqual([])
  })

  test('a saved target is tested at once; a changed address only after saving', async () => {
    const sheet = await open()
    sheet.server.answer(
      leadPushApi.test,
      sample(WebhookDelivery, { state: 'failed', error: '机器人拒绝：310000', ms: 9 }),
    )

    await sheet.user.click(sheet.button('测试'))

    expect(await screen.findByText('机器人拒绝：310000，用时 9 毫秒')).toBeTruthy()
    expect(sheet.server.calls(leadPushApi.test)).toEqual([{ body: { id } }])
    await sheet.fill('第 1 个目标的地址', 'https://other.example.com')
    expect(screen.getByText('保存后可以测试')).toBeTruthy()
  })

  test('the log names target and result; a push that was given up is tried again', async () => {
    const sheet = await open()
    const waiting = { ...failed, state: 'waiting' as const }
    sheet.server.answer(leadPushApi.repeat, [waiting])
    sheet.server.answer(leadPushApi.log, [failed])

    expect(await screen.findByText('钉钉机器人 · oapi.dingtalk.com')).toBeTruthy()
    await sheet.user.click(screen.getByRole('button', { name: '重新推送' }))
    await expect.poll(() => sheet.server.calls(leadPushApi.repeat)).toEqual([{ body: { id: failed.id } }])
    await expect.poll(() => screen.queryByRole('button', { name: '重新推送' })).toBeNull()
  })

  test('who may not edit reads the targets, and asks for no log of pushes', async () => {
    const sheet = await open(['automation:viewPage'])

    expect(screen.getByLabelText('第 1 个目标的地址').matches(':disabled')).toBe(true)
    for (const name of ['保存', '测试', '添加钉钉机器人']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(sheet.server.calls(leadPushApi.log)).toEqual([])
  })

  test('who may not see contacts cannot push them unmasked', async () => {
    await open(['automation:edit'])

    expect(screen.getByLabelText('联系方式脱敏')).toHaveProperty('disabled', true)
    expect(screen.getByText('没有查看敏感信息的权限，不能关闭')).toBeTruthy()
  })
})

describe('the card', () => {
  test('it is switched with its targets as they are', async () => {
    const { user, server } = renderConsole(<LeadPushCard card={card} />, { server: serverOf() })

    await user.click(screen.getByRole('switch', { name: '线索推送' }))

    await expect
      .poll(() => server.calls(leadPushApi.save))
      .toEqual([{ body: { ...kept, enabled: false, targets: [{ id, type: 2, url }] } }])
  })

  test('without a target the switch opens the drawer, and a new own system shows its secret once', async () => {
    const none = { ...card, enabled: false, targets: [] }
    const server = serverOf([{ id, secret: 'whsec_1' }])
    const { user } = renderConsole(<LeadPushCard card={none} />, { server })

    await user.click(screen.getByRole('switch', { name: '线索推送' }))
    await user.click(await screen.findByRole('button', { name: '添加自有 Webhook' }))
    await user.type(screen.getByLabelText('第 1 个目标的地址'), 'https://crm.example.com/hook')
    await user.click(screen.getByRole('button', { name: '保存' }))

    await expect.poll(() => valueIn('签名密钥')).toBe('whsec_1')
    expect(server.calls(leadPushApi.save)).toEqual([
      { body: { ...kept, enabled: false, targets: [{ type: 'webhook', url: 'https://crm.example.com/hook' }] } },
    ])
  })
})

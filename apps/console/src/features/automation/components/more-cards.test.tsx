import {
  AutomationLog,
  AutomationLogId,
  automationApi,
  automationTemplateApi,
  CommentCard,
  CustomerId,
  Enterprise,
  enterpriseApi,
  flowApi,
} from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testConfirmRules, testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, renderConsole, valueIn } from '../../../testing/render.tsx'
import { sample, sampleId } from '../../../testing/sample.ts'
import { sampleTemplates } from '../../../testing/sample-templates.ts'
import { PausedBanner } from '../paused/paused-banner.tsx'
import { AutoArchiveCard, AutoArchiveSheet } from './auto-archive-card.tsx'
import { CommentSheet } from './comment-card.tsx'
import { GlobalCard, GlobalSheet } from './global-card.tsx'
import { LogSheet } from './log-card.tsx'
import { TemplateSheet } from './template-card.tsx'

const archive = { enabled: true, days: 3, version: 2 }
const global = { dailyMax: 6, quiet: { enabled: false, from: '22:00', to: '08:00' }, version: 4 }
const running = sample(Enterprise, { timezone: 'Asia/Shanghai', automationPausedAt: null })
const paused = { ...running, automationPausedAt: '2026-07-08T01:00:00.000Z' }

const comment = sample(CommentCard, {
  enabled: true,
  mode: 'keyword',
  keywords: ['多少钱'],
  reply: '欢迎私信',
  guide: { enabled: true, text: '您好' },
  version: 1,
})

function serverOf(enterprise = running, isEditable = false) {
  const server = createFakeServer()
  server.answer(automationTemplateApi.list, sampleTemplates({ isEditable }))
  server.answer(enterpriseApi.detail, enterprise)
  server.answer(automationApi.saveAutoArchive, archive)
  server.answer(automationApi.saveGlobal, global)
  server.answer(automationApi.saveComment, comment)
  server.answer(automationApi.pause, ({ body }) => (body.paused ? paused : running))
  return server
}

describe('自动归档', () => {
  testFormRules({
    open: () => openLayer((close) => <AutoArchiveSheet card={archive} onClose={close} />, { server: serverOf() }),
    edit: (sheet) => sheet.fill('无消息天数', '7'),
    typed: () => valueIn('无消息天数'),
    endpoint: automationApi.saveAutoArchive,
    sent: { body: { enabled: true, days: 7, version: 2 } },
  })
})

const openComment = () => openLayer((close) => <CommentSheet card={comment} onClose={close} />, { server: serverOf() })

describe('意向评论', () => {
  testFormRules({
    open: openComment,
    edit: (sheet) => sheet.fill('评论回复', '欢迎私信了解'),
    typed: () => valueIn('评论回复'),
    endpoint: automationApi.saveComment,
    sent: { body: expect.objectContaining({ reply: '欢迎私信了解', keywords: ['多少钱'], version: 1 }) },
  })

  test('AI 判定 needs no keyword, a private message needs a text', async () => {
    const sheet = await openComment()

    await sheet.user.click(screen.getByLabelText('AI 判定'))
    expect(screen.queryByLabelText('关键词', { selector: 'input[type=search]' })).toBeNull()
    await sheet.fill('私信内容', '')
    await sheet.user.click(sheet.button('保存'))

    expect(await screen.findByText('请输入私信内容')).toBeTruthy()
    expect(sheet.server.calls(automationApi.saveComment)).toEqual([])
  })
})

describe('全局设置', () => {
  testFormRules({
    open: () => openLayer((close) => <GlobalSheet card={global} onClose={close} />, { server: serverOf() }),
    edit: (sheet) => sheet.fill('每客户每日自动消息上限', '10'),
    typed: () => valueIn('每客户每日自动消息上限'),
    endpoint: automationApi.saveGlobal,
    sent: { body: { ...global, dailyMax: 10 } },
  })
})

describe('who may not edit', () => {
  const reader = { permissions: ['automation:viewPage'] as const }

  test('opens a card by 查看', async () => {
    const { user } = renderConsole(<AutoArchiveCard card={archive} />, { server: serverOf(), ...reader })
    expect(screen.queryByRole('button', { name: '设置' })).toBeNull()

    await user.click(screen.getByRole('button', { name: '查看' }))

    expect(await screen.findByRole('dialog', { name: '自动归档' })).toBeTruthy()
  })

  test.each([
    ['自动归档', '无消息天数', <AutoArchiveSheet key="archive" card={archive} onClose={() => {}} />],
    ['意向评论', '评论回复', <CommentSheet key="comment" card={comment} onClose={() => {}} />],
    ['全局设置', '每客户每日自动消息上限', <GlobalSheet key="global" card={global} onClose={() => {}} />],
  ])('reads %s', async (_, label, sheet) => {
    renderConsole(sheet, { server: serverOf(), ...reader })

    expect(screen.getByText('您没有修改权限，仅可查看')).toBeTruthy()
    expect(screen.getByLabelText(label).matches(':disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  })

  test('sees the quiet hours as what cannot be changed, also while they are on', () => {
    const card = { ...global, quiet: { ...global.quiet, enabled: true } }
    renderConsole(<GlobalSheet card={card} onClose={() => {}} />, { server: serverOf(), ...reader })

    expect(screen.getByLabelText('免打扰开始时间').closest('.ant-picker-disabled')).toBeTruthy()
  })
})

describe('暂停所有自动化', () => {
  testConfirmRules({
    open: () => openLayer(() => <GlobalCard card={global} />, { server: serverOf() }),
    ask: (page) => page.user.click(page.button('暂停所有自动化')),
    title: '暂停所有自动化？',
    confirm: '暂停',
    endpoint: automationApi.pause,
    sent: { body: { paused: true } },
  })

  test('every agent reads the banner; who may edit finds the way to the switch, which asks nothing to resume', async () => {
    const { user, server } = renderConsole(
      <>
        <PausedBanner />
        <GlobalCard card={global} />
      </>,
      { server: serverOf(paused) },
    )
    expect((await screen.findByRole('alert')).textContent).toContain('AI 托管照常回复')
    expect(screen.getByText('去恢复').getAttribute('href')).toBe('/automation/more')

    await user.click(screen.getByRole('button', { name: '恢复自动化' }))

    await expect.poll(() => server.calls(automationApi.pause)).toEqual([{ body: { paused: false } }])
    await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  })

  test('without the permission the banner has no action', async () => {
    renderConsole(<PausedBanner />, { server: serverOf(paused), permissions: [] })

    await screen.findByRole('alert')
    expect(screen.queryByText('去恢复')).toBeNull()
  })
})

describe('模板中心', () => {
  // R161
  test('a template leads to the editor of a rule or of a workflow; who may not edit only reads', async () => {
    await openLayer((close) => <TemplateSheet onClose={close} />, { server: serverOf() })

    expect((await screen.findByRole('link', { name: '使用关键词打标' })).getAttribute('href')).toBe(
      '/automation/detail-v1?template=keywordTag',
    )
    expect(screen.queryByRole('button', { name: '编辑模板留资引导' })).toBeNull()
    expect(screen.getByRole('link', { name: '使用留资引导' }).getAttribute('href')).toBe(
      '/automation/index?create=1&template=lead',
    )
  })

  test('without the permission to edit nothing can be used', async () => {
    await openLayer((close) => <TemplateSheet onClose={close} />, {
      server: serverOf(),
      permissions: ['automation:viewPage'],
    })

    expect(await screen.findByText('留资引导')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('an enterprise of the runtime list edits a template', async () => {
    const server = serverOf(running, true)
    server.answer(flowApi.list, [])
    const sheet = await openLayer((close) => <TemplateSheet onClose={close} />, { server })

    await sheet.user.click(await screen.findByRole('button', { name: '编辑模板留资引导' }))

    expect(screen.getByRole('dialog', { name: '编辑模板「留资引导」' })).toBeTruthy()
  })
})

describe('运行日志', () => {
  const row = sample(AutomationLog, {
    id: AutomationLogId.parse(sampleId()),
    at: '2026-07-08T01:00:00.000Z',
    type: 'followUp',
    name: '沉默跟进 第 1 步',
    customerId: CustomerId.parse(sampleId()),
    customerName: '小满',
    result: 'blocked',
    reason: '所有自动化已暂停',
    ms: 1_200,
    input: '客户沉默 15分0秒',
    output: '',
  })

  test('a row says what came of it and opens the conversation; a filter is kept in the address', async () => {
    const server = serverOf()
    server.answer(automationApi.logPage, { items: [row], total: 1, page: 1, pageSize: 20 })
    const sheet = await openLayer((close) => <LogSheet onClose={close} />, {
      server,
      path: '/automation/more?drawer=log',
    })

    const link = await screen.findByRole('link', { name: '小满' })
    expect(link.getAttribute('href')).toBe(`/chat?customerId=${row.customerId}`)
    expect(screen.getByText('所有自动化已暂停 · 客户沉默 15分0秒')).toBeTruthy()
    await sheet.choose('结果', '已拦截')

    await expect.poll(sheet.address).toContain('result=blocked')
    await expect.poll(() => server.calls(automationApi.logPage).at(-1)).toMatchObject({ body: { result: 'blocked' } })
  })
})

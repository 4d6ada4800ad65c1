import {
  Agent,
  agentApi,
  AgentFigures,
  ChannelFigures,
  channelApi,
  exportApi,
  leadApi,
  Lead,
  LeadPageRow,
  type Permission,
  RelationId,
  SessionPageRow,
  SimpleAccount,
  statisticsApi,
  Tag,
  tagApi,
  TagRow,
} from '@ruwu/contract'
import { allPermissions, METRIC_CATALOGUE } from '@ruwu/domain'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer, type FakeServer } from '../../testing/fake-server.ts'
import { me, renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { StatisticsPage } from './statistics-page.tsx'

const asOf = '2026-03-16T02:50:00.000Z'
const none = { tiles: [], series: [], rows: [], total: 0, asOf }
const account = sample(SimpleAccount, { name: '旗舰店' })
const agent = sample(Agent, { name: '林小满', enabled: true })
const lead = sample(LeadPageRow, { customerName: '滨江三房', kind: 'phone', value: '138****6666', status: 'new' })
const session = sample(SessionPageRow, { key: 'a', customerName: '滨江三房', receptionPath: ['ai_agent', 'manual'] })

const overview = {
  ...none,
  tiles: [
    { name: 'enterCustomers' as const, value: 1284, base: 1170, changeRate: 9.74 },
    { name: 'talkRate' as const, value: -1, base: -1, changeRate: null },
    { name: 'leadCustomers' as const, value: 297, base: 297, changeRate: 0 },
  ],
  rows: [
    { group: 'funnel' as const, name: 'enterCustomers' as const, value: 1284, rate: 1 },
    { group: 'funnel' as const, name: 'talkCustomers' as const, value: 931, rate: 0.7251 },
    { group: 'source' as const, source: 'redbook' as const, value: 1284, rate: 1 },
  ],
}

function open(
  path: string,
  permissions: readonly Permission[] = allPermissions(),
  prepare: (server: FakeServer) => void = () => {},
) {
  const server = createFakeServer()
  server.answer(agentApi.list, [agent])
  server.answer(channelApi.simpleList, [account])
  server.answer(tagApi.list, [])
  server.answer(statisticsApi.overview, overview)
  for (const tab of ['reception', 'ai', 'agent', 'channel', 'tag', 'heatmap'] as const)
    server.answer(statisticsApi[tab], none)
  server.answer(statisticsApi.leadPage, { ...none, rows: [lead], total: 1, page: 1, pageSize: 20 })
  server.answer(statisticsApi.sessionPage, { ...none, rows: [session], total: 1, page: 1, pageSize: 20 })
  prepare(server)
  return renderConsole(<StatisticsPage />, { server, path, permissions })
}

test('a figure shows its value and change, and opens what was counted', async () => {
  const { user, address } = open('/bi?sources=redbook')
  const tile = await screen.findByRole('link', { name: /进线客户.*1,284/ })
  expect(tile.textContent).toContain('↑9.74%较上期')
  expect(screen.getByText('--', { selector: 'b' })).toBeTruthy()
  expect(screen.getByText('0%')).toBeTruthy()

  await user.click(tile)

  expect(address()).toBe('/bi?sources=redbook&tab=session&metric=enterCustomers')
  expect(await screen.findByText('「进线客户」的明细')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: '查看全部会话' }))
  expect(address()).toBe('/bi?sources=redbook&tab=session')
})

test.each(['agent', 'channel', 'tag'] as const)('%s compares its sums with the period before', async (tab) => {
  const tiles = [{ name: 'leadCustomers' as const, value: 12, base: 10, changeRate: 20 }]
  open(`/bi?tab=${tab}`, allPermissions(), (server) => server.answer(statisticsApi[tab], { ...none, tiles }))

  const sums = await screen.findByRole('region', { name: '合计' })

  const tile = await within(sums).findByRole('link', { name: /留资客户.*12/ })
  expect(tile.textContent).toContain('↑20%较上期')
  expect(screen.getByRole('switch', { name: '对比上期' })).toBeTruthy()
})

const [main, sub] = [RelationId.parse('1'.repeat(32)), RelationId.parse('2'.repeat(32))]

const channelRow = (subSourceId: RelationId, parentId: RelationId | null) => ({
  group: 'account' as const,
  subSourceId,
  parentId,
  name: '旗舰店',
  source: 'redbook' as const,
  values: { ...sample(ChannelFigures), enterCustomers: 4 },
})

test.each([
  ['no account', '', [main, sub]],
  ['the main account', `&subSourceIds=${main}`, [main, sub]],
  ['its sub-account', `&subSourceIds=${sub}`, [sub, sub]],
])('with %s chosen a row of 渠道 opens what it counted', async (_what, query, expected) => {
  open(`/bi?tab=channel${query}`, allPermissions(), (server) =>
    server.answer(statisticsApi.channel, { ...none, rows: [channelRow(main, null), channelRow(sub, main)] }),
  )

  const links = await screen.findAllByRole('link', { name: '4' })

  const ids = links.map((link) =>
    new URL(link.getAttribute('href')!, 'http://console').searchParams.get('subSourceIds'),
  )
  expect(ids).toEqual(expected)
})

const agentRow = {
  agentId: agent.id,
  name: agent.name,
  avatar: '',
  values: { ...sample(AgentFigures), received: 8 },
}
const withAgent = (server: FakeServer) =>
  server.answer(statisticsApi.agent, ({ body: { agentIds } }) => ({
    ...none,
    tiles: [
      { name: 'received' as const, value: agentIds.length > 0 ? 8 : 20, base: null, changeRate: null },
      { name: 'onlineTime' as const, value: 60, base: null, changeRate: null },
    ],
    rows: [agentRow],
  }))

test('the figures of one agent are in the address, and each opens what that agent did', async () => {
  const { user, address, back } = open('/bi?tab=agent&sources=redbook', allPermissions(), withAgent)
  await user.click(await screen.findByRole('button', { name: '林小满' }))
  expect(address()).toBe(`/bi?tab=agent&sources=redbook&agentId=${agent.id}`)

  const sheet = within(await screen.findByRole('dialog', { name: '林小满的趋势' }))
  const tile = await sheet.findByRole('link', { name: /接待客户.*8/ })

  expect(tile.getAttribute('href')).toBe(`/bi?tab=session&sources=redbook&agentIds=${agent.id}&metric=received`)
  expect(sheet.queryByRole('link', { name: /在线时长/ })).toBeNull()
  await back()
  expect(address()).toBe('/bi?tab=agent&sources=redbook')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('a shared address opens the figures of its agent; closing leaves the tab', async () => {
  const { user, address } = open(`/bi?tab=agent&agentId=${agent.id}`, allPermissions(), withAgent)
  const sheet = await screen.findByRole('dialog', { name: '林小满的趋势' })
  expect(screen.queryByRole('button', { name: '清空' })).toBeNull()

  await user.click(within(sheet).getByRole('button', { name: '关闭' }))

  expect(address()).toBe('/bi?tab=agent')
})

test('accounts beside the overview are ordered by their headers', async () => {
  const rows = [channelRow(main, null), channelRow(sub, null)].map((row, at) => ({
    ...row,
    name: at === 0 ? '旗舰店' : '门店',
    values: { ...row.values, enterCustomers: 9 - at, leadCustomers: at, leadRate: at / 10 },
  }))
  const { user, address } = open('/bi', allPermissions(), (server) =>
    server.answer(statisticsApi.channel, { ...none, rows }),
  )
  const panel = within(await screen.findByRole('region', { name: '渠道账号' }))
  await panel.findByText('门店')
  const first = () => panel.getAllByRole('row').find((row) => row.hasAttribute('data-row-key'))?.textContent
  expect(panel.getByRole('columnheader', { name: '进线' }).getAttribute('aria-sort')).toBe('descending')
  expect(first()).toContain('旗舰店')

  await user.click(panel.getByRole('columnheader', { name: '留资率' }))

  expect(address()).toBe('/bi?sort=-leadRate')
  expect(first()).toContain('门店')
  expect(panel.getByRole('link', { name: '10%' }).getAttribute('href')).toBe(
    `/bi?subSourceIds=${sub}&tab=session&metric=leadRate`,
  )
})

test.each([
  ['会话明细', 'session', '人工首响', METRIC_CATALOGUE.humanFirst.definition],
  ['会话明细', 'session', '积分', METRIC_CATALOGUE.pointsUsed.definition],
  ['标签', 'tag', '新增', '所选时间内打上该标签的客户数'],
])('in %s (%s) the focus on the header %s shows how it is counted', async (_tab, tab, header, definition) => {
  open(`/bi?tab=${tab}`, allPermissions(), (server) =>
    server.answer(statisticsApi.tag, { ...none, rows: [sample(TagRow)] }),
  )
  const cell = await screen.findByRole('columnheader', { name: header })

  fireEvent.keyDown(document, { key: 'Tab' })
  act(() => cell.focus())

  expect((await screen.findByRole('tooltip')).textContent).toBe(definition)
})

const metricOf = (name: string) =>
  new URL(screen.getByRole('link', { name }).getAttribute('href')!, 'http://console').searchParams.get('metric')

test("a tag's figures open what they count, 新增 its bindings", async () => {
  const row = sample(TagRow, { customers: 4, added: 3, leadCustomers: 1, leadRate: 0.25, share: 0.5 })
  open('/bi?tab=tag', allPermissions(), (server) => server.answer(statisticsApi.tag, { ...none, rows: [row] }))

  await screen.findByRole('link', { name: '4' })

  expect(['4', '1', '25%', '50%'].map(metricOf)).toEqual([
    'enterCustomers',
    'leadCustomers',
    'leadRate',
    'enterCustomers',
  ])
  expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe(
    `/bi?tab=session&metric=sessions&addedTagId=${row.tagId}`,
  )
})

test('the list of the bindings of a tag says whose it is', async () => {
  const tag = sample(Tag, { name: '到店' })
  const { server } = open(`/bi?tab=session&addedTagId=${tag.id}`, allPermissions(), (it) =>
    it.answer(tagApi.list, [tag]),
  )

  expect(await screen.findByText('「新增标签 到店」的明细')).toBeTruthy()
  expect(server.calls(statisticsApi.sessionPage).at(-1)?.body).toMatchObject({ addedTagId: tag.id })
})

test('under a filter by tag only the rows of its tags open a list: no list is of two tags at once', async () => {
  const chosen = sample(TagRow, { name: '高意向', customers: 5 })
  const other = sample(TagRow, { name: '到店', customers: 3 })
  open(`/bi?tab=tag&tagIds=${chosen.tagId}`, allPermissions(), (server) =>
    server.answer(statisticsApi.tag, { ...none, rows: [chosen, other] }),
  )

  expect((await screen.findByRole('link', { name: '5' })).getAttribute('href')).toContain(`tagIds=${chosen.tagId}`)
  expect(screen.getByText('3')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '3' })).toBeNull()
})

test('a filter is written into the address and asked for, and 清空 takes it away', async () => {
  const { user, address, server } = open('/bi')
  await screen.findByRole('link', { name: /进线客户.*1,284/ })

  await user.click(screen.getByRole('combobox', { name: '渠道账号' }))
  await user.click(await screen.findByText('旗舰店', { selector: '.ant-select-item-option-content' }))
  await user.click(screen.getByLabelText('对比上期'))

  expect(address()).toBe(`/bi?subSourceIds=${account.relationId}&compare=false`)
  await expect
    .poll(() => server.calls(statisticsApi.overview).at(-1)?.body)
    .toMatchObject({ subSourceIds: [account.relationId], compare: false, range: 'recent7Days' })
  await user.click(screen.getByRole('button', { name: '清空' }))
  expect(address()).toBe('/bi?compare=false')
})

const listOfEntered = () => screen.getByRole('link', { name: /进线客户.*1,284/ }).getAttribute('href')

test('while the figures of the filter before are shown, each opens the list of that filter', async () => {
  const { user, server } = open('/bi')
  await screen.findByRole('link', { name: /进线客户.*1,284/ })
  const answer = server.hold(statisticsApi.overview)

  await user.click(screen.getByRole('switch', { name: '对比上期' }))
  await waitFor(() => expect(server.calls(statisticsApi.overview)).toHaveLength(2))

  expect(listOfEntered()).toBe('/bi?tab=session&metric=enterCustomers')
  answer.release()
  await waitFor(() => expect(listOfEntered()).toBe('/bi?compare=false&tab=session&metric=enterCustomers'))
})

test('仅接待时间 is among the further filters and asked for', async () => {
  const { user, address, server } = open('/bi')
  await user.click(await screen.findByRole('button', { name: '更多筛选' }))
  await user.click(screen.getByLabelText('仅接待时间'))

  expect(address()).toBe('/bi?workingHoursOnly=true')
  await expect.poll(() => server.calls(statisticsApi.overview).at(-1)?.body).toMatchObject({ workingHoursOnly: true })
})

test('tabs keep the filter, and each asks its own call', async () => {
  const { user, address, server } = open(`/bi?subSourceIds=${RelationId.parse(account.relationId)}`)

  for (const [name, tab] of [
    ['接待质量', 'reception'],
    ['客服', 'agent'],
    ['渠道', 'channel'],
    ['标签', 'tag'],
    ['热力', 'heatmap'],
  ] as const) {
    await user.click(within(await screen.findByRole('navigation', { name: '统计' })).getByText(name))
    await expect.poll(() => server.calls(statisticsApi[tab]).length).toBeGreaterThan(0)
    expect(address()).toBe(`/bi?subSourceIds=${account.relationId}&tab=${tab}`)
  }
})

test('one panel that fails leaves the others usable', async () => {
  const { server, user } = open('/bi')
  await screen.findByRole('link', { name: /进线客户.*1,284/ })
  server.refuse(statisticsApi.ai, 'tooOften', { msg: '操作过于频繁，请稍后再试' })

  await user.click(screen.getByRole('link', { name: 'AI' }))

  expect((await screen.findAllByText('操作过于频繁，请稍后再试')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText('来源')).toBeTruthy()
})

test('会话明细 sorts by its header, and a row opens the conversation', async () => {
  const { user, server, address } = open('/bi?tab=session')
  const customer = await screen.findByRole('link', { name: '滨江三房' })
  expect(customer.getAttribute('href')).toBe(`/chat?customerId=${session.customerId}`)
  expect(screen.getByText('AI 托管 → 人工接待')).toBeTruthy()
  expect(screen.getAllByRole('columnheader')[0]!.textContent).toBe('会话 ID')

  await user.click(screen.getAllByText('时长')[0]!)

  expect(address()).toBe('/bi?tab=session&sort=-length')
  await expect
    .poll(() => server.calls(statisticsApi.sessionPage).at(-1)?.body)
    .toMatchObject({ sort: { field: 'length', order: 'desc' }, metric: 'sessions' })
})

test('the status of a lead is changed in its row; 无效 asks for the reason', async () => {
  const { user, server } = open('/bi?tab=lead&status=new')
  server.answer(leadApi.update, sample(Lead, { leadId: lead.leadId }))
  expect(await screen.findByText('138****6666')).toBeTruthy()
  expect(server.calls(statisticsApi.leadPage)[0]?.body).toMatchObject({ status: 'new' })

  await user.click(screen.getByRole('button', { name: /修改 138\*{4}6666 的状态/ }))
  await user.click(await screen.findByRole('menuitem', { name: '跟进中' }))
  await expect
    .poll(() => server.calls(leadApi.update))
    .toEqual([{ body: { leadId: lead.leadId, status: 'following' } }])

  await user.click(screen.getByRole('button', { name: /修改 138\*{4}6666 的状态/ }))
  await user.click(await screen.findByRole('menuitem', { name: '无效' }))
  await user.click(await screen.findByLabelText('空号'))
  await user.click(screen.getByRole('button', { name: '确认' }))
  await expect
    .poll(() => server.calls(leadApi.update).at(-1))
    .toEqual({ body: { leadId: lead.leadId, status: 'invalid', reason: '空号' } })
})

test.each([
  ['an administrator of all accounts', '管理员', null, '在线索中跟进'],
  ['one of some accounts', '管理员', [], '查看同期线索'],
  ['another role, which may see a part of the customers', '客服', null, '查看同期线索'],
])('线索 is promised to be the same list to %s', async (_who, roleName, accountScope, name) => {
  open('/bi?tab=lead', allPermissions(), (server) =>
    server.answer(agentApi.list, [sample(Agent, { id: me.id, roleName, accountScope })]),
  )
  expect(await screen.findByRole('link', { name })).toBeTruthy()
})

test.each([
  ['春季新品', '春季计划', '春季新品'],
  ['', '春季计划', '春季计划'],
  ['', null, 'note-1'],
])('来源内容 with the title %j and the plan %j reads %s', async (contentTitle, adName, expected) => {
  const row = { ...lead, contentId: 'note-1', contentTitle, adName }
  open('/bi?tab=lead', allPermissions(), (server) =>
    server.answer(statisticsApi.leadPage, { ...none, rows: [row], total: 1, page: 1, pageSize: 20 }),
  )

  expect(await screen.findByRole('cell', { name: expected })).toBeTruthy()
})

test('a contact that is copied with the text around it is reported, one beside it not', async () => {
  const other = sample(LeadPageRow, { kind: 'phone', value: '139****6666' })
  const { server } = open('/bi?tab=lead', ['statistics:viewPage'], (it) => {
    it.answer(statisticsApi.leadPage, { ...none, rows: [lead, other], total: 2, page: 1, pageSize: 20 })
    it.answer(leadApi.copied, true)
  })
  const cell = await screen.findByText('138****6666')

  window.getSelection()?.selectAllChildren(cell)
  fireEvent.copy(cell)

  await expect.poll(() => server.calls(leadApi.copied)).toEqual([{ body: { leadId: lead.leadId } }])
})

test.each(['overview', 'reception', 'ai', 'agent', 'channel', 'tag'] as const)(
  'while the next figures of %s are read the old ones stay with a bar',
  async (tab) => {
    const tiles = [{ name: 'leadCustomers' as const, value: 12, base: null, changeRate: null }]
    const { user, server } = open(`/bi?tab=${tab}`, allPermissions(), (it) =>
      it.answer(statisticsApi[tab], { ...(tab === 'overview' ? overview : none), tiles }),
    )
    const strip = (await screen.findByRole('link', { name: /留资客户.*12/ })).closest('section')
    server.hold(statisticsApi[tab])

    await user.click(screen.getByLabelText('对比上期'))

    await expect.poll(() => strip?.getAttribute('aria-busy')).toBe('true')
    expect(within(strip!).getByText('12')).toBeTruthy()
  },
)

test('a content is named by its title', async () => {
  const values = sample(ChannelFigures)
  const row = { group: 'content' as const, contentId: 'note-1', name: '春季新品', source: 'redbook' as const, values }
  open('/bi?tab=channel&by=content', allPermissions(), (server) =>
    server.answer(statisticsApi.channel, { ...none, rows: [row] }),
  )

  expect(await screen.findByText('春季新品')).toBeTruthy()
})

test('who may not change customers sees the status as text', async () => {
  open('/bi?tab=lead', ['statistics:viewPage'])
  expect(await screen.findByText('138****6666')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /修改/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
})

test.each([
  ['agent', 'leadRate', 'statistics_agent'],
  ['channel', 'costPerLead', 'statistics_channel'],
  ['tag', 'added', 'statistics_tag'],
  ['ai', 'lastAt', 'statistics'],
] as const)('导出 of %s has the order of its table', async (tab, field, type) => {
  const { user, server } = open(`/bi?tab=${tab}&sort=-${field}`)
  server.answer(exportApi.create, { exportId: sample(exportApi.create.data).exportId })
  await user.click(await screen.findByRole('button', { name: '导出' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: '导出' }))

  await expect
    .poll(() => server.calls(exportApi.create)[0]?.body)
    .toMatchObject({ type, filters: { sort: { field, order: 'desc' } } })
})

test('导出 offers the table of the tab or the sessions behind it', async () => {
  const { user, server } = open('/bi?tab=agent&range=today')
  server.answer(exportApi.create, { exportId: sample(exportApi.create.data).exportId })
  await user.click(await screen.findByRole('button', { name: '导出' }))
  expect(await screen.findByText(/^日期：今天 /)).toBeTruthy()

  await user.click(screen.getByLabelText('明细'))
  const dialog = screen.getByRole('dialog', { name: '导出会话明细' })
  await user.click(within(dialog).getByRole('button', { name: '导出' }))

  await expect.poll(() => server.calls(exportApi.create).length).toBe(1)
  expect(server.calls(exportApi.create)[0]?.body).toMatchObject({
    type: 'session',
    format: 'xlsx',
    filters: { range: 'today', metric: 'sessions' },
  })
})

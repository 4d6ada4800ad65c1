import {
  Agent,
  agentApi,
  channelApi,
  flowApi,
  FlowItem,
  Material,
  materialApi,
  PlanId,
  PlanSimulation,
  ReceptionPlan,
  receptionPlanApi,
  SimpleAccount,
} from '@ruwu/contract'
import { DEFAULT_ASSIGN_RULE, filledGrid, NEW_PLAN, NEW_PLAN_GRID, paintCells } from '@ruwu/domain'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { ReceptionPlanPage } from './reception-plan-page.tsx'

const shop = sample(SimpleAccount, {
  name: '官方',
  source: 'douyin',
  openStatus: 'open',
  parentId: null,
  welcomeParts: 2,
})
const branch = sample(SimpleAccount, { name: '余杭店', source: 'douyin', openStatus: 'open', parentId: null })

const fields = {
  timezone: 'Asia/Shanghai',
  grid: NEW_PLAN_GRID,
  holidays: [],
  closeMode: { mode: 'manual' as const },
  assign: { ...DEFAULT_ASSIGN_RULE, mode: 'idle' as const },
  ...NEW_PLAN,
}
const head = sample(ReceptionPlan, {
  ...fields,
  name: '总部方案',
  accountIds: [shop.relationId],
  isDefault: false,
  enabled: true,
  hitsToday: 1234,
  version: 3,
})
const other = sample(ReceptionPlan, {
  ...fields,
  name: '门店方案',
  accountIds: [branch.relationId],
  isDefault: false,
  enabled: true,
})
const standard = sample(ReceptionPlan, {
  ...fields,
  name: '默认方案',
  grid: filledGrid({ mode: 'ai_agent' }),
  accountIds: [],
  isDefault: true,
  enabled: true,
})

const night = sample(FlowItem, { name: '夜间留资', status: 'published' })

function open(
  path = `/automation/reception?id=${head.id}`,
  permissions?: ('automation:viewPage' | 'automation:edit')[],
  arrange: (server: ReturnType<typeof createFakeServer>) => void = () => {},
) {
  const server = createFakeServer()
  server.answer(receptionPlanApi.list, [head, other, standard])
  server.answer(channelApi.simpleList, [shop, branch])
  server.answer(flowApi.list, [night, sample(FlowItem, { name: '草稿', status: 'draft' })])
  server.answer(agentApi.list, [sample(Agent, { name: '林小满', enabled: true })])
  server.answer(materialApi.page, { items: [], total: 0, page: 1, pageSize: 100 })
  server.answer(
    receptionPlanApi.simulate,
    sample(PlanSimulation, {
      planId: head.id,
      mode: 'manual',
      aiOffReason: 'schedule',
      flowId: null,
      welcome: { parts: head.welcome.parts, sent: head.welcome.parts.length, delaySec: 1 },
      assignMode: 'idle',
      agentId: null,
    }),
  )
  server.answer(receptionPlanApi.update, { ...head, version: 4, warnings: [] })
  server.answer(receptionPlanApi.save, {
    ...head,
    id: PlanId.parse('a'.repeat(32)),
    name: '夜班',
    version: 1,
    warnings: [],
  })
  server.answer(receptionPlanApi.remove, true)
  arrange(server)
  return renderConsole(<ReceptionPlanPage />, { server, path, ...(permissions ? { permissions } : {}) })
}

const sent = (server: ReturnType<typeof open>['server']) => server.calls(receptionPlanApi.update)

test('the list tells week, accounts, assignment and hits; the simulation who receives', async () => {
  open()

  const row = await screen.findByRole('button', { name: /总部方案/ })
  expect(row.textContent).toContain('每天 09:00–18:00 人工接待，其余 AI 托管')
  expect(row.textContent).toContain('1 个账号')
  expect(row.textContent).toContain('今日命中 1,234')
  expect((await screen.findByText('人工客服接待')).textContent).toBeTruthy()
  expect(screen.getByText('1 秒后发送 1 段')).toBeTruthy()
})

const RESERVED = '客户开口前可发条数减去人工预留'

test.each([
  {
    limits: [2],
    note: `「官方」在客户开口前自动最多发送 2 段（${RESERVED}）；可以在账号设置中调整，或合并内容。`,
    simulated: `1 秒后发送 2 段（共 3 段，${RESERVED}为 2）`,
  },
  {
    limits: [0],
    note: `「官方」在客户开口前不发送（${RESERVED}后没有剩余）；可以在账号设置中调整。`,
    simulated: `不发送（共 3 段，${RESERVED}后没有剩余）`,
  },
  {
    limits: [2, 1],
    note: `「余杭店」等 2 个账号在客户开口前最少只发送前 1 段（${RESERVED}）；可以在账号设置中调整，或合并内容。`,
    simulated: `1 秒后发送 2 段（共 3 段，${RESERVED}为 2）`,
  },
  {
    limits: [1, 0],
    note: `「余杭店」等 2 个账号在客户开口前有的不发送（${RESERVED}后没有剩余）；可以在账号设置中调整。`,
    simulated: `1 秒后发送 1 段（共 3 段，${RESERVED}为 1）`,
  },
  { limits: [3], note: undefined, simulated: '1 秒后发送 3 段' },
])('editor and simulation say what is not sent of three parts of 欢迎语: %j', async ({ limits, note, simulated }) => {
  const parts = ['一', '二', '三'].map((text) => ({ type: 'text' as const, text }))
  const accounts = [shop, branch].slice(0, limits.length)
  const welcome = { ...head.welcome, enabled: true, parts }
  open(undefined, undefined, (server) => {
    server.answer(receptionPlanApi.list, [
      { ...head, accountIds: accounts.map(({ relationId }) => relationId), welcome },
      standard,
    ])
    server.answer(
      channelApi.simpleList,
      accounts.map((account, index) => ({ ...account, welcomeParts: limits[index]! })),
    )
    server.answer(
      receptionPlanApi.simulate,
      sample(PlanSimulation, {
        planId: head.id,
        flowId: null,
        welcome: { parts, sent: limits[0]!, delaySec: 1 },
        agentId: null,
      }),
    )
  })

  expect(await screen.findByText(simulated)).toBeTruthy()
  expect(screen.queryByText(/在客户开口前/)?.textContent).toBe(note)
})

test('a card of one account does not count among the parts that another account sends', async () => {
  const both = [shop, { ...branch, welcomeParts: 2 }]
  const cards = both.map(({ relationId, name }) =>
    sample(Material, { name: `${name}的卡片`, relationId, source: 'douyin' as const }),
  )
  const [ofShop, ofBranch] = cards.map(({ id }) => ({ type: 'card' as const, materialId: id }))
  const parts = [{ type: 'text' as const, text: '一' }, ofShop!, ofBranch!]
  const plan = {
    ...head,
    accountIds: both.map(({ relationId }) => relationId),
    welcome: { ...head.welcome, enabled: true, parts },
  }
  const page = open(undefined, undefined, (server) => {
    server.answer(receptionPlanApi.list, [plan, standard])
    server.answer(channelApi.simpleList, both)
    server.answer(materialApi.page, ({ body }) => {
      const items = cards.filter(({ relationId }) => relationId === body.relationId)
      return { items, total: items.length, page: 1, pageSize: 100 }
    })
  })
  await screen.findByTitle(/^余杭店的卡片/)
  expect(screen.queryByText(/在客户开口前/)).toBeNull()

  await page.user.click(screen.getByRole('button', { name: '欢迎语第 3 段 移除' }))
  await page.user.click(screen.getByRole('button', { name: '文字' }))

  expect(await screen.findByText(/「官方」在客户开口前/)).toBeTruthy()
})

test('keys paint the chosen cells with the chosen mode, and one click saves once', async () => {
  const { user, server } = open()
  const grid = await screen.findByRole('grid', { name: '时间表' })

  await user.click(screen.getByRole('radio', { name: 'AI 托管' }))
  grid.focus()
  await user.keyboard('{Home}{Shift>}{PageDown}{PageDown}{PageDown}{PageDown}{ArrowDown}{/Shift} ')
  await screen.findByText('有 1 处修改未保存')
  await user.dblClick(screen.getByRole('button', { name: '保存' }))

  await expect.poll(() => sent(server).length).toBe(1)
  const painted = paintCells(NEW_PLAN_GRID, { days: [0, 1], cells: [0, 24] }, { mode: 'ai_agent' })
  expect(sent(server)[0]).toMatchObject({ body: { id: head.id, version: 3, grid: painted, moveIds: [] } })
})

test('dragging paints a rectangle', async () => {
  open()
  const grid = await screen.findByRole('grid', { name: '时间表' })
  grid.getBoundingClientRect = () => ({ top: 0, left: 0, width: 480, height: 70 }) as DOMRect

  fireEvent.pointerDown(grid, { button: 0, clientX: 5, clientY: 65, pointerId: 1 })
  fireEvent.pointerMove(grid, { clientX: 100, clientY: 65 })
  fireEvent.pointerUp(grid, { clientX: 475, clientY: 65 })

  const sunday = within(screen.getByRole('row', { name: '周日' }))
  expect(sunday.getAllByRole('gridcell').map((cell) => cell.textContent)).toEqual(['00:00–24:00人工接待'])
})

test('an account of another plan is moved only after a confirmation', async () => {
  const { user, server } = open()
  await user.click(await screen.findByRole('combobox', { name: '添加账号' }))
  await user.click(await screen.findByTitle('余杭店'))

  await screen.findByText(/将从「门店方案」移出/)
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('请先确认是否移入账号')
  expect(sent(server)).toEqual([])
  await user.click(screen.getByRole('button', { name: '确认移入' }))
  await user.click(screen.getByRole('button', { name: '保存' }))

  await expect.poll(() => sent(server).length).toBe(1)
  expect(sent(server)[0]).toMatchObject({
    body: { accountIds: [shop.relationId, branch.relationId], moveIds: [branch.relationId] },
  })
})

test('a refusal shows its text and keeps what was typed', async () => {
  const { user, server, toasts } = open()
  server.refuse(receptionPlanApi.update, 'refused', { msg: '服务器说明了原因' })
  await user.type(await screen.findByLabelText('方案名'), '二')

  await user.click(screen.getByRole('button', { name: '保存' }))

  await expect.poll(() => toasts).toEqual(['error: 服务器说明了原因'])
  expect(valueIn('方案名')).toBe('总部方案二')
})

test('a new plan begins with people by day, needs a name, and becomes the open one', async () => {
  const { user, server } = open('/automation/reception?id=new')
  await user.type(await screen.findByLabelText('方案名'), '夜')
  await user.clear(screen.getByLabelText('方案名'))
  await user.type(screen.getByLabelText('方案名'), '夜班')

  await user.click(screen.getByRole('button', { name: '保存' }))

  await expect.poll(() => server.calls(receptionPlanApi.save).length).toBe(1)
  expect(server.calls(receptionPlanApi.save)[0]).toMatchObject({ body: { name: '夜班', grid: NEW_PLAN_GRID } })
})

test('a plan is deleted after a confirmation; the default one cannot be', async () => {
  const { user, server } = open()
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '删除方案' }))
  await screen.findByText(/1 个账号将回到默认方案/)
  await user.click(screen.getByRole('button', { name: '确认' }))
  await expect.poll(() => server.calls(receptionPlanApi.remove)).toEqual([{ query: { id: head.id } }])

  await user.click(screen.getByRole('button', { name: /默认方案/ }))
  await screen.findByText('适用于没有加入其它方案的全部账号')
  expect(screen.queryByRole('button', { name: '更多操作' })).toBeNull()
  expect(screen.queryByRole('switch', { name: '启用' })).toBeNull()
})

test('without the right to edit nothing can be changed', async () => {
  open(undefined, ['automation:viewPage'])

  await screen.findByText('您没有修改权限，仅可查看')
  expect(screen.queryByRole('button', { name: '新建方案' })).toBeNull()
  expect(screen.getByLabelText('方案名')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('radio', { name: 'AI 托管' })).toBeNull()
})

test('a published flow can be painted and replace the AI; a draft cannot', async () => {
  const { user, server } = open()
  const grid = await screen.findByRole('grid', { name: '时间表' })
  await user.click(await screen.findByRole('radio', { name: '工作流' }))
  grid.focus()
  await user.keyboard('{Home}{Shift>}{End}{/Shift} ')
  expect(within(screen.getByRole('row', { name: '周一' })).getByText('夜间留资')).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: '关闭托管时' }))
  expect(screen.queryByTitle('工作流「草稿」')).toBeNull()
  await user.click(await screen.findByTitle('工作流「夜间留资」'))

  await user.click(screen.getByRole('button', { name: '保存' }))

  await expect.poll(() => sent(server).length).toBe(1)
  const mode = { mode: 'workflow' as const, flowId: night.id }
  const painted = paintCells(NEW_PLAN_GRID, { days: [0, 0], cells: [0, 47] }, mode)
  expect(sent(server)[0]).toMatchObject({ body: { grid: painted, closeMode: mode } })
})

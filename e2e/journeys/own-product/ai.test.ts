import { agentApi, channelApi, materialApi, modelSettingApi, type RelationId, SOCKET_PATH } from '@ruwu/contract'
import { TIME_ZONE_LABELS, zonedTime } from '@ruwu/domain'
import { startScriptedModel, TestSocket } from '@ruwu/testkit'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { callAs, Caller } from '../../support/caller.ts'
import { leavePoints, query, setAssignMode } from '../../support/database.ts'
import { journeysOnOwnProduct } from '../../support/journey.ts'
import type { ProductAddress } from '../../support/server.ts'
import {
  ACCOUNT,
  answer,
  atWork,
  boxOf,
  type Customer,
  LIN,
  newCustomer,
  openCustomer,
  threadOf,
} from '../../support/workbench.ts'

const journey = journeysOnOwnProduct()

const ADMIN = '13800000001'
const PASSWORD = 'ruwu2026'
const QUESTION = '周末几点关门'
const REMINDER = '还有想了解的可以接着问我'
const THANKS = '已收到您的预约，稍后与您联系'
const ANSWER = '门店周末营业到晚上九点，欢迎来店里看样。'

journey('an AI is taught, tried, published, answers, hands over, and comes back', async (place) => {
  const relationId = await accountOf(place.server)
  const admin = await place.visit()
  await admin.signIn(ADMIN, { path: `/channel/CORP/${relationId}/douyin/ai-agent?tab=knowledge` })
  const { page: adminPage } = admin
  await teach(adminPage, QUESTION, ANSWER)

  await adminPage.getByLabel('以客户身份提问').fill('周末你们开到几点呀')
  await adminPage.getByLabel('以客户身份提问').press('Enter')
  const preview = adminPage.getByRole('log', { name: '预览对话' })
  await preview
    .getByText(/晚上九点/)
    .first()
    .waitFor()
  await preview.getByText(QUESTION).first().waitFor()
  // The configuration has the whole width meanwhile, and the conversation stays.
  await adminPage.getByRole('button', { name: '收起预览' }).click()
  await preview.waitFor({ state: 'hidden' })
  await adminPage.getByRole('button', { name: '预览', exact: true }).click()
  await preview.getByText(QUESTION).first().waitFor()
  await publish(adminPage)
  // People receive the customers of the demo's accounts that have no AI yet.
  const receptionMode = { relationId, accountType: 'CORP', receptionMode: 'open' } as const
  await callAs(adminPage, channelApi.updateReceptionType, { body: receptionMode })

  const lin = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '你好，周末几点打烊')
  await expect.poll(async () => (await customer.replies()).join()).toContain('晚上九点')
  await openCustomer(lin, customer)
  await lin.getByText('AI 正在接待，发送消息将自动接管').waitFor()
  await threadOf(lin).getByRole('button', { name: '查看依据' }).first().click()
  await threadOf(lin).getByText(QUESTION, { exact: true }).first().waitFor()

  await query(place.server, `update agent set status = 'invisible' where telephone = $1`, [ADMIN])
  // The demo's history has given her more customers than the default allows.
  await query(place.server, 'update agent set reception_limit = 200 where telephone = $1', [LIN])
  await setAssignMode(place.server, 'idle')
  await customer.write('转人工')
  await expect.poll(async () => (await customer.replies()).join()).toContain('已为您转接人工客服，请稍候')
  await lin
    .getByText(/转人工/)
    .first()
    .waitFor()
  await lin.getByText('提醒').first().waitFor()
  await threadOf(lin).getByText('该客户已自动分配给 林小满').first().waitFor()
  const expected = lin.locator('header', { hasText: customer.name }).getByText('待接手')
  await expected.waitFor()
  await (await answer(lin, '您好，我是人工客服')).waitFor()
  await expected.waitFor({ state: 'detached' })
  await setAssignMode(place.server, 'manual')

  const timer = lin.getByRole('timer')
  await timer.waitFor()
  expect(await timer.textContent()).toMatch(/^AI 将在 (29:\d\d|30:00) 后恢复托管$/)
  await query(place.server, 'update customer set auto_enable_at = now() where id = $1', [await customer.id()])
  await lin.getByText('AI 正在接待，发送消息将自动接管').waitFor()
  const before = (await customer.replies()).length
  await customer.write('那周末几点关门来着')
  await expect.poll(async () => (await customer.replies()).slice(before).join()).toContain('晚上九点')
})

journey(
  'of six agents online one gets who asks for a person; where nobody is online the truth is told',
  async (place) => {
    const { server } = place
    // Like 林小满, but without customers, and each with a console.
    const more = ['13800000011', '13800000012', '13800000013', '13800000014', '13800000015']
    const sockets: TestSocket[] = []
    // The journeys after this one have the same product.
    onTestFinished(async () => {
      for (const socket of sockets) if (!socket.closed) await socket.close()
      await setAssignMode(server, 'manual')
      await query(server, 'update agent set enabled = false where telephone = any($1)', [more])
      await query(server, `update agent set status = 'online' where telephone = $1`, [LIN])
    })
    for (const [index, telephone] of more.entries())
      await query(
        server,
        `insert into agent select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'telephone', $1::text,
        'name', $2::text, 'status', 'online'))).* from agent a where telephone = $3`,
        [telephone, `接待${index + 1}`, LIN],
      )
    const all = [LIN, ...more]
    for (const telephone of all) sockets.push(await openConsole(server, telephone))
    await setAssignMode(server, 'idle')

    const customer = await newCustomer(server, '转人工')
    await expect.poll(async () => (await customer.replies()).join()).toContain('已为您转接人工客服，请稍候')
    const customerId = await customer.id()
    const owner = () =>
      query<{ telephone: string; name: string }>(
        server,
        'select a.telephone, a.name from customer c join agent a on a.id = c.agent_id where c.id = $1',
        [customerId],
      )
    await expect.poll(async () => (await owner()).length).toBe(1)
    const [{ telephone, name }] = (await owner()) as [{ telephone: string; name: string }]
    expect(all).toContain(telephone)
    const page = await atWork(await place.visit(), telephone, 1)
    await openCustomer(page, customer)
    await threadOf(page).getByText(`该客户已自动分配给 ${name}`).first().waitFor()
    const expected = page.locator('header', { hasText: customer.name }).getByText('待接手')
    await expected.waitFor()
    await (await answer(page, '您好，我来为您服务')).waitFor()
    await expected.waitFor({ state: 'detached' })

    await query(server, `update agent set status = 'invisible' where telephone = any($1)`, [all])
    const late = await newCustomer(server, '转人工')
    await expect.poll(async () => (await late.replies()).join()).toContain('人工客服当前不在线，上线后会第一时间回复您')
  },
)

/** An agent at work with a console of which only the socket is there. */
async function openConsole({ url }: ProductAddress, telephone: string): Promise<TestSocket> {
  const { session } = await new Caller(url).signIn(telephone, PASSWORD)
  return TestSocket.open(`${url.replace('http', 'ws')}${SOCKET_PATH}?device=web&token=${session?.token}`)
}

journey('the AI is silent once a person speaks, and returns only if it may', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '在吗')
  await openCustomer(page, customer)
  const ai = page.getByRole('switch', { name: 'AI 托管' })
  await page.getByText('AI 正在接待，发送消息将自动接管').waitFor()
  const said = await answer(page, '在的，您请说')
  await said.waitFor()

  await page.getByRole('timer').waitFor()
  // The bar takes its room from the thread: the last message moves up, not behind the composer.
  const room = async () => bottomOf(await threadOf(page).boundingBox()) - bottomOf(await said.boundingBox())
  await expect.poll(room).toBeGreaterThanOrEqual(0)
  await page.getByRole('button', { name: '立即恢复' }).click()
  await page.getByText('AI 正在接待，发送消息将自动接管').waitFor()
  await (await answer(page, '还是我来回答')).waitFor()
  await page.getByRole('button', { name: '不再恢复' }).click()
  await page.getByRole('timer').waitFor({ state: 'detached' })
  // The timer goes with the click, the switch and the bubble with what was pressed: the next question is to come after the answer.
  await expect.poll(async () => (await customer.replies()).at(-1)).toBe('还是我来回答')
  await expect.poll(() => ai.getAttribute('aria-checked')).toBe('false')

  // While a person receives, the AI's answer is only suggested: one is taken over, one refused.
  const suggestion = page.getByRole('region', { name: '建议回复' })
  await customer.write(QUESTION)
  await suggestion.getByText(/晚上九点/).waitFor()
  await boxOf(page).press('Tab')
  await suggestion.waitFor({ state: 'detached' })
  expect(await boxOf(page).inputValue()).toContain('晚上九点')
  await boxOf(page).press('Enter')
  await expect.poll(async () => (await customer.replies()).at(-1)).toContain('晚上九点')
  await customer.write('平时几点关门')
  await suggestion.waitFor()
  await boxOf(page).press('Escape')
  await suggestion.waitFor({ state: 'detached' })
  expect(await boxOf(page).inputValue()).toBe('')

  await (await answer(page, '平时也是九点关门')).waitFor()
  await workWithModel(place.server, page, customer)
})

const bottomOf = (box: { y: number; height: number } | null) => box!.y + box!.height

/** With a model of the enterprise's own: a rewritten text is taken over, one is refused, and a summary goes with a transfer. */
async function workWithModel(server: ProductAddress, page: Page, customer: Customer): Promise<void> {
  const model = await startScriptedModel()
  // Also at the time limit, when this is still waiting: the journeys after it have the same product.
  onTestFinished(async () => {
    try {
      await query(server, `update model_setting set mode = 'default', version = version + 1`)
    } finally {
      await model.close()
    }
  })
  const admin = await new Caller(server.url).signIn(ADMIN, 'ruwu2026')
  const { version } = await admin.call(modelSettingApi.get, {})
  const own = { baseUrl: model.baseUrl, model: 'own', embeddingModel: '', timeoutSec: 20, key: 'sk-1' }
  await admin.call(modelSettingApi.save, { body: { mode: 'own', ...own, allowsContacts: false, version } })
  const bar = page.getByRole('region', { name: '改写' })
  const rewrite = async (text: string, say: string) => {
    model.play({ say })
    await boxOf(page).fill(text)
    await page.getByRole('button', { name: '改写', exact: true }).click()
    await page.getByRole('menuitem', { name: '更礼貌' }).click()
  }

  await page.reload()
  await rewrite('等一下', '麻烦您稍等一下')
  await bar.getByText('麻烦您稍等一下').waitFor()
  await boxOf(page).press('Tab')
  await boxOf(page).press('Enter')
  await expect.poll(async () => (await customer.replies()).at(-1)).toBe('麻烦您稍等一下')

  await rewrite('三百元一平', '五百元一平')
  await bar.getByText(/未采用/).waitFor()
  await boxOf(page).press('Escape')
  await bar.waitFor({ state: 'detached' })
  expect(await boxOf(page).inputValue()).toBe('三百元一平')

  model.play({ say: JSON.stringify({ summary: '客户问几点关门，已答', steps: [] }) })
  await page.getByRole('button', { name: '转接', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '转接客户' })
  await dialog.getByRole('button', { name: '插入会话摘要' }).click()
  await dialog.getByText('AI 生成，可修改').waitFor()
  expect(await dialog.getByLabel('备注').inputValue()).toBe('客户问几点关门，已答')
  await pick(page, dialog.getByLabel('客服'), /卫青禾/)
  await pick(page, dialog.getByLabel('转接原因'), /更专业的同事/)
  await dialog.getByRole('button', { name: '确认' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** An option of a select, by its text. */
async function pick(page: Page, select: Locator, words: RegExp): Promise<void> {
  await select.click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: words }).first().click()
}

journey('when points run out people receive everybody, and a recharge brings the AI back', async (place) => {
  const admin = await place.visit()
  await admin.signIn(ADMIN)
  const lin = await atWork(await place.visit(), LIN, 3)
  await leavePoints(place.server, 1)
  const customer = await newCustomer(place.server, QUESTION)
  await expect.poll(async () => (await customer.replies()).join()).toContain('晚上九点')

  // Every open console shows the notice, which can be put off.
  await lin.getByRole('alertdialog', { name: '积分已用尽' }).getByRole('button', { name: '稍后处理' }).click()
  await openCustomer(lin, customer)
  await expect.poll(() => lin.getByRole('switch', { name: 'AI 托管' }).getAttribute('aria-checked')).toBe('false')
  await admin.page.getByText('AI 托管已暂停，客户将由人工接待').waitFor()
  await admin.page.getByRole('button', { name: '去充值' }).click()
  await admin.page.getByRole('button', { name: '演示充值' }).click()
  await admin.page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()

  await expect.poll(() => lin.getByRole('switch', { name: 'AI 托管' }).getAttribute('aria-checked')).toBe('true')
  const before = (await customer.replies()).length
  await customer.write('周末几点关门')
  await expect.poll(async () => (await customer.replies()).slice(before).join()).toContain('晚上九点')
})

journey('a customer who falls silent is followed up once, and their answer ends it', async (place) => {
  const admin = await place.visit()
  await admin.signIn(ADMIN)
  const { page } = admin
  await page.getByRole('link', { name: '自动化' }).click()
  await page.getByRole('link', { name: '更多', exact: true }).click()
  const card = page.getByRole('region', { name: '沉默跟进' })
  await card.getByRole('button', { name: '设置' }).click()
  const sheet = page.getByRole('dialog', { name: '沉默跟进' })
  await sheet.getByLabel('启用').click()
  await sheet.getByRole('group', { name: '第 1 步' }).getByText('固定话术').click()
  await sheet.getByRole('button', { name: '保存' }).click()
  await sheet.getByText('请输入话术').waitFor()
  await sheet.getByLabel('第 1 步话术').fill(REMINDER)
  // A journey may be walked at night.
  await sheet.getByRole('switch', { name: '免打扰' }).click()
  await sheet.getByRole('button', { name: '保存' }).click()
  await sheet.waitFor({ state: 'detached' })
  expect(await card.getByRole('switch', { name: '沉默跟进' }).getAttribute('aria-checked')).toBe('true')

  const customer = await newCustomer(place.server, QUESTION)
  await expect.poll(async () => (await customer.replies()).join()).toContain('晚上九点')
  const id = await customer.id()
  const silence = () =>
    query<{ step: number; since: Date }>(place.server, 'select step, since from follow_up where customer_id = $1', [id])
  await expect.poll(async () => (await silence()).length).toBe(1)
  // Fifteen minutes pass.
  await query(
    place.server,
    `update follow_up set since = since - interval '15 minutes', due_at = now() where customer_id = $1`,
    [id],
  )
  await expect.poll(async () => (await customer.replies()).at(-1)).toBe(REMINDER)
  const [waiting] = await silence()
  expect(waiting?.step).toBe(2)
  await page.reload()
  await card.getByText('今日已发送').getByText('1 条').waitFor()

  await customer.write('谢谢')
  await expect.poll(async () => (await silence())[0]?.since.getTime() ?? 0).not.toBe(waiting?.since.getTime())
  expect((await customer.replies()).filter((words) => words === REMINDER)).toHaveLength(1)

  await card.getByRole('switch', { name: '沉默跟进' }).click()
  await expect.poll(async () => (await silence()).length).toBe(0)
})

journey('a plan gives customers to people by day and to the AI at night', async (place) => {
  const admin = await place.visit()
  await admin.signIn(ADMIN, { path: '/automation/reception?id=new' })
  const { page } = admin
  await page.getByLabel('方案名').fill('夜间 AI')
  await choose(page, '添加账号', ACCOUNT)
  await page.getByRole('switch', { name: '欢迎语' }).click()
  await page.getByRole('combobox', { name: '分配方式' }).click()
  await page.getByTitle('手动领取').click()
  // The whole week is painted with people, then 00:00–06:00 and 22:00–24:00 with the AI, by keyboard.
  const grid = page.getByRole('grid', { name: '时间表' })
  await grid.focus()
  for (const key of ['Home', 'Shift+End', ...Array.from({ length: 6 }, () => 'Shift+ArrowDown'), 'Space'])
    await page.keyboard.press(key)
  await page.locator('label', { hasText: 'AI 托管' }).click()
  await grid.focus()
  await paint(page, ['Home', 'PageDown', 'PageDown', 'ArrowLeft'], 'Shift+Home')
  await paint(page, ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'], 'Shift+End')
  await page.getByText('56 小时').waitFor()

  // The clock is moved by the plan's time zone: somewhere it is day, somewhere it is night.
  await choose(
    page,
    '时区',
    zoneAt((hour) => hour >= 6 && hour < 22),
  )
  await save(page)
  const outcome = page.getByRole('region', { name: '模拟' }).getByRole('status')
  await outcome.getByText('人工客服接待').waitFor()
  const customer = await newCustomer(place.server, '在吗')
  const lin = await atWork(await place.visit(), LIN, 3)
  await openCustomer(lin, customer)
  const ai = lin.getByRole('switch', { name: 'AI 托管' })
  await expect.poll(() => ai.getAttribute('aria-checked')).toBe('false')

  await choose(
    page,
    '时区',
    zoneAt((hour) => hour < 6 || hour >= 22),
  )
  await save(page)
  await outcome.getByText('AI 托管接待').waitFor()
  await customer.write(QUESTION)
  await threadOf(lin).getByText('接待方案切换，由 AI 接待').first().waitFor()
  await expect.poll(async () => (await customer.replies()).join()).toContain('晚上九点')
  await expect.poll(() => ai.getAttribute('aria-checked')).toBe('true')

  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除方案' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()
  await page.getByText('方案已删除').waitFor()
})

journey('a submitted card is answered and given to its agent', async (place) => {
  const relationId = await accountOf(place.server)
  const admin = await place.visit()
  await admin.signIn(ADMIN)
  await callAs(admin.page, materialApi.sync, { body: { relationId } })
  const { items } = await callAs(admin.page, materialApi.page, {
    body: { relationId, type: 'lead_form', usable: true },
  })
  const card = items[0]!
  const agents = await callAs(admin.page, agentApi.list, { body: {} })
  const agentIds = agents.filter(({ name }) => name === '林小满').map(({ id }) => id)
  const { id, version, name } = card
  await callAs(admin.page, materialApi.update, { body: { id, version, name, agentIds, afterText: THANKS } })
  await query(place.server, 'update agent set reception_limit = 200 where telephone = $1', [LIN])

  const lin = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '怎么预约')
  await openCustomer(lin, customer)
  await lin.getByRole('button', { name: '卡片' }).click()
  const dialog = lin.getByRole('dialog', { name: '发送卡片' })
  await dialog.getByRole('button', { name: `发送「${name}」` }).click()
  await expect.poll(async () => (await customer.received()).includes('card')).toBe(true)
  await lin.getByRole('button', { name: '释放' }).click()

  await customer.act({ do: 'submit_card', fields: { 手机号: '13912345678', 姓名: '王女士' } })

  await expect.poll(async () => (await customer.replies()).join()).toContain(THANKS)
  await threadOf(lin).getByText('该客户已自动分配给 林小满').first().waitFor()
})

const ZONES = Object.entries(TIME_ZONE_LABELS)

/** Name of a zone whose wall clock is there now, as far from the edges as the list allows. */
function zoneAt(isWanted: (hour: number) => boolean): string {
  const hourOf = (zone: string, minutes: number) => zonedTime(new Date(Date.now() + minutes * 60_000), zone).hour
  const lasts = (zone: string, minutes: number) => isWanted(hourOf(zone, 0)) && isWanted(hourOf(zone, minutes))
  const found = ZONES.find(([zone]) => lasts(zone, 30)) ?? ZONES.find(([zone]) => lasts(zone, 5))
  return found?.[1] ?? ''
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label })
  await box.fill(option)
  await box.press('Enter')
}

/** All days from the cursor's cell to the edge that `extend` goes to. */
async function paint(page: Page, way: string[], extend: string): Promise<void> {
  const toMonday = Array.from({ length: 6 }, () => 'ArrowUp')
  const toSunday = Array.from({ length: 6 }, () => 'Shift+ArrowDown')
  for (const key of [...toMonday, ...way, extend, ...toSunday, 'Space']) await page.keyboard.press(key)
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('保存成功').first().waitFor()
}

async function accountOf({ url }: ProductAddress): Promise<RelationId> {
  const caller = await new Caller(url).signIn(ADMIN, 'ruwu2026')
  const accounts = await caller.call(channelApi.list, { body: { source: 'douyin' } })
  return accounts.find((account) => account.name === ACCOUNT)!.relationId
}

async function teach(page: Page, question: string, text: string): Promise<void> {
  await page.getByRole('button', { name: '添加知识' }).first().click()
  await page.getByRole('menuitem', { name: /问答/ }).click()
  const sheet = page.getByRole('dialog', { name: '添加问答' })
  await sheet.getByLabel('问题', { exact: true }).fill(question)
  await sheet.getByLabel('答案').fill(text)
  await sheet.getByRole('button', { name: '保存' }).click()
  await sheet.waitFor({ state: 'detached' })
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog', { name: '发布 AI 智能体' }).getByRole('button', { name: '发布', exact: true }).click()
  await page
    .getByText(/^已发布 v1/)
    .first()
    .waitFor()
}

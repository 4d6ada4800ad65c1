import { agentApi, customerApi, CustomerId } from '@ruwu/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { callAs } from '../support/caller.ts'
import { query } from '../support/database.ts'
import { journeys } from '../support/journey.ts'
import {
  answer,
  atWork,
  boxOf,
  bubbleOf,
  choose,
  type Customer,
  LIN,
  listOf,
  newCustomer,
  openCustomer,
  openFirst,
  rowOf,
  threadOf,
  WEI,
} from '../support/workbench.ts'

/** An administrator. */
const ZHAO = '13800000001'

// With its thirty days of conversations and its accounts.
const journey = journeys()

journey('a message reaches both consoles, is answered once, and the colleague sees who answers', async (place) => {
  const [lin, wei] = [await atWork(await place.visit(), LIN, 3), await atWork(await place.visit(), WEI, 3)]
  const customer = await newCustomer(place.server, '能上门量房吗')

  await rowOf(lin, customer.name).click()
  await threadOf(lin).getByText('能上门量房吗').first().waitFor()
  await rowOf(wei, customer.name).waitFor()
  await (await answer(lin, '可以的，请问在哪个小区？')).waitFor()

  await expect.poll(customer.replies).toEqual(['可以的，请问在哪个小区？'])
  await rowOf(lin, customer.name).locator('../..').getByText('我: 可以的，请问在哪个小区？').waitFor()
  // Answering received the customer: it is no longer unassigned.
  await rowOf(wei, customer.name).waitFor({ state: 'detached' })
  await customer.write('江畔里')
  await threadOf(lin).getByText('江畔里').first().waitFor()
})

journey('of two who receive at once one wins, and the other is told who', async (place) => {
  const loser = await place.visit()
  const [lin, wei] = [await atWork(await place.visit(), LIN, 3), await atWork(loser, WEI, 3)]
  const customer = await newCustomer(place.server, '想看看衣柜')
  for (const page of [lin, wei]) {
    await rowOf(page, customer.name).click()
    await page.getByRole('button', { name: '接待', exact: true }).waitFor()
  }

  // Wei's claim is on its way while Lin's arrives.
  const arrived = Promise.withResolvers<void>()
  await wei.route('**/v1/customer/receive', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await wei.getByRole('button', { name: '接待', exact: true }).click()
  await lin.getByRole('button', { name: '接待', exact: true }).click()
  await lin.getByRole('button', { name: '释放', exact: true }).waitFor()
  arrived.resolve()

  await wei.getByText('已被 林小满 接待').first().waitFor()
  loser.forgive(/已被 林小满 接待/)
})

journey('an archived customer who writes again is back, and a draft waits for its own customer', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const one = await newCustomer(place.server, '第一位的问题')
  const other = await newCustomer(place.server, '第二位的问题')
  await rowOf(page, one.name).click()
  await (await answer(page, '您的问题我看到了')).waitFor()
  await page.keyboard.press('Alt+a')
  await page.goto('/chat?scope=1')
  await rowOf(page, one.name).waitFor({ state: 'detached' })

  await one.write('还有一个问题')
  await rowOf(page, one.name).click()
  await threadOf(page).getByText('还有一个问题').first().waitFor()
  await boxOf(page).fill('写了一半')
  await page.goto('/chat?scope=3')
  await rowOf(page, other.name).click()
  await threadOf(page).getByText('第二位的问题').first().waitFor()
  expect(await boxOf(page).inputValue()).toBe('')
  await page.goto('/chat?scope=1')
  await rowOf(page, one.name).click()
  await expect.poll(() => boxOf(page).inputValue()).toBe('写了一半')
  await expect.poll(other.replies).toEqual([])
})

journey('on a phone the three panes are three steps', async (place) => {
  const page = await atWork(await place.visit(PHONE), LIN, 1)
  await openFirst(page)
  expect(await listOf(page).isVisible()).toBe(false)

  await page.getByRole('button', { name: '返回' }).first().click()

  await listOf(page).waitFor()
})

journey('a customer is passed on with a reason and a note, and the colleague is told', async (place) => {
  const [lin, wei] = [await atWork(await place.visit(), LIN, 3), await atWork(await place.visit(), WEI, 1)]
  const customer = await newCustomer(place.server, '想问五金的品牌')
  await openCustomer(lin, customer)
  await lin.getByRole('button', { name: '接待', exact: true }).click()
  await lin.getByRole('button', { name: '转接', exact: true }).click()
  const dialog = await transferToWei(lin)
  await dialog.getByLabel('备注').fill('客户在意五金，已报过价')
  await dialog.getByRole('button', { name: '确认' }).click()
  await dialog.waitFor({ state: 'detached' })

  await openCustomer(wei, customer)
  await threadOf(wei).getByText('客户在意五金，已报过价').waitFor()
  await threadOf(wei)
    .getByText(/更专业的同事/)
    .first()
    .waitFor()
  // The customer is a colleague's now: the composer is closed to others.
  await lin.getByText('该客户现由 卫青禾 接待，您无权查看').waitFor()
  await expect.poll(customer.replies).toEqual([])
})

journey('what was said is taken back within two minutes, and not later', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '多少钱一平')
  await openCustomer(page, customer)
  await (await answer(page, '六百八一平')).waitFor()
  await expect.poll(customer.replies).toEqual(['六百八一平'])

  await choose(page, '六百八一平', '撤回')
  await threadOf(page).getByText('你撤回了一条消息').waitFor()
  await expect.poll(customer.replies).toEqual([])
  await page.getByRole('button', { name: '重新编辑' }).click()
  await expect.poll(() => boxOf(page).inputValue()).toBe('六百八一平')

  await (await answer(page, '按投影面积六百八一平')).waitFor()
  await expect.poll(customer.replies).toEqual(['按投影面积六百八一平'])
  // Only what this page takes for now: its timers go on, or a call under way would run out of time.
  await page.evaluate((now) => {
    const construct = (Real: DateConstructor, args: []) => (args.length === 0 ? new Real(now) : new Real(...args))
    window.Date = new Proxy(Date, { construct })
  }, Date.now() + 121_000)
  await bubbleOf(page, '按投影面积六百八一平').hover()
  await page.getByRole('button', { name: '消息操作' }).last().click()
  await page.getByRole('menuitem', { name: '引用', exact: true }).waitFor()
  expect(await page.getByRole('menuitem', { name: '撤回', exact: true }).count()).toBe(0)
  await expect.poll(customer.replies).toEqual(['按投影面积六百八一平'])
})

journey('what the platform refused is red until it was sent; what never arrived is put away', async (place) => {
  const visitor = await place.visit()
  const page = await atWork(visitor, LIN, 3)
  const customer = await newCustomer(place.server, '有现货吗')
  await openCustomer(page, customer)
  await customer.platform.knobs({ 'send.error': '28001007:1' })
  await (await answer(page, '有现货的')).waitFor()
  await threadOf(page)
    .getByText(/^发送失败：/)
    .waitFor()
  expect(await customer.replies()).toEqual([])

  await threadOf(page).getByRole('button', { name: '重发' }).click()

  await expect.poll(customer.replies).toEqual(['有现货的'])
  await threadOf(page)
    .getByText(/^发送失败：/)
    .waitFor({ state: 'detached' })
  await customer.platform.knobs({ 'send.error': null })

  await page.route('**/v1/im/message/send', (route) =>
    route.fulfill({ json: { code: 42200, data: null, msg: '暂时不能发送' } }),
  )
  await (await answer(page, '今天能发货')).waitFor()
  await threadOf(page).getByText('发送失败：暂时不能发送').waitFor()
  await choose(page, '今天能发货', '删除')
  await bubbleOf(page, '今天能发货').waitFor({ state: 'detached' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.reload()
  await bubbleOf(page, '有现货的').waitFor()
  expect(await bubbleOf(page, '今天能发货').count()).toBe(0)
  // What the page starts with is asked for once, also where the start and the page both need it.
  const first = asked.filter((it) => /customer\/(list|detail)|message\/list/.test(it))
  expect(first.toSorted()).toEqual([...new Set(first)].toSorted())
  // Counts are asked for again after an event, such as the platform's echo of what was sent before.
  const counts = Object.values(Object.groupBy(asked, (it) => it)).filter((each) => /customer\/count/.test(each![0]!))
  expect(counts.every((each) => each!.length <= 2)).toBe(true)
  // The page's own scripts, and those loaded ahead once it is idle.
  expect(asked.filter((it) => it.includes('/assets/') && it.includes('.js')).length).toBeLessThan(30)
  visitor.forgive(/暂时不能发送/)
})

journey('several customers are archived together, and who could not be passed on is named', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const customers: Customer[] = []
  for (const words of ['甲', '乙', '丙']) {
    customers.push(await newCustomer(place.server, words))
    await rowOf(page, customers.at(-1)!.name).waitFor()
  }
  await page.getByRole('button', { name: '批量操作' }).click()
  // With Shift the rows in between are selected too.
  await listOf(page).getByLabel(`选择${customers[0]!.name}`).check()
  await listOf(page)
    .getByLabel(`选择${customers[2]!.name}`)
    .click({ modifiers: ['Shift'] })
  await listOf(page).getByText('已选 3 条').waitFor()
  await listOf(page).getByRole('button', { name: '转接', exact: true }).click()
  const dialog = await transferToWei(page)
  await dialog.getByRole('button', { name: '确认' }).click()
  // Unassigned customers can be transferred by a manager only.
  const failures = page.getByRole('dialog', { name: '3 个失败，0 个成功' })
  for (const { name } of customers) await failures.getByText(name).waitFor()
  await failures.getByRole('button', { name: '知道了' }).click()
  await listOf(page).getByRole('button', { name: '归档', exact: true }).click()

  for (const { name } of customers) await rowOf(page, name).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '撤销' }).click()
  for (const { name } of customers) await rowOf(page, name).waitFor()
})

journey('a day by keyboard alone: claim, answer, tag, stage, remind, archive, next', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '想定做衣柜')
  await rowOf(page, customer.name).waitFor()
  const customerId = await customer.id()
  await page.goto(`/chat?scope=4&customerId=${customerId}`)
  await threadOf(page).getByText('想定做衣柜').first().waitFor()
  const panel = page.getByRole('complementary', { name: '客户资料' })
  const reminder = page.getByRole('dialog', { name: '稍后提醒' })
  let presses = 0
  /** Presses the keys, and waits as a person does for what they see next. */
  const press = async (keys: string[], next: Locator) => {
    presses += keys.length
    for (const key of keys) await page.keyboard.press(key)
    await next.waitFor()
  }

  await press(['Alt+r'], page.getByRole('button', { name: '释放', exact: true }))
  await press(['Alt+w'], page.locator('textarea:focus'))
  await press(['/'], page.getByRole('option').first())
  await press(['Shift+Enter'], page.locator('textarea:focus:placeholder-shown'))
  await expect.poll(async () => (await customer.replies()).length).toBe(1)
  await press(['Alt+g'], page.locator('[aria-label="搜索标签"]:focus'))
  await press(['Enter'], panel.getByRole('button', { name: /^移除标签/ }).first())
  // Back where the shortcut was pressed.
  await press(['Escape'], page.locator('textarea:focus'))
  await press(['Alt+j'], panel.locator('ol button:focus'))
  await press(['Enter'], panel.locator('ol button[aria-pressed=true]:focus'))
  await press(['Alt+l'], reminder.locator(':focus'))
  await press(['Enter'], panel.getByRole('button', { name: '取消提醒' }))
  await press(['Alt+a'], page.getByRole('button', { name: '撤销' }))

  expect(presses).toBe(12)
  expect([null, customerId]).not.toContain(new URL(page.url()).searchParams.get('customerId'))
  const row = `select c.archive, c.stage_id is not null as staged, count(r.id)::int as reminders
    from customer c left join customer_reminder r on r.customer_id = c.id where c.id = $1 group by c.id, c.archive, c.stage_id`
  expect(await query(place.server, row, [customerId])).toEqual([{ archive: true, staged: true, reminders: 1 }])
})

journey(
  'put away with a key until later, a customer is back on top when they write, and at its time',
  async (place) => {
    const page = await atWork(await place.visit(), LIN, 3)
    const customer = await newCustomer(place.server, '想问交期')
    await openCustomer(page, customer)
    await page.getByRole('button', { name: '接待', exact: true }).click()
    await page.getByRole('button', { name: '释放', exact: true }).waitFor()
    const customerId = await customer.id()
    await page.goto(`/chat?customerId=${customerId}`)
    await rowOf(page, customer.name).waitFor()
    const first = listOf(page).getByTestId('virtuoso-scroller').getByRole('listitem').first()
    const putAway = async () => {
      await page.keyboard.press('Alt+p')
      await page.getByRole('dialog', { name: '稍后处理' }).locator(':focus').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: '撤销' }).waitFor()
      await rowOf(page, customer.name).waitFor({ state: 'detached' })
    }

    await putAway()
    await page.getByRole('button', { name: /^稍后处理/ }).click()
    await listOf(page)
      .getByRole('listitem')
      .filter({ hasText: customer.name })
      .getByText(/^稍后 /)
      .waitFor()
    await page.getByRole('button', { name: '全部', exact: true }).click()
    await customer.write('考虑好了')
    await expect.poll(() => first.textContent()).toContain(customer.name)

    await openCustomer(page, customer)
    await putAway()
    const due = 'update customer set postponed_until = now() where id = $1'
    await query(place.server, due, [customerId])
    await expect.poll(() => first.textContent()).toContain(customer.name)
    await first.getByText('稍后处理：该处理了').waitFor()
    await page.getByRole('button', { name: /^通知中心/ }).click()
    const told = noticesOf(page, customer.name).filter({ hasText: '到了稍后处理的时间' })
    await told.getByRole('button', { name: '完成' }).click()
    await told.waitFor({ state: 'detached' })
    await first.getByText('稍后处理：该处理了').waitFor({ state: 'detached' })
  },
)

journey('another filter begins at its top, and the keyboard stays in the list however far it goes', async (place) => {
  const page = await atWork(await place.visit(), LIN, 1)
  const rows = listOf(page).getByTestId('virtuoso-scroller')
  const top = () => rows.evaluate((list) => list.scrollTop)
  // Again until it works: the list may not have its full height yet.
  const scroll = async () => {
    await rows.evaluate((list) => list.scrollTo({ top: 2000 }))
    return top()
  }
  await expect.poll(scroll).toBe(2000)

  await listOf(page)
    .getByRole('button', { name: /^已留资/ })
    .click()

  await page.waitForURL(/hasLead=true/)
  await expect.poll(top).toBe(0)
  await listOf(page).getByRole('button', { name: '全部', exact: true }).click()
  await page.waitForURL((url) => !url.searchParams.has('hasLead'))
  const first = rows.getByRole('link').first()
  // Again until it works: the rows of the other filter may still be drawn. Scrolling unmounts the focused row; the list
  // takes the focus in the next frame, and a key pressed before goes to the body.
  const end = async () => {
    await first.focus()
    await page.keyboard.press('End')
    await page.waitForTimeout(100)
    return rows.evaluate((list) => list === document.activeElement)
  }
  await expect.poll(end).toBe(true)
  expect(await top()).toBeGreaterThan(500)
  await page.keyboard.press('Home')
  await expect.poll(top).toBe(0)

  await first.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: '转接' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true)
})

journey('at its narrowest the list still shows how long somebody has waited', async (place) => {
  const page = await atWork(await place.visit(), LIN, 1)
  await page.getByLabel('调整客户列表宽度').press('Home')
  await expect.poll(async () => (await listOf(page).boundingBox())?.width).toBe(280)
  await page.getByRole('button', { name: '批量操作' }).click()

  const waits = listOf(page).getByTitle(/^已等待/)

  await waits.first().waitFor()
  const edges = await waits.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().right))
  const edge = await listOf(page).evaluate((list) => list.getBoundingClientRect().right)
  expect(Math.max(...edges)).toBeLessThan(edge)
})

/** 转接客户, filled in as far as it must be. */
async function transferToWei(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: /^转接.*客户/ })
  await pick(page, dialog.getByLabel('客服'), /卫青禾/)
  await pick(page, dialog.getByLabel('转接原因'), /更专业的同事/)
  return dialog
}

/** An option of a select, by its text. */
async function pick(page: Page, select: Locator, words: RegExp): Promise<void> {
  await select.click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: words }).first().click()
}

journey('a reminder that fell due while the page was closed, and a mention opened in a second tab', async (place) => {
  const [visitor, boss] = [await place.visit(), await place.visit()]
  const before = await atWork(visitor, LIN, 3)
  await boss.signIn(ZHAO, { path: '/home' })
  const customer = await newCustomer(place.server, '在吗')
  await openCustomer(before, customer)
  await before.getByRole('button', { name: '接待', exact: true }).click()
  await before.getByRole('button', { name: '释放', exact: true }).waitFor()
  const customerId = CustomerId.parse(await customer.id())
  const remindAt = new Date(Date.now() + 3_600_000).toISOString()
  await callAs(before, customerApi.createReminder, { body: { customerId, remindAt, note: '发案例后回访' } })

  await before.close()
  await query(place.server, 'update customer_reminder set remind_at = now() where customer_id = $1', [customerId])
  const fired = 'select fired_at from customer_reminder where customer_id = $1 and fired_at is not null'
  await expect.poll(() => query(place.server, fired, [customerId])).toHaveLength(1)
  const page = await visitor.page.context().newPage()
  await page.goto('/chat?scope=1')
  const row = listOf(page).getByRole('listitem').filter({ hasText: customer.name })
  await row.getByText('提醒已到期').waitFor()
  await page.getByRole('button', { name: /^通知中心/ }).click()
  const due = noticesOf(page, customer.name).filter({ hasText: '发案例后回访' })
  await due.getByRole('button', { name: '完成' }).click()
  await due.waitFor({ state: 'detached' })
  await row.getByText('提醒已到期').waitFor({ state: 'detached' })

  const second = await page.context().newPage()
  await second.goto('/home')
  const me = (await callAs(page, agentApi.list, { body: {} })).find(({ name }) => name === '林小满')!
  const note = { customerId, text: '@林小满 同户型可以直接发', mentionIds: [me.id] }
  await callAs(boss.page, customerApi.createNote, { body: note })
  await second.getByRole('button', { name: /^通知中心，/ }).click()
  await noticesOf(second, customer.name).getByText('同户型可以直接发').click()
  await second.waitForURL(/customerId=.*seq=/)
  await threadOf(second).getByText('同户型可以直接发').waitFor()
  // Read in one tab is read in the other.
  const there = noticesOf(page, customer.name).filter({ hasText: '同户型可以直接发' })
  await there.waitFor()
  await expect.poll(() => there.getByText('未读', { exact: true }).count()).toBe(0)
})

const noticesOf = (page: Page, name: string) =>
  page.getByRole('complementary', { name: '通知中心' }).getByRole('listitem').filter({ hasText: name })

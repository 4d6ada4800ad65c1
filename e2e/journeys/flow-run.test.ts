import { flowApi, type FlowGraph } from '@ruwu/contract'
import { expect } from 'vitest'
import { Caller } from '../support/caller.ts'
import { query } from '../support/database.ts'
import { journeys } from '../support/journey.ts'
import { answer, atWork, LIN, newCustomer, openCustomer, threadOf } from '../support/workbench.ts'

const journey = journeys()
const WORD = '想领手册'
const place0 = { x: 0, y: 0 }

/** Begins with a word that no other journey says. */
const graph: FlowGraph = {
  nodes: [
    {
      id: 'start',
      ...place0,
      type: 'start',
      data: { trigger: { type: 'keyword', match: 'contains', words: [WORD] } },
    },
    {
      id: 'which',
      ...place0,
      type: 'menu',
      data: {
        title: '想要哪一本？',
        options: [
          { id: 'home', text: '全屋手册' },
          { id: 'sofa', text: '沙发手册' },
        ],
      },
    },
    {
      id: 'wechat',
      ...place0,
      type: 'ask',
      data: {
        text: '请留一个联系方式，手册发给您',
        field: null,
        kind: 'wechat',
        options: [],
        retryText: '号码好像不完整，麻烦再发一次',
        retries: 1,
        timeoutMinutes: 30,
      },
    },
    { id: 'person', ...place0, type: 'handoff', data: { text: '收到，同事马上联系您' } },
    { id: 'end', ...place0, type: 'end', data: {} },
  ],
  edges: [
    { from: 'start', exit: 'next', to: 'which' },
    { from: 'which', exit: 'home', to: 'wechat' },
    { from: 'which', exit: 'sofa', to: 'end' },
    { from: 'which', exit: 'unmatched', to: 'end' },
    { from: 'wechat', exit: 'next', to: 'person' },
    { from: 'wechat', exit: 'failed', to: 'end' },
    { from: 'wechat', exit: 'timeout', to: 'end' },
  ],
}

journey('a word starts a flow, whose banner and marks show it, until people take over', async (place) => {
  const admin = await new Caller(place.server.url).signIn('13800000001', 'ruwu2026')
  const made = await admin.call(flowApi.create, { body: { name: '领取手册' } })
  const saved = await admin.call(flowApi.save, { body: { id: made.id, graph, accountIds: [], version: made.version } })
  await admin.call(flowApi.publish, { body: { id: made.id, note: '', version: saved.version } })
  try {
    const page = await atWork(await place.visit(), LIN, 3)
    const customer = await newCustomer(place.server, WORD)
    await openCustomer(page, customer)
    await page.getByText('工作流「领取手册」接待中，发送消息将自动接管').first().waitFor()
    // The menu is a question guide: the customer taps an option on the phone.
    await expect.poll(customer.received).toEqual(['question_guide'])
    await customer.act({ do: 'tap_question', index: 0 })
    await expect.poll(customer.replies).toContain('请留一个联系方式，手册发给您')
    await threadOf(page).getByRole('button', { name: '自动发送，查看来源' }).first().click()
    await page.getByText('工作流「领取手册」版本 1 · 第 2 步 菜单').waitFor()
    await page.keyboard.press('Escape')

    await customer.write('138001')
    await expect.poll(customer.replies).toContain('号码好像不完整，麻烦再发一次')
    await customer.write('wx_88776655')
    await threadOf(page).getByText('工作流已结束：转人工').first().waitFor()
    await expect.poll(customer.replies).toContain('收到，同事马上联系您')
    const leads = await query(place.server, 'select id from lead where customer_id = $1', [await customer.id()])
    expect(leads).toHaveLength(1)

    const other = await newCustomer(place.server, WORD)
    await page.goto('/chat?scope=3')
    await openCustomer(page, other)
    await page.getByText('工作流「领取手册」接待中，发送消息将自动接管').first().waitFor()
    await (await answer(page, '您好，手册的事我来给您办')).waitFor()
    await threadOf(page).getByText('工作流已结束：人工回复').first().waitFor()
    const said = ['question_guide', 'text']
    await expect.poll(other.received).toEqual(said)
    await other.write('好的，还有优惠吗')
    await threadOf(page).getByText('好的，还有优惠吗').first().waitFor()
    expect(await other.received()).toEqual(said)
  } finally {
    await admin.call(flowApi.remove, { query: { id: made.id } })
  }
})

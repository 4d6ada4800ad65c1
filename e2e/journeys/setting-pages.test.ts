import { agentApi, pointsApi } from '@ruwu/contract'
import { expect } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'

const journey = journeys()

const ADMIN = '13800000001'
const READ_ONLY = '13800000006'
/** A refusal is also a warning in the console of the browser. */
const REFUSALS = /^console: (结果异常|请求参数不正确|内容不存在或已删除|内容已被更新|接口地址)/
/** Calls of a console whose session was ended. */
const SIGNED_OUT = /^response 401: |^console: .*(401|请重新登录)/

journey(
  'an agent is found, renamed and forced offline; without permission the list can only be read',
  async (place) => {
    const [admin, member] = [await place.visit(), await place.visit()]
    const { page } = admin
    const path = '/setting/agent'
    await Promise.all([admin.signIn(ADMIN, { path }), member.signIn(READ_ONLY, { path })])
    await member.page.getByRole('row', { name: /许知夏/ }).waitFor()
    expect(await member.page.getByRole('button', { name: '编辑' }).count()).toBe(0)

    await page.getByPlaceholder('搜索客服').fill('查无此人')
    await page.getByText('没有符合条件的结果').waitFor()
    await page.getByPlaceholder('搜索客服').fill('知夏')
    const row = page.getByRole('row', { name: /许知夏/ })
    await row.getByRole('button', { name: '编辑' }).click()
    const sheet = page.getByRole('dialog', { name: '编辑客服' })
    await sheet.getByLabel('姓名').fill('许知夏'.repeat(7))
    await sheet.getByRole('button', { name: '保存' }).click()
    await sheet.getByText('姓名最多 20 个字').waitFor()
    expect(await sheet.getByLabel('姓名').inputValue()).toBe('许知夏'.repeat(7))
    await sheet.getByLabel('姓名').fill('许知夏（夜）')
    await sheet.getByRole('button', { name: '保存' }).click()
    await page.getByRole('row', { name: /许知夏（夜）/ }).waitFor()

    await row.getByRole('button', { name: '强制下线' }).click()
    await page
      .getByRole('alertdialog', { name: '强制下线「许知夏（夜）」？' })
      .getByRole('button', { name: '确认' })
      .click()
    await page.getByText('已强制下线 许知夏（夜）').waitFor()
    await member.page.waitForURL('**/login**')
    const [renamed] = await callAs(page, agentApi.list, { body: { keyword: '许知夏' } })
    await callAs(page, agentApi.update, { body: { id: renamed!.id, name: '许知夏' } })
    member.forgive(SIGNED_OUT)
  },
)

journey('points are recharged, limited and found again in the bills; others may not look', async (place) => {
  const [admin, member] = [await place.visit(), await place.visit(PHONE)]
  const { page } = admin
  await Promise.all([admin.signIn(ADMIN, { path: '/point' }), member.signIn(READ_ONLY)])
  await page.getByRole('button', { name: '演示充值' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()
  await page.getByText(/演示充值成功/).waitFor()

  await page.getByRole('button', { name: '积分设置' }).click()
  const sheet = page.getByRole('dialog', { name: '积分设置' })
  await sheet.getByLabel('每日积分上限').fill('800')
  // A colleague saves first.
  const kept = await callAs(page, pointsApi.getSetting, {})
  await callAs(page, pointsApi.saveSetting, { body: { ...kept, dailyCap: 300 } })
  await sheet.getByRole('button', { name: '保存' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '查看最新' }).click()
  await expect.poll(() => sheet.getByLabel('每日积分上限').inputValue()).toBe('300')
  await sheet.getByLabel('每日积分上限').fill('500')
  await sheet.getByRole('button', { name: '保存' }).click()
  await page.getByText('保存成功').waitFor()
  const { version } = await callAs(page, pointsApi.getSetting, {})
  await callAs(page, pointsApi.saveSetting, { body: { ...kept, version } })

  await page.getByRole('navigation', { name: '积分' }).getByRole('link', { name: '账单明细' }).click()
  await page.getByRole('combobox', { name: '类型' }).click()
  await page.locator('.ant-select-dropdown').getByTitle('充值').click()
  await page.waitForURL(/type=/)
  await page.getByRole('row', { name: /充值/ }).first().waitFor()
  await page.getByRole('combobox', { name: '项目' }).click()
  await page.getByRole('option').first().waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('没有符合条件的结果').waitFor()

  for (const path of ['/point', '/point/bill-list']) {
    await member.page.goto(path)
    await member.page.waitForURL('**/home')
  }
  admin.forgive(REFUSALS)
})

journey(
  'a model of one’s own has to be at a public https address, and leaving it unsaved is confirmed',
  async (place) => {
    const admin = await place.visit()
    const { page } = admin
    await admin.signIn(ADMIN, { path: '/setting' })
    await page.getByText('模型接入').click()
    const sheet = page.getByRole('dialog', { name: '模型接入' })
    await sheet.getByLabel('自有模型').check()
    await sheet.getByRole('button', { name: '测试连接' }).click()
    await sheet.getByText('请输入接口地址').waitFor()

    await sheet.getByLabel('接口地址').fill('http://model.example.com/v1')
    await sheet.getByLabel('密钥').fill('sk-secret-1234')
    await sheet.getByLabel('模型名').fill('large')
    await sheet.getByRole('button', { name: '测试连接' }).click()
    await sheet.getByText('接口地址须是 https 的公网地址').waitFor()
    expect(await sheet.getByLabel('模型名').inputValue()).toBe('large')
    await sheet.getByLabel('接口地址').fill('https://127.0.0.1/v1')
    await sheet.getByRole('button', { name: '测试连接' }).click()
    await sheet.getByText('连接失败：接口地址无法连接').waitFor()

    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃修改' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.waitForURL('**/setting')
    admin.forgive(REFUSALS)
  },
)

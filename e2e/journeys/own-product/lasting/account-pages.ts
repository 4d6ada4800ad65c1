import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { aiAgentApi, channelApi, type CustomerId, knowledgeApi, messageApi, type RelationId } from '@ruwu/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { RESTING_PLACE } from '../../../support/browser.ts'
import { callAs } from '../../../support/caller.ts'
import { query } from '../../../support/database.ts'
import type { ProductAddress } from '../../../support/server.ts'
import { SimulatedPlatform } from '../../../support/simulated-platform.ts'
import { journey } from './product.ts'

const ADMIN = '13800000001'
/** May view accounts, not change them. */
const SUPERVISOR = '13800000002'
/** An account of the demo that no other journey uses. */
const ACCOUNT = '南屿全屋定制'
/** The page depends on the account, which is asked for first. */
const NO_PAGE = { path: RESTING_PLACE }
const READ_ONLY = '您没有修改权限，仅可查看'

journey(
  'account settings are validated, kept over a colleague’s change, and read-only for a supervisor',
  async (place) => {
    const [admin, supervisor] = [await place.visit(), await place.visit()]
    await Promise.all([admin.signIn(ADMIN, NO_PAGE), supervisor.signIn(SUPERVISOR, NO_PAGE)])
    const { page } = admin
    const relationId = await accountOf(page)
    const remark = page.getByLabel('账号备注')
    const save = page.getByRole('button', { name: '保存', exact: true })
    const { remark: before } = await callAs(page, channelApi.setting, { query: { relationId } })
    await page.goto(`/channel/CORP/${relationId}/douyin/setting`)

    await remark.fill('一'.repeat(21))
    await save.click()
    await page.getByText('账号备注最多 20 个字').waitFor()
    expect(await remark.inputValue()).toBe('一'.repeat(21))
    await remark.fill('旗舰店')
    await page.keyboard.press('Control+s')
    await save.waitFor({ state: 'detached' })

    await remark.fill('体验店')
    const saved = await callAs(page, channelApi.setting, { query: { relationId } })
    await callAs(page, channelApi.updateSetting, { body: { ...saved, remark: '总店' } })
    await save.click()
    const question = page.getByRole('alertdialog', { name: '内容已被 赵知远 更新，请刷新后重试' })
    await question.getByRole('button', { name: '取消' }).click()
    expect(await remark.inputValue()).toBe('体验店')
    await save.click()
    await question.getByRole('button', { name: '查看最新' }).click()
    await expect.poll(() => remark.inputValue()).toBe('总店')
    await page.getByRole('button', { name: '变更记录' }).click()
    await page.getByRole('dialog', { name: '变更记录' }).getByText('账号备注').first().waitFor()

    await supervisor.page.goto(`/channel/CORP/${relationId}/douyin/setting`)
    await supervisor.page.getByText(READ_ONLY).waitFor()
    expect(await supervisor.page.getByLabel('账号备注').isDisabled()).toBe(true)
    const latest = await callAs(page, channelApi.setting, { query: { relationId } })
    await callAs(page, channelApi.updateSetting, { body: { ...latest, remark: before } })
    admin.forgive(/^console: 内容已被 赵知远 更新/)
  },
)

journey(
  'a test question needs a point, stops a publication while it fails, and passes with the right point',
  async (place) => {
    const admin = await place.visit()
    const { page } = admin
    await admin.signIn(ADMIN, NO_PAGE)
    const relationId = await accountOf(page)
    await teach(page, relationId, '保修几年', '整屋保修五年')
    await page.goto(`/channel/CORP/${relationId}/douyin/ai-agent`)
    await page.getByRole('button', { name: '测试集' }).click()
    const sheet = page.getByRole('dialog', { name: '测试集' })
    await sheet.getByText('暂无测试问题').waitFor()

    await sheet.getByRole('button', { name: '添加问题' }).click()
    await sheet.getByLabel('问题', { exact: true }).fill('保修几年')
    await sheet.getByRole('button', { name: '保存' }).click()
    await sheet.getByText('请输入期望要点').waitFor()
    expect(await sheet.getByLabel('问题', { exact: true }).inputValue()).toBe('保修几年')
    await addPoint(page, '十年')
    await sheet.getByRole('button', { name: '全部运行' }).click()
    await sheet.getByText('未通过').waitFor()
    await sheet.getByRole('button', { name: '关闭' }).click()

    await page.getByRole('button', { name: '发布', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '发布 AI 智能体' })
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await dialog.getByText('1 个测试问题没有通过，尚未发布').waitFor()
    await dialog.getByRole('button', { name: '返回修改' }).click()

    await page.getByRole('button', { name: '测试集 0/1 通过' }).click()
    await sheet.getByRole('button', { name: '编辑' }).click()
    await sheet.getByRole('combobox', { name: '期望要点' }).press('Backspace')
    await addPoint(page, '五年')
    await sheet.getByRole('button', { name: '运行', exact: true }).click()
    await sheet.getByText('通过', { exact: true }).waitFor()
    await sheet.getByRole('button', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()
    await sheet.getByText('暂无测试问题').waitFor()
  },
)

journey('a version is published with a note and returned to; a supervisor only reads', async (place) => {
  const [admin, supervisor] = [await place.visit(), await place.visit()]
  await Promise.all([admin.signIn(ADMIN, NO_PAGE), supervisor.signIn(SUPERVISOR, NO_PAGE)])
  const { page } = admin
  const relationId = await accountOf(page)
  await teach(page, relationId, '能分期付款吗', '支持十二期免息')
  const versions = `/channel/CORP/${relationId}/douyin/ai-agent?tab=version`
  await supervisor.page.goto(versions)
  await supervisor.page.getByText('暂无发布记录').waitFor()
  await page.goto(versions)

  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '发布 AI 智能体' })
  await dialog.getByLabel('说明').fill('一'.repeat(201))
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await dialog.getByText('说明最多 200 个字').waitFor()
  expect(await dialog.getByLabel('说明').inputValue()).toHaveLength(201)
  await dialog.getByLabel('说明').fill('第一版')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  const list = page.getByRole('listitem')
  await list.filter({ hasText: '第一版' }).getByText('当前').waitFor()

  // A colleague publishes a second version, to have one to return from.
  const { version } = await callAs(page, aiAgentApi.detail, { query: { relationId } })
  await callAs(page, aiAgentApi.publish, { body: { relationId, note: '第二版', force: false, draftVersion: version } })
  await list.filter({ hasText: '第二版' }).getByText('当前').waitFor()
  await page.getByRole('button', { name: '回滚到 v1' }).click()
  await page.getByRole('alertdialog', { name: '回滚到 v1？' }).getByRole('button', { name: '确认' }).click()
  await page.getByText('已回滚到 v1 的内容，发布为 v3').waitFor()

  await supervisor.page.getByText(READ_ONLY).waitFor()
  await supervisor.page.getByText('v3', { exact: true }).waitFor()
  expect(await supervisor.page.getByRole('button', { name: /^(发布|回滚.*)$/ }).count()).toBe(0)
})

journey('a file that is no sheet is refused, the filled-in template is imported', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, NO_PAGE)
  await page.goto(`/channel/CORP/${await accountOf(page)}/douyin/ai-agent?tab=knowledge`)
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入问答' })
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles(sheetOf(Buffer.from('no sheet')))
  await dialog.getByText('文件内容不是有效的 xlsx，请重新导出后上传').waitFor()
  await dialog.getByText('问答.xlsx').waitFor()
  await dialog.getByRole('button', { name: '重新选择文件' }).click()

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载模板' }).click()
  await file.setInputFiles(sheetOf(await buffer(await (await download).createReadStream())))
  await dialog.getByRole('button', { name: '导入 2 条' }).click()
  await page.getByRole('dialog', { name: '导入完成' }).getByRole('button', { name: '完成' }).click()
  await page.getByText('可以上门量尺吗？').first().waitFor()
  admin.forgive(/^console: 请求参数不正确/)
})

journey(
  'answers of agents are reviewed: one is ignored, one becomes knowledge once it has an answer',
  async (place) => {
    const admin = await place.visit()
    const { page } = admin
    await admin.signIn(ADMIN, NO_PAGE)
    const relationId = await accountOf(page)
    await Promise.all([
      answered(place.server, page, '旧柜子能帮忙拆走吗？', '可以拆走，需要另约时间'),
      answered(place.server, page, '能开电子发票吗？', '可以开电子发票'),
    ])
    await expect
      .poll(async () => (await callAs(page, knowledgeApi.pageCandidates, { body: { relationId } })).total)
      .toBe(2)
    await page.goto(`/channel/CORP/${relationId}/douyin/ai-agent?tab=knowledge&sub=candidate`)

    const candidate = (question: string) => page.getByRole('listitem').filter({ hasText: question })
    await candidate('旧柜子').getByRole('button', { name: '忽略' }).click()
    await candidate('旧柜子').waitFor({ state: 'detached' })
    await candidate('发票').getByRole('button', { name: '采纳' }).click()
    const dialog = page.getByRole('dialog', { name: '采纳为知识' })
    await dialog.getByLabel('问题').fill('可以开发票吗？')
    await dialog.getByLabel('答案').fill('')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('请输入答案').waitFor()
    expect(await dialog.getByLabel('问题').inputValue()).toBe('可以开发票吗？')
    await dialog.getByLabel('答案').fill('可以，开电子发票。')
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByText(/^暂无待审核问答/).waitFor()

    await page.getByText('本账号', { exact: true }).click()
    await page.getByText('可以开发票吗？').first().waitFor()

    const menu = page.getByRole('button', { name: '「可以开发票吗？」的更多操作' })
    await menu.click()
    await page.getByText('移到企业共享', { exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()
    await menu.waitFor({ state: 'detached' })
    const others = await callAs(page, channelApi.list, { body: { source: 'redbook' } })
    await page.goto(`/channel/CORP/${others[0]!.relationId}/redbook/ai-agent?tab=knowledge&sub=shared`)
    await menu.waitFor()
    await page.getByRole('switch', { name: '本账号使用企业知识库' }).click()
    await page.getByText('已关闭，本账号的 AI 不引用以下知识。').waitFor()
  },
)

const sheetOf = (buffer: Buffer) => ({ name: '问答.xlsx', mimeType: 'application/zip', buffer })

async function accountOf(page: Page): Promise<RelationId> {
  const accounts = await callAs(page, channelApi.list, { body: { source: 'douyin' } })
  return accounts.find((it) => it.name === ACCOUNT)!.relationId
}

async function teach(page: Page, relationId: RelationId, question: string, answer: string): Promise<void> {
  await callAs(page, knowledgeApi.save, { body: { relationId, type: 'qa', question, answer } })
}

async function addPoint(page: Page, point: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: '测试集' })
  await sheet.getByRole('combobox', { name: '期望要点' }).fill(point)
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: '保存' }).click()
  await sheet.getByRole('button', { name: '保存' }).waitFor({ state: 'detached' })
}

/** A new customer asks, and the agent of the page answers. */
async function answered(server: ProductAddress, page: Page, question: string, answer: string): Promise<void> {
  const platform = new SimulatedPlatform(server.simulatorUrl)
  const { accountId } = (await platform.accounts('douyin')).find((it) => it.name === ACCOUNT)!
  const platformUserId = await platform.newCustomer('douyin', accountId, `客户${randomUUID().slice(0, 8)}`)
  await platform.writeAs('douyin', accountId, platformUserId, question)
  const found = () =>
    query<{ id: CustomerId }>(
      server,
      `select replace(id::text, '-', '') as id from customer where platform_user_id = $1`,
      [platformUserId],
    )
  await expect.poll(found).toHaveLength(1)
  const [customer] = await found()
  await callAs(page, messageApi.send, {
    body: { customerId: customer!.id, chatId: randomUUID(), content: { type: 'text', text: answer } },
  })
}

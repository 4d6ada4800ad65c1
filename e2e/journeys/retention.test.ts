import { enterpriseApi } from '@ruwu/contract'
import { expect } from 'vitest'
import { callAs } from '../support/caller.ts'
import { query } from '../support/database.ts'
import { journeys } from '../support/journey.ts'
import { atWork, bubbleOf, LIN, newCustomer, openCustomer, threadOf } from '../support/workbench.ts'

const journey = journeys()

const ADMIN = '13800000001'

journey('a shorter period warns, the night deletes old conversations, and the thread says so', async (place) => {
  const { server } = place
  const [admin, lin] = [await place.visit(), await place.visit()]
  const desk = await atWork(lin, LIN, 3)
  const customer = await newCustomer(server, '很久以前的话')
  await openCustomer(desk, customer)
  await bubbleOf(desk, '很久以前的话').waitFor()
  const ids = [await customer.id()]
  const ago = `interval '100 days'`
  await query(server, `update customer set session_id = null where id = $1`, ids)
  await query(server, `update message set created_at = created_at - ${ago} where topic_id = $1`, ids)
  await query(
    server,
    `update session set start_at = start_at - ${ago}, end_at = start_at - ${ago} where customer_id = $1`,
    ids,
  )
  await customer.write('今天的话')
  await bubbleOf(desk, '今天的话').waitFor()

  await admin.signIn(ADMIN, { path: '/setting/company' })
  const { page } = admin
  const days = page.getByLabel('会话保留')
  await days.fill('90')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText(/从今晚起分批删除 \d+ 条更早的消息/).waitFor()
  await page.getByRole('button', { name: '确认缩短' }).click()
  await page.getByText('保存成功').waitFor()

  await query(server, `insert into pgboss.job (name) values ('nightly')`)
  const left = () =>
    query(server, `select 1 from message where topic_id = $1 and created_at < now() - interval '90 days'`, ids)
  await expect.poll(async () => (await left()).length, { timeout: 30_000 }).toBe(0)
  await desk.reload()
  await bubbleOf(desk, '今天的话').waitFor()
  await threadOf(desk).getByText('更早的消息已按数据保留设置删除').waitFor()
  expect(await threadOf(desk).getByText('很久以前的话').count()).toBe(0)

  await days.fill('1095')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => callAs(page, enterpriseApi.detail, {})).toMatchObject({ retentionDays: 1_095 })
})

import { Buffer } from 'node:buffer'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { CUT_LINE, DESKTOP } from '../support/browser.ts'
import { query } from '../support/database.ts'
import { journeys } from '../support/journey.ts'
import {
  answer,
  atWork,
  boxOf,
  bubbleOf,
  LIN,
  newCustomer,
  openCustomer,
  textsOf,
  threadOf,
  WEI,
} from '../support/workbench.ts'

const journey = journeys()

/** The smallest picture there is. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PIXEL })

const FIVE = [1, 2, 3, 4, 5]

journey('offline, five messages from both sides, and everything is there in order afterwards', async (place) => {
  const visitor = await place.visit()
  const page = await atWork(visitor, LIN, 3)
  const customer = await newCustomer(place.server, '在吗')
  await openCustomer(page, customer)
  await (await answer(page, '在的')).waitFor()
  await expect.poll(customer.replies).toEqual(['在的'])

  await page.context().setOffline(true)
  for (const n of FIVE) await customer.write(`客户第${n}`)
  for (const n of FIVE) await answer(page, `客服第${n}`)
  await page.getByText('当前网络不稳定').waitFor()
  expect(await customer.replies()).toEqual(['在的'])
  await page.context().setOffline(false)

  await expect.poll(customer.replies).toEqual(['在的', ...FIVE.map((n) => `客服第${n}`)])
  await expect.poll(() => textsOf(page, '客户第')).toEqual(FIVE.map((n) => `客户第${n}`))
  await expect.poll(() => textsOf(page, '客服第')).toEqual(FIVE.map((n) => `客服第${n}`))
  const before = await threadOf(page)
    .getByText(/^客[户服]第\d$/)
    .allTextContents()
  await page.reload()
  await bubbleOf(page, '客服第5').waitFor()
  expect(
    await threadOf(page)
      .getByText(/^客[户服]第\d$/)
      .allTextContents(),
  ).toEqual(before)
  visitor.forgive(CUT_LINE)
})

journey('pictures are chosen, pasted and dropped; what cannot be sent is said', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '有图片吗')
  await openCustomer(page, customer)
  const chooser = page.waitForEvent('filechooser')
  await page.locator('button[aria-label="图片"]').click()
  await (await chooser).setFiles([picture('一.png')])
  const confirmed = () =>
    page.getByRole('dialog', { name: '发送 1 张图片？' }).getByRole('button', { name: '发送' }).click()
  await confirmed()
  await expect.poll(customer.received).toEqual(['image'])

  await put(page, 'paste', [{ name: '二.png', type: 'image/png' }])
  await confirmed()
  await expect.poll(customer.received).toEqual(['image', 'image'])
  await put(page, 'drop', [{ name: '三.png', type: 'image/png' }])
  await confirmed()
  await expect.poll(customer.received).toEqual(['image', 'image', 'image'])

  await put(page, 'drop', [{ name: '合同.pdf', type: 'application/pdf' }])
  await page.getByText('不支持的文件类型').first().waitFor()
  await put(page, 'drop', [{ name: '大图.png', type: 'image/png', size: 11 * 1024 * 1024 }])
  await page.getByText('文件不能超过 10MB').first().waitFor()

  const scanned = page.waitForEvent('filechooser')
  await page.locator('button[aria-label="图片"]').click()
  await (await scanned).setFiles(fileURLToPath(new URL('../../fixtures/pictures/wechat-code.png', import.meta.url)))
  await confirmed()
  await page.getByText('图片含二维码：平台规定联系方式只能通过卡片发送').first().waitFor()
  await expect.poll(customer.received).toHaveLength(3)
})

journey('a refused note comes back, before what was written meanwhile', async (place) => {
  const visitor = await place.visit()
  const page = await atWork(visitor, LIN, 3)
  await openCustomer(page, await newCustomer(place.server, '想看样板间'))
  const answered = Promise.withResolvers<void>()
  await page.route('**/v1/customer/note/create', async (route) => {
    await answered.promise
    await route.fulfill({ json: { code: 42200, data: null, msg: '备注暂时不能保存' } })
  })
  await page.getByRole('tab', { name: '内部备注' }).click()
  const box = page.getByLabel('备注内容')
  const save = page.getByRole('button', { name: '保存备注' })
  await box.fill('周末来看')
  await save.click()
  await expect.poll(() => box.inputValue()).toBe('')
  await box.fill('带上户型图')
  answered.resolve()
  await expect.poll(() => box.inputValue()).toBe('周末来看\n带上户型图')
  visitor.forgive(/备注暂时不能保存/)

  await page.unroute('**/v1/customer/note/create')
  await save.click()

  await threadOf(page)
    .getByText(/周末来看\s+带上户型图/)
    .waitFor()
  expect(await box.inputValue()).toBe('')
})

journey(
  'of two replies at once the slower is kept, also over a reload, and becomes a note for the colleague',
  async (place) => {
    const [first, second] = [await place.visit(), await place.visit()]
    const [lin, wei] = [await atWork(first, LIN, 3), await atWork(second, WEI, 3)]
    const customer = await newCustomer(place.server, '谁来回复我')
    await openCustomer(lin, customer)
    await openCustomer(wei, customer)
    const linHasSent = Promise.withResolvers<void>()
    await wei.route('**/v1/im/message/send', async (route) => {
      await linHasSent.promise
      await route.continue()
    })
    await answer(wei, '我是卫青禾，周五给您回电')
    await (await answer(lin, '您好，我是小满')).waitFor()
    await expect.poll(customer.replies).toEqual(['您好，我是小满'])
    linHasSent.resolve()

    const kept = wei.getByRole('region', { name: '未发送的文字' })
    await kept.getByText('已被 林小满 接待，您的回复未发送').waitFor()
    await wei.reload()
    await kept.getByText('我是卫青禾，周五给您回电').waitFor()
    await kept.getByRole('button', { name: '转为内部备注' }).click()

    await bubbleOf(lin, '我是卫青禾，周五给您回电').waitFor()
    await kept.waitFor({ state: 'detached' })
    expect(await customer.replies()).toEqual(['您好，我是小满'])
    second.forgive(/已被 林小满 接待|不存在或已删除/)
  },
)

journey('a message for later is stopped by the customer’s reply, brought back, and sent at its time', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '我再想想')
  await openCustomer(page, customer)
  await boxOf(page).fill('想好了随时叫我')
  await page.getByRole('button', { name: '发送方式' }).click()
  await page.getByRole('menuitem', { name: '稍后发送…' }).click()
  await page.getByRole('dialog', { name: '稍后发送' }).getByRole('button', { name: '确认' }).click()
  const later = page.getByRole('list', { name: '稍后发送' })
  await later.getByText(/^将于 .+ 发送$/).waitFor()
  expect(await boxOf(page).inputValue()).toBe('')

  await customer.write('等我消息')
  await later.getByText('客户已回复，未发送').waitFor()
  await later.getByRole('button', { name: '修改' }).click()
  const dialog = page.getByRole('dialog', { name: '修改稍后发送的消息' })
  await dialog.getByLabel('消息内容').fill('好的，想好了随时叫我')
  await dialog.getByText('30 分钟后').click()
  await dialog.getByRole('button', { name: '确认' }).click()
  await later.getByText(/^将于 .+ 发送$/).waitFor()
  expect(await customer.replies()).toEqual([])

  const due = 'update scheduled_message set send_at = now() where customer_id = $1'
  await query(place.server, due, [await customer.id()])

  await bubbleOf(page, '好的，想好了随时叫我').waitFor()
  await expect.poll(customer.replies).toEqual(['好的，想好了随时叫我'])
  await later.waitFor({ state: 'detached' })
})

journey('a quick reply is found by its code and by the first letters of its words', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '怎么报价')
  await openCustomer(page, customer)
  await boxOf(page).pressSequentially('/bj')
  await page.getByRole('option', { name: /报价说明/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => boxOf(page).inputValue()).toMatch(/^柜体按投影面积计价/)

  await boxOf(page).fill('')
  // 下班留言 by its pinyin.
  await boxOf(page).pressSequentially('/xbly')
  await page.getByRole('option', { name: /下班留言/ }).waitFor()
  await page.keyboard.press('Shift+Enter')
  await expect.poll(async () => (await customer.replies())[0]).toMatch(/^您好，现在是下班时间/)
})

journey('a word of two characters leads to the message it was said in', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '请问榫卯结构的餐桌还做吗')
  await openCustomer(page, customer)
  for (let n = 1; n <= 30; n += 1) await customer.write(`闲聊第${n}句`)
  await bubbleOf(page, '闲聊第30句').waitFor()
  await page.goto('/home')
  await page.getByRole('navigation').first().waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索客户、消息、快捷回复、页面' }).fill('榫卯')
  await page.getByRole('option', { name: new RegExp(customer.name) }).waitFor()
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/chat\?.*messageId=/)
  const found = threadOf(page).getByText('请问榫卯结构的餐桌还做吗').first()
  await found.waitFor()
  await expect.poll(() => isOnScreen(found)).toBe(true)
})

/** Whether it lies inside what the thread shows. */
async function isOnScreen(found: Locator): Promise<boolean> {
  const box = await found.boundingBox()
  return box !== null && box.y > 0 && box.y + box.height < DESKTOP.height
}

type Given = { name: string; type: string; size?: number }

/** Files that come by the clipboard or the pointer. */
const put = (page: Page, how: 'paste' | 'drop', files: Given[]) =>
  page.evaluate(
    ({ how: kind, files: given, pixel }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0))
      for (const { name, type, size } of given)
        data.items.add(
          new File(
            [type === 'image/png' ? bytes : '%PDF-1.7', new Uint8Array(Math.max(0, (size ?? 0) - bytes.length))],
            name,
            { type },
          ),
        )
      const box = document.querySelector('[aria-label="回复内容"]')!
      const init = { bubbles: true, cancelable: true }
      if (kind === 'paste') box.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }))
      else
        for (const type of ['dragenter', 'dragover', 'drop'])
          box.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data }))
    },
    { how, files, pixel: PIXEL.toString('base64') },
  )

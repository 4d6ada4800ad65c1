import { CertifyInfo, certifyApi, Enterprise, enterpriseApi } from '@ruwu/contract'
import { readDict } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { openLayer, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { CompanyPage } from './company-page.tsx'

const enterprise = sample(Enterprise, {
  name: '云杉家居',
  timezone: 'Asia/Shanghai',
  retentionDays: 1_095,
  version: 4,
  isCertified: false,
})

async function open(isCertified = false) {
  const server = createFakeServer()
  server.answer(enterpriseApi.detail, { ...enterprise, isCertified })
  server.answer(certifyApi.info, sample(CertifyInfo, { status: isCertified ? 'passed' : 'none' }))
  server.answer(enterpriseApi.listDicts, [readDict('industry'), readDict('scale'), readDict('region')])
  server.answer(enterpriseApi.update, ({ body }) => ({ ...enterprise, ...body, version: 5 }))
  const page = await openLayer(() => <CompanyPage />, { server })
  await screen.findByLabelText('企业名称')
  return page
}

test('a double click saves once, over the version the form began with, and the bar disappears', async () => {
  const page = await open()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()

  await page.fill('企业名称', '云杉集团')
  await page.user.click(screen.getByLabelText('页面水印'))
  expect(screen.getByText('有 2 处修改未保存', { exact: false })).toBeTruthy()
  await page.user.dblClick(page.button('保存'))

  await expect.poll(() => page.toasts).toEqual(['success: 保存成功'])
  expect(page.server.calls(enterpriseApi.update)).toHaveLength(1)
  expect(page.server.calls(enterpriseApi.update)[0]?.body).toMatchObject({
    name: '云杉集团',
    watermark: true,
    version: 4,
  })
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

test.each([
  [true, '已认证', '查看'],
  [false, '未认证', '去认证'],
])(
  'of an enterprise that is certified: %s the name is fixed, and the card says %s',
  async (isCertified, state, way) => {
    await open(isCertified)

    expect(screen.getByLabelText<HTMLInputElement>('企业名称').disabled).toBe(isCertified)
    expect(await screen.findByText(state)).toBeTruthy()
    expect(screen.getByRole('link', { name: way }).getAttribute('href')).toBe('/identify')
  },
)

test('a bad telephone is refused at its field and sends nothing', async () => {
  const page = await open()

  await page.fill('联系电话', '12345')
  await page.user.click(page.button('保存'))

  expect((await screen.findByRole('alert')).textContent).toBe('联系电话格式不正确')
  expect(document.activeElement).toBe(screen.getByLabelText('联系电话'))
  expect(page.server.calls(enterpriseApi.update)).toEqual([])
})

test('a colleague saved first: 查看最新 loads the colleague’s text', async () => {
  const page = await open()
  page.server.refuse(enterpriseApi.update, 'stale', { msg: '内容已被 赵知远 更新，请刷新后重试' })
  page.server.answer(enterpriseApi.detail, { ...enterprise, name: '赵家', version: 5 })

  await page.fill('企业名称', '云杉集团')
  await page.user.click(page.button('保存'))
  await page.answer('内容已被 赵知远 更新，请刷新后重试', '查看最新')

  await expect.poll(() => valueIn('企业名称')).toBe('赵家')
})

test('a refusal keeps what was typed; 取消 puts the saved text back', async () => {
  const page = await open()
  page.server.refuse(enterpriseApi.update, 'forbidden', { msg: '没有权限' })

  await page.fill('简称', '云杉')
  await page.user.click(page.button('保存'))
  await expect.poll(() => page.toasts).toEqual(['error: 没有权限'])
  expect(valueIn('简称')).toBe('云杉')

  await page.user.click(page.button('取消'))
  expect(valueIn('简称')).toBe('')
})

async function shorten(button: string) {
  const page = await open()
  page.server.answer(enterpriseApi.countOld, { messages: 12_345 })
  await page.fill('会话保留', '180')
  await page.user.click(page.button('保存'))
  const question = await screen.findByRole('alertdialog', { name: '缩短保留时间？' })
  expect(question.textContent).toContain('从今晚起分批删除 12,345 条更早的消息')
  await page.answer('缩短保留时间？', button)
  return page
}

test('a shorter period is saved after a warning that counts what goes tonight', async () => {
  const page = await shorten('确认缩短')

  await expect.poll(() => page.toasts).toEqual(['success: 保存成功'])
  expect(page.server.calls(enterpriseApi.countOld)).toEqual([{ body: { days: 180 } }])
  expect(page.server.calls(enterpriseApi.update)[0]?.body).toMatchObject({ retentionDays: 180, version: 4 })
})

test.each([
  ['more than are counted', 100_001, '从今晚起分批删除超过 10 万条更早的消息'],
  ['an unknown number', null, '从今晚起分批删除所有更早的消息'],
])('%s is warned of without an exact number', async (_what, messages, text) => {
  const page = await open()
  page.server.answer(enterpriseApi.countOld, { messages })
  await page.fill('会话保留', '180')
  await page.user.click(page.button('保存'))

  expect((await screen.findByRole('alertdialog', { name: '缩短保留时间？' })).textContent).toContain(text)
})

test('when counting fails, the warning is given all the same', async () => {
  const page = await open()
  page.server.refuse(enterpriseApi.countOld, 'internal')
  await page.fill('会话保留', '180')
  await page.user.click(page.button('保存'))
  await page.answer('缩短保留时间？', '确认缩短')

  await expect.poll(() => page.toasts).toEqual(['success: 保存成功'])
})

test('cancelling the warning saves nothing and keeps what was typed', async () => {
  const page = await shorten('取消')

  await expect.poll(() => valueIn('会话保留')).toBe('180')
  expect(page.server.calls(enterpriseApi.update)).toEqual([])
})

test('a longer period asks nothing, one out of bounds is refused at its field', async () => {
  const page = await open()

  await page.fill('会话保留', '89')
  await page.user.click(page.button('保存'))
  expect((await screen.findByRole('alert')).textContent).toBe('保留天数为 90 到 3650 的整数')
  await page.fill('会话保留', '2000')
  await page.user.click(page.button('保存'))

  await expect.poll(() => page.toasts).toEqual(['success: 保存成功'])
  expect(page.server.calls(enterpriseApi.countOld)).toEqual([])
})

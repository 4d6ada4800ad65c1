import { orderApi } from '@ruwu/contract'
import { POINT_PACKAGES } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { PurchasePage } from './purchase-page.tsx'

const orderNo = '202603160000000001'

async function open() {
  window.RUWU_CONFIG = { payMethods: ['wechat'], demo: true }
  onTestFinished(() => void delete window.RUWU_CONFIG)
  const server = createFakeServer()
  server.answer(orderApi.packages, [...POINT_PACKAGES])
  server.answer(orderApi.create, { orderNo })
  server.answer(orderApi.checkCoupon, { valid: true, discount: 27_600, msg: '' })
  const page = renderConsole(<PurchasePage />, { server, path: '/point/purchase' })
  const { user } = page
  await user.click(await screen.findByLabelText('我已阅读并同意《积分购买协议》'))
  const field = screen.getByLabelText<HTMLInputElement>('优惠码')
  return {
    ...page,
    field,
    summary: within(screen.getByRole('region', { name: '订单信息' })),
    submit: screen.getByRole<HTMLButtonElement>('button', { name: '提交订单' }),
    use: async (code: string) => {
      await user.clear(field)
      await user.type(field, code)
      await user.click(screen.getByRole('button', { name: '使用' }))
    },
  }
}

test('a coupon lowers what is due, is asked again with another package, and goes with the order', async () => {
  const { user, server, summary, submit, use } = await open()
  expect(submit.disabled).toBe(false)

  await use(' spring26 ')
  expect(await summary.findByText('¥2,484.00')).toBeTruthy()
  expect([summary.getByText('-¥276.00'), summary.getByText('已优惠 ¥276.00')]).toHaveLength(2)

  server.answer(orderApi.checkCoupon, { valid: true, discount: 9_800, msg: '' })
  await user.click(screen.getByRole('radio', { name: /基础/ }))
  expect(await summary.findByText('¥882.00')).toBeTruthy()
  await user.click(submit)

  await expect
    .poll(() => server.calls(orderApi.create))
    .toEqual([{ body: { packageId: 'basic', couponCode: 'SPRING26' } }])
  expect(server.calls(orderApi.checkCoupon)).toEqual([
    { body: { packageId: 'standard', code: 'SPRING26' } },
    { body: { packageId: 'basic', code: 'SPRING26' } },
  ])
})

test('a code that was typed and not used keeps the order from being made; without it the whole price is paid', async () => {
  const { user, server, field, summary, submit, use } = await open()
  server.answer(orderApi.checkCoupon, { valid: false, discount: 0, msg: '优惠码已过期' })

  await user.type(field, 'ab')
  expect([submit.disabled, summary.getByText('点击“使用”后生效')]).toMatchObject([true, {}])
  await use('ab')
  expect((await screen.findByRole('alert')).textContent).toBe('优惠码为 4 到 20 位字母或数字')
  await use('SPRING26')
  expect(await screen.findByText('优惠码已过期')).toBeTruthy()
  expect(summary.getByText('¥2,760.00')).toBeTruthy()
  await user.click(submit)

  await expect.poll(() => server.calls(orderApi.create)).toEqual([{ body: { packageId: 'standard' } }])
})

test('a coupon that is used up meanwhile is told, and the price is the whole one again', async () => {
  const { user, server, summary, submit, use, toasts } = await open()
  await use('SPRING26')
  await summary.findByText('¥2,484.00')

  server.refuse(orderApi.create, 'refused', { msg: '优惠码已被用完' })
  server.answer(orderApi.checkCoupon, { valid: false, discount: 0, msg: '优惠码已被用完' })
  await user.click(submit)

  await expect.poll(() => toasts).toEqual(['error: 优惠码已被用完'])
  expect(await summary.findByText('¥2,760.00')).toBeTruthy()
  expect(summary.getByRole('alert').textContent).toBe('优惠码已被用完')
})

test('without a valid number there is nothing that a code could be used for', async () => {
  const { user, server, field } = await open()
  await user.type(field, 'SPRING26')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '使用' })
  expect(button.disabled).toBe(false)

  await user.clear(screen.getByRole('spinbutton', { name: '自定义数量' }))
  expect(button.disabled).toBe(true)
  await user.type(field, '{Enter}')

  expect([server.calls(orderApi.checkCoupon), screen.queryByText('点击“使用”后生效')]).toMatchObject([[], {}])
})

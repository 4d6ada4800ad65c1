import { expect, test } from 'vitest'
import { authoriseView } from '../../testing/sample-views.ts'
import { authoriseBody } from './authorise-body.ts'
import { qrPicture } from './qr-picture.ts'
import { INITIAL } from './ui.ts'

const body = (more: Parameters<typeof authoriseView>[0] = {}, ui = INITIAL): string =>
  authoriseBody(authoriseView(more), ui).text

test('douyin shows a code and asks for the scan, redbook asks for a confirmation', () => {
  expect(body()).toContain('模拟扫码同意')
  expect(body()).toContain('示意二维码')
  expect(body({ source: 'redbook' })).toContain('确认绑定')
  expect(body({ source: 'redbook' })).not.toContain('示意二维码')
})

test('what must be granted can’t be unticked, the rest begins as asked', () => {
  expect(body()).toMatch(/value="user_info"\s+checked\s+disabled/)
  expect(body()).not.toMatch(/value="im\.recall_message"\s+checked/)
})

test('a certified account is chosen at first; the others say why they will be refused', () => {
  expect(body()).toMatch(/value="a-1" required checked/)
  expect(body()).toContain('已授权给其他服务商')
})

test('a request with a fault can’t be agreed to', () => {
  const faulty = body({ problem: { code: 10006, message: '回调地址未登记' } })

  expect(faulty).toContain('回调地址未登记')
  expect(faulty).not.toContain('<form')
})

test('a refusal names the reason and lets another account be tried', () => {
  const refused = body({}, { result: { kind: 'refused', code: 990008, message: '该账号已授权给其他服务商' } })

  expect(refused).toContain('990008')
  expect(refused).toContain('data-again')
})

test('the same request draws the same picture, another one a different picture', () => {
  expect(qrPicture('a').text).toBe(qrPicture('a').text)
  expect(qrPicture('a').text).not.toBe(qrPicture('b').text)
})

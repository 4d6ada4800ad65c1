import { expect, test } from 'vitest'
import { hasContactData, hasLink, maskPhones } from './text-rules.ts'

test.each([
  ['13800001234', '138****1234'],
  ['电话13900005678，谢谢', '电话139****5678，谢谢'],
  ['两个 13800001234 13900005678', '两个 138****1234 139****5678'],
  ['12800001234', '12800001234'],
  ['订单 138000012345', '订单 138000012345'],
  ['1380000123', '1380000123'],
])('%s is shown as %s', (text, masked) => {
  expect(maskPhones(text)).toBe(masked)
})

test.each([
  ['https://a.cn', true],
  ['www.example', true],
  ['去 yunshan.com 看看', true],
  ['版本 1.2.3', false],
  ['3.5 米', false],
  ['好的.cn', false],
])('%s holds a link: %s', (text, expected) => {
  expect(hasLink(text)).toBe(expected)
})

test.each([
  ['我的微信是 nanfeng138', false],
  ['微信nanfeng138', true],
  ['加v nanfeng138', true],
  ['薇信：nan_feng', true],
  ['VX：nanfeng', true],
  ['一三八零零零零一二三四', true],
  ['138-0000-1234', true],
  ['尺寸 2700*600', false],
  ['预算十三万八', false],
])('%s holds contact data: %s', (text, expected) => {
  expect(hasContactData(text)).toBe(expected)
})

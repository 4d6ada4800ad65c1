import { DICT_TYPES, EnterpriseFields } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import { isDictValue, readDict, TIME_ZONE_LABELS, watermarkText } from './enterprise.ts'

const good: EnterpriseFields = {
  logo: '',
  name: '云杉家居',
  shortName: '云杉',
  industry: 'home',
  scale: '',
  region: 'zj',
  contact: '赵知远',
  phone: '0571-88886666',
  timezone: 'Asia/Shanghai',
  watermark: false,
  retentionDays: 1_095,
}

describe('the fields of an enterprise', () => {
  test.each<[keyof EnterpriseFields, unknown, string]>([
    ['name', '云', '企业名称为 2 到 50 个字'],
    ['name', '云'.repeat(51), '企业名称为 2 到 50 个字'],
    ['shortName', '云'.repeat(11), '简称最多 10 个字'],
    ['contact', '赵'.repeat(21), '联系人最多 20 个字'],
    ['phone', '12345', '联系电话格式不正确'],
    ['timezone', 'Mars/Olympus', '请选择时区'],
  ])('%s refuses %j: %s', (field, value, message) => {
    expect(EnterpriseFields.safeParse({ ...good, [field]: value }).error?.issues[0]).toMatchObject({
      path: [field],
      message,
    })
  })

  test.each(['', '13812345678', '057188886666', '400-800-1234'])('a telephone may be %j', (phone) => {
    expect(EnterpriseFields.safeParse({ ...good, phone }).success).toBe(true)
  })

  test('an unknown field is refused', () => {
    expect(EnterpriseFields.safeParse({ ...good, certified: true }).success).toBe(false)
  })
})

test.each(DICT_TYPES)('every value of the dictionary %s is accepted, no other', (type) => {
  expect(readDict(type).items.every(({ value }) => isDictValue(type, value))).toBe(true)
  expect(isDictValue(type, '')).toBe(true)
  expect(isDictValue(type, 'toString')).toBe(false)
})

test.each(Object.keys(TIME_ZONE_LABELS))('%s is a time zone', (timezone) => {
  expect(EnterpriseFields.safeParse({ ...good, timezone }).success).toBe(true)
})

test('the watermark names the agent and the end of the masked telephone', () => {
  expect(watermarkText({ name: '林小满', telephone: '139****0001' })).toBe('林小满 0001')
})

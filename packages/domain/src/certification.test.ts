import type { CertifyForm } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { certifyErrors, enterpriseLimits, isCreditCode, maskCreditCode } from './certification.ts'

// Codes that the companies print on their own pages, and damaged ones.
test.each([
  ['91330100799655058B', true],
  ['914403001922038216', true],
  ['9144030071526726XG', true],
  ['91110000802100433B', true],
  ['91110108551385082Q', true],
  ['91330100799655058C', false],
  ['19330100799655058B', false],
  ['91330100799655085B', false],
  ['9133010079965505B', false],
  ['91330100799655058BB', false],
  ['91330100799655058b', false],
  ['9I330100799655058B', false],
  ['', false],
])('the credit code %j is valid: %s', (code, expected) => {
  expect(isCreditCode(code)).toBe(expected)
})

test('any single wrong character is found', () => {
  const code = '91330100799655058B'
  const damaged = Array.from(code).flatMap((right, place) =>
    Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY')
      .filter((wrong) => wrong !== right)
      .map((wrong) => code.slice(0, place) + wrong + code.slice(place + 1)),
  )

  expect(damaged).toHaveLength(18 * 30)
  expect(damaged.filter(isCreditCode)).toEqual([])
})

test('the middle eight characters of a credit code are masked', () => {
  expect(maskCreditCode('91330100799655058B')).toBe('91330********5058B')
  expect(maskCreditCode('')).toBe('')
})

const form: CertifyForm = {
  subjectType: 'company',
  subjectName: '青山木业有限公司',
  creditCode: '91330100799655058B',
  legalPerson: '沈青山',
  licenseUrl: '/api/attachment/x',
  contactName: '沈青山',
  contactTelephone: '13612345678',
  letterUrl: '',
}

test.each([
  [{}, {}],
  [{ creditCode: '91330100799655058C' }, { creditCode: '统一社会信用代码不正确' }],
  [{ contactName: '李四' }, { letterUrl: '联系人不是法定代表人，请上传授权书' }],
  [{ contactName: '李四', letterUrl: '/api/attachment/y' }, {}],
])('a form with %j says %j', (change, errors) => {
  expect(certifyErrors({ ...form, ...change })).toEqual(errors)
})

test.each([
  [false, 1, 2],
  [true, Number.POSITIVE_INFINITY, 500],
])('an enterprise that is certified: %s may have %s accounts and %s agents', (isCertified, accounts, agents) => {
  expect(enterpriseLimits(isCertified)).toEqual({ accounts, agents })
})

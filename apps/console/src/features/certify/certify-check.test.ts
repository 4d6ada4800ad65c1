import { expect, test } from 'vitest'
import { type CertifyDraft, checkStep, EMPTY_DRAFT } from './certify-check.ts'

const FILE = `/api/attachment/${'a'.repeat(32)}`

const good: CertifyDraft = {
  subjectType: 'company',
  subjectName: '青山木业有限公司',
  creditCode: ' 91330100799655058b ',
  legalPerson: '沈青山',
  licenseUrl: FILE,
  contactName: '沈青山',
  contactTelephone: '13612345678',
  smsCode: '012345',
  letterUrl: '',
}

test.each([
  [0, {}, {}],
  [1, {}, {}],
  [0, { creditCode: '91330100799655058C' }, { creditCode: '统一社会信用代码不正确' }],
  [0, { creditCode: '9133' }, { creditCode: '统一社会信用代码不正确' }],
  [0, { subjectName: '青' }, { subjectName: '主体名称须为 2 到 50 个字' }],
  [0, { legalPerson: ' ' }, { legalPerson: '请输入法定代表人' }],
  [0, { licenseUrl: '' }, { licenseUrl: '请上传营业执照' }],
  [0, { smsCode: '' }, {}],
  [1, { smsCode: '12' }, { smsCode: '请输入 6 位数字验证码' }],
  [1, { contactTelephone: '123' }, { contactTelephone: '请输入正确的手机号' }],
  [1, { contactName: '李四' }, { letterUrl: '联系人不是法定代表人，请上传授权书' }],
  [1, { contactName: '李四', letterUrl: FILE }, {}],
] as const)('step %i with %j says %j', (step, change, errors) => {
  expect(checkStep({ ...good, ...change }, step)).toEqual(errors)
})

test('an empty form names what is missing, in the order of the form', () => {
  expect(Object.keys(checkStep(EMPTY_DRAFT, 0))).toEqual(['subjectName', 'creditCode', 'legalPerson', 'licenseUrl'])
  expect(Object.keys(checkStep(EMPTY_DRAFT, 1))).toEqual(['contactName', 'contactTelephone', 'smsCode'])
})

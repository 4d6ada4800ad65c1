import { type CertifyForm, CertifyInfo, certifyApi, type Permission } from '@ruwu/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { pictureFile } from '../../testing/picture-file.ts'
import { onCertifyEvent } from './certify.events.ts'
import { IdentifyPage } from './identify-page.tsx'

const FILE = `/api/attachment/${'a'.repeat(32)}`
const NONE: CertifyInfo = {
  status: 'none',
  subjectName: '',
  creditCode: '',
  reason: '',
  submittedAt: null,
  reviewedAt: null,
}
const SUBMITTED: CertifyForm = {
  subjectType: 'individual',
  subjectName: '青山木业店',
  creditCode: '91330100799655058B',
  legalPerson: '沈青山',
  licenseUrl: FILE,
  contactName: '沈青山',
  contactTelephone: '13612345678',
  letterUrl: '',
}

async function open(
  info: CertifyInfo,
  { before = null as CertifyForm | null, permissions = undefined as Permission[] | undefined } = {},
) {
  const server = createFakeServer()
  server.answer(certifyApi.info, info)
  server.answer(certifyApi.form, before)
  server.answer(certifyApi.sendSms, { isSent: false, code: '034567' })
  server.answer(certifyApi.submit, true)
  server.answerRaw('POST', '/api/attachment/upload', () => ({ path: FILE, publicUrl: FILE }))
  server.answerRaw('GET', FILE, () => ({}))
  const page = renderConsole(<IdentifyPage />, { server, path: '/identify', ...(permissions && { permissions }) })
  await screen.findByText('主体信息')
  const type = async (label: string, text: string) => {
    await page.user.clear(screen.getByLabelText(label))
    await page.user.click(screen.getByLabelText(label))
    await page.user.paste(text)
  }
  return { ...page, type, button: (name: string | RegExp) => screen.getByRole('button', { name }) }
}

const choose = (label: string, file: File) => {
  const input = screen.getByLabelText(label, { selector: 'input' })
  fireEvent.change(input, { target: { files: [file] } })
}

test('two steps with a code and an uploaded licence are submitted once', async () => {
  const page = await open(NONE)

  await page.user.click(screen.getByLabelText('个体工商户'))
  await page.type('主体名称', '青山木业店')
  await page.type('统一社会信用代码', '91330100799655058b')
  await page.type('法定代表人', '沈青山')
  choose('营业执照', pictureFile('licence.png'))
  await screen.findByText('更换图片')
  await page.user.click(page.button('下一步'))
  await page.type('姓名', '沈青山')
  await page.type('手机号', '13612345678')
  page.server.answer(certifyApi.sendSms, { isSent: false, code: null })
  await page.user.click(page.button('获取验证码'))
  expect(await screen.findByText('本服务未配置短信，请向运维索取验证码')).toBeTruthy()
  await page.type('手机号', '13612345678')
  page.server.answer(certifyApi.sendSms, { isSent: false, code: '034567' })
  await page.user.click(page.button('获取验证码'))
  expect(await screen.findByText('演示环境不发短信，验证码是 034567')).toBeTruthy()
  await page.type('短信验证码', '034567')
  await page.user.dblClick(page.button('提交认证'))

  await expect.poll(() => page.toasts).toEqual(['success: 认证资料已提交'])
  expect(page.server.calls(certifyApi.submit)).toEqual([{ body: { ...SUBMITTED, smsCode: '034567' } }])
})

test('the first step is checked before the second is shown', async () => {
  const page = await open(NONE)

  await page.type('统一社会信用代码', '91330100799655058C')
  await page.user.click(page.button('下一步'))

  for (const message of ['请输入主体名称', '统一社会信用代码不正确', '请输入法定代表人', '请上传营业执照'])
    expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByLabelText('短信验证码')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('主体名称'))
})

test('a file that is no picture or too large is not uploaded', async () => {
  await open(NONE)

  choose('营业执照', new File(['x'], 'licence.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('不支持的文件类型')).toBeTruthy()
  choose('营业执照', new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'large.png', { type: 'image/png' }))
  expect(await screen.findByText('文件不能超过 5MB')).toBeTruthy()
})

test('a rejection tells its reason; the resubmission is prefilled, and a refusal returns to the step of its field', async () => {
  const page = await open(sample(CertifyInfo, { ...NONE, status: 'rejected', reason: '营业执照不清晰' }), {
    before: SUBMITTED,
  })
  expect(await screen.findByText('原因：营业执照不清晰')).toBeTruthy()

  await page.user.click(page.button('重新提交'))
  await screen.findByLabelText('主体名称')
  expect([valueIn('主体名称'), valueIn('统一社会信用代码')]).toEqual(['青山木业店', '91330100799655058B'])
  await page.user.click(page.button('下一步'))
  expect(valueIn('手机号')).toBe('13612345678')
  await page.type('短信验证码', '034567')
  page.server.refuse(certifyApi.submit, 'validation', { data: { fields: { creditCode: '该主体已认证' } } })
  await page.user.click(page.button('提交认证'))

  expect(await screen.findByText('该主体已认证')).toBeTruthy()
  expect(valueIn('主体名称')).toBe('青山木业店')
})

test.each([
  ['pending', '审核中'],
  ['passed', '已通过'],
] as const)('while it is %s there is no form', async (status, title) => {
  await open({ ...NONE, status, subjectName: '青山木业店', creditCode: '91330********5058B' })

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText('91330********5058B')).toBeTruthy()
  expect(screen.queryByLabelText('主体名称')).toBeNull()
})

test('an open page follows the reviewer’s decision', async () => {
  const page = await open({ ...NONE, status: 'pending' })
  page.server.answer(certifyApi.info, { ...NONE, status: 'passed' })

  const at = '2026-07-08T01:00:00.000Z'
  onCertifyEvent(page.cache, { type: 'ent_certify_change', status: 'passed', at, operatorId: null })

  expect(await screen.findByRole('heading', { name: '已通过' })).toBeTruthy()
})

test('who may not submit sees the state alone', async () => {
  await open(NONE, { permissions: [] })

  expect(await screen.findByText('企业还没有认证，请联系有企业设置权限的同事提交。')).toBeTruthy()
  expect(screen.queryByLabelText('主体名称')).toBeNull()
})

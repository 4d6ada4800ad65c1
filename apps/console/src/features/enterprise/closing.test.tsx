import { Enterprise, enterpriseApi } from '@ruwu/contract'
import { allPermissions, DEMO_ENT_ID } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testFormRules } from '../../testing/form-rules.ts'
import { openLayer, renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { CloseDialog } from './close-dialog.tsx'
import { ClosingBanner } from './closing.tsx'
import { DangerPanel } from './danger-panel.tsx'

const enterprise = sample(Enterprise, { name: '云杉家居', timezone: 'Asia/Shanghai', version: 4 })
const closing = { ...enterprise, closesAt: '2026-11-24T08:00:00.000Z', version: 5 }

function serverOf(answer: Enterprise) {
  const server = createFakeServer()
  server.answer(enterpriseApi.detail, answer)
  server.answer(enterpriseApi.close, closing)
  server.answer(enterpriseApi.keep, { ...enterprise, version: 6 })
  return server
}

testFormRules({
  open: () => openLayer((close) => <CloseDialog name="云杉家居" onClose={close} />, { server: serverOf(enterprise) }),
  edit: async (layer) => {
    await layer.fill('企业名称（确认）', '云杉家居')
    await layer.fill('登录密码', 'ruwu123456')
  },
  typed: () => [valueIn('企业名称（确认）'), valueIn('登录密码')],
  submit: '确认注销',
  endpoint: enterpriseApi.close,
  sent: { body: { name: '云杉家居', password: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  asks: false,
})

test('a wrong name or no password is refused at its field and sends nothing', async () => {
  const layer = await openLayer((close) => <CloseDialog name="云杉家居" onClose={close} />, {
    server: serverOf(enterprise),
  })

  await layer.fill('企业名称（确认）', '别的企业')
  await layer.user.click(layer.button('确认注销'))

  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    '输入的名称与企业名称不一致',
    '请输入登录密码',
  ])
  expect(layer.server.calls(enterpriseApi.close)).toEqual([])
})

test('everybody sees when the enterprise closes; 管理员 undoes it', async () => {
  const { user, server, toasts } = renderConsole(<ClosingBanner />, { server: serverOf(closing) })

  expect((await screen.findByRole('alert')).textContent).toContain('2026-11-24 16:00 起删除全部数据')
  await user.click(screen.getByRole('button', { name: '撤销注销' }))

  await expect.poll(() => toasts).toEqual(['success: 已撤销注销'])
  expect(server.calls(enterpriseApi.keep)).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('who is not 管理员 sees the banner without the button, and no 危险区', async () => {
  const permissions = allPermissions().filter((each) => each !== 'audit:viewPage')
  renderConsole(
    <>
      <ClosingBanner />
      <DangerPanel enterprise={closing} />
    </>,
    { server: serverOf(closing), permissions },
  )

  await screen.findByRole('alert')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText('危险区')).toBeNull()
})

test('管理员 exports everything; the demo’s enterprise is not offered to be closed', () => {
  const demo = { ...enterprise, entId: DEMO_ENT_ID }
  renderConsole(<DangerPanel enterprise={demo} />, { server: serverOf(demo) })

  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['导出全部数据', '导出记录'])
})

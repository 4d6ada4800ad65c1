import { Agent, agentApi, type Data, EmpowerId, oauthApi, OauthGrant } from '@ruwu/contract'
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { me, openLayer, renderConsole } from '../../testing/render.tsx'
import { sample, sampleId } from '../../testing/sample.ts'
import { GrantsSection } from './grants-section.tsx'
import { Consent } from './oauth-confirm-page.tsx'
import { OauthLoginPage } from './oauth-login-page.tsx'

const SEARCH =
  '?client_id=crm&redirect_uri=https%3A%2F%2Fcrm.example.com%2Fback&response_type=code&scope=profile&state=s1' +
  '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256'
const BACK = 'https://crm.example.com/back?code=c&state=s1'
const ASKED: Data<typeof oauthApi.empower> = {
  empowerId: EmpowerId.parse(sampleId()),
  appName: '客户管家',
  appLogo: '',
  scopes: [{ code: 'profile', label: '读取您的姓名和头像' }],
  expireAt: '2026-11-02T01:10:00.000Z',
}

const Login = ({ purpose }: { purpose: string }) => <p>{purpose}</p>

function consent() {
  const server = createFakeServer()
  server.answer(agentApi.list, [sample(Agent, { id: me.id, name: '林小满' })])
  server.answer(oauthApi.empower, ASKED)
  server.answer(oauthApi.confirm, { redirectUrl: BACK })
  const leave = vi.fn<(url: string) => void>()
  const page = renderConsole(<Consent leave={leave} />, { server, path: `/oauth2/confirm${SEARCH}` })
  return { ...page, leave }
}

test('the consent page names the application, what it gets and whose account it is', async () => {
  const { server } = consent()

  for (const text of ['客户管家', '读取您的姓名和头像']) expect(await screen.findByText(text)).toBeTruthy()
  expect(await screen.findByText(/林小满/)).toBeTruthy()
  expect(server.calls(oauthApi.empower)).toEqual([
    { body: expect.objectContaining({ clientId: 'crm', state: 's1', codeChallengeMethod: 'S256' }) },
  ])
})

test.each([
  ['同意授权', true],
  ['拒绝', false],
])('%s is answered once and leads back to the application', async (name, agree) => {
  const { user, server, leave } = consent()

  await user.dblClick(await screen.findByRole('button', { name }))

  await expect.poll(() => leave.mock.calls).toEqual([[BACK]])
  expect(server.calls(oauthApi.confirm)).toEqual([{ body: { empowerId: ASKED.empowerId, agree } }])
})

test('a request that is refused is told and leads nowhere', async () => {
  const server = createFakeServer()
  server.refuse(oauthApi.empower, 'refused', { msg: '授权请求无效：回调地址未登记' })
  server.answer(agentApi.list, [])
  renderConsole(<Consent />, { server, path: `/oauth2/confirm${SEARCH}` })

  expect(await screen.findByText('授权请求无效：回调地址未登记')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '同意授权' })).toBeNull()
})

test('the sign-in page names the application, or tells why it cannot', async () => {
  const server = createFakeServer()
  server.answer(oauthApi.app, { appName: '客户管家', appLogo: '' })
  renderConsole(<OauthLoginPage LoginPage={Login} preload={() => Promise.resolve()} />, {
    server,
    path: `/oauth2/login${SEARCH}`,
  })

  expect(await screen.findByText('登录后授权给「客户管家」')).toBeTruthy()
  cleanup()

  server.refuse(oauthApi.app, 'refused', { msg: '授权请求无效：应用不存在' })
  renderConsole(<OauthLoginPage LoginPage={Login} preload={() => Promise.resolve()} />, {
    server,
    path: '/oauth2/login?client_id=x',
  })
  expect(await screen.findByText('授权请求无效：应用不存在')).toBeTruthy()
  expect(screen.queryByText(/登录后授权给/)).toBeNull()
})

test('a grant is revoked after a question', async () => {
  const server = createFakeServer()
  const grant = sample(OauthGrant, { appName: '客户管家', agentName: '林小满', lastUsedAt: null })
  server.answer(oauthApi.grants, [grant])
  server.answer(oauthApi.revoke, true)
  const { user, answer } = await openLayer(() => <GrantsSection />, { server })

  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await answer('撤销「客户管家」的授权？', '撤销')

  await expect.poll(() => server.calls(oauthApi.revoke)).toEqual([{ query: { id: grant.id } }])
})

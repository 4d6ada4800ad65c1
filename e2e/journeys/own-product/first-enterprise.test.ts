import { createHash } from 'node:crypto'
import { authApi, CORE_BASE_PATH } from '@ruwu/contract'
import { expect, inject, onTestFinished, test } from 'vitest'
import { Server } from '../../support/server.ts'

const digest = (password: string) => createHash('sha256').update(password).digest('hex')

async function login({ url }: Server, telephone: string, password: string, newPassword?: string): Promise<unknown> {
  const replacement = newPassword === undefined ? {} : { newPassword: digest(newPassword) }
  const response = await fetch(`${url}${CORE_BASE_PATH}${authApi.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ telephone, password: digest(password), ...replacement }),
  })
  return response.json()
}

/** Whether the sign-in page tells how to begin. */
const isEmpty = async ({ url }: Server) =>
  (await (await fetch(`${url}/runtime-config.js`)).text()).includes('"isEmpty":true')

test('with the demo off its accounts are dead, the start tells how to begin, and the command begins', async () => {
  const server = await Server.start({}, inject('stoppedProduct'))
  onTestFinished(() => server.stop())
  expect(await login(server, '13800000001', 'ruwu2026')).toMatchObject({ code: 1 })
  await server.halt()
  await server.run({ DEMO: 'false' })

  for (let no = 1; no <= 6; no += 1)
    expect(await login(server, `1380000000${no}`, 'ruwu2026')).toMatchObject({ msg: '演示已关闭，演示账号不能登录' })
  await expect.poll(() => server.lines).toContain('还没有企业，请运行 npm run admin -- create 企业名称 姓名 手机号')
  expect(await isEmpty(server)).toBe(true)

  const said = await server.operate('admin/admin-command.ts', 'create', '青山木业', '沈青山', '13612345678')
  const once = /一次性密码 (\w+)（/.exec(said)?.[1] ?? ''
  expect(await login(server, '13612345678', once)).toMatchObject({ msg: '这是一次性密码，请设置自己的密码' })
  const signedIn = { code: 1, data: { entName: '青山木业' } }
  expect(await login(server, '13612345678', once, 'own-secret')).toMatchObject(signedIn)
  expect(await login(server, '13612345678', once, 'own-secret')).toMatchObject({ code: 40102 })
  expect(await login(server, '13612345678', 'own-secret')).toMatchObject(signedIn)

  expect(await isEmpty(server)).toBe(false)

  // With DEMO unset the demo stays off beside a real enterprise, also on a local machine.
  await server.halt()
  await server.run({ DEMO: '' })
  expect(await login(server, '13800000001', 'ruwu2026')).toMatchObject({ msg: '演示已关闭，演示账号不能登录' })
})

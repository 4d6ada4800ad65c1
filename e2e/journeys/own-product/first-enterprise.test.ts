import { createHash } from 'node:crypto'
import { authApi, CORE_BASE_PATH } from '@ruwu/contract'
import { expect, inject, onTestFinished, test } from 'vitest'
import { Server } from '../../support/server.ts'

async function login({ url }: Server, telephone: string, password: string): Promise<{ code: number; msg: string }> {
  const digest = createHash('sha256').update(password).digest('hex')
  const response = await fetch(`${url}${CORE_BASE_PATH}${authApi.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ telephone, password: digest }),
  })
  return (await response.json()) as { code: number; msg: string }
}

test('with the demo off its accounts are dead, the start tells how to begin, and the command begins', async () => {
  // On data that had the demo.
  const server = await Server.start({ DEMO: 'false' }, inject('seededDataDir'))
  onTestFinished(() => server.stop())
  expect(await login(server, '13800000001', 'ruwu2026')).toMatchObject({ msg: '演示已关闭，演示账号不能登录' })
  await expect.poll(() => server.lines).toContain('还没有企业，请运行 npm run admin -- create 企业名称 姓名 手机号')

  const said = await server.operate('admin/admin-command.ts', 'create', '青山木业', '沈青山', '13612345678')

  const password = /一次性密码 (\w+)（/.exec(said)?.[1] ?? ''
  expect(await login(server, '13612345678', password)).toMatchObject({ code: 1, data: { entName: '青山木业' } })
})

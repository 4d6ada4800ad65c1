import { createHash } from 'node:crypto'
import { authApi } from '@ruwu/contract'
import { Caller } from './caller.ts'
import type { Server } from './server.ts'

const digest = (password: string) => createHash('sha256').update(password).digest('hex')

/** An enterprise without accounts and customers; answers how its administrator signs in. */
export async function openEmptyEnterprise(server: Server): Promise<{ telephone: string; password: string }> {
  const telephone = '13612345678'
  const password = 'ruwu2026x'
  const said = await server.operate('admin/admin-command.ts', 'create', '青山木业', '沈青山', telephone)
  const once = /一次性密码 (\w+)（/.exec(said)?.[1] ?? ''
  const body = { telephone, password: digest(once), newPassword: digest(password) }
  await new Caller(server.url).call(authApi.login, { body })
  return { telephone, password }
}

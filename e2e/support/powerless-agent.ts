import { createHash, randomUUID } from 'node:crypto'
import { agentApi, authApi, roleApi } from '@ruwu/contract'
import type { Page } from 'playwright-core'
import { callAs, Caller } from './caller.ts'

const digest = (password: string) => createHash('sha256').update(password).digest('hex')

/** An agent whose role has no permission, made by the administrator who is signed in; answers how it signs in. */
export async function openPowerlessAgent(page: Page): Promise<{ telephone: string; password: string }> {
  const telephone = '13611112222'
  const password = 'ruwu2026y'
  const once = digest(randomUUID())
  const { id: roleId } = await callAs(page, roleApi.create, {
    body: { name: '无权限', permissions: [], customerScope: 'own', accountScope: null },
  })
  const body = { name: '何不见', telephone, roleId, accountScope: null, limit: 10, password: once }
  await callAs(page, agentApi.create, { body })
  const { origin } = new URL(page.url())
  await new Caller(origin).call(authApi.login, { body: { telephone, password: once, newPassword: digest(password) } })
  return { telephone, password }
}

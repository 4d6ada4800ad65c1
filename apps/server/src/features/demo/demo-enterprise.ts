import { createHash } from 'node:crypto'
import type { AgentId, BuiltinRole, EntId } from '@ruwu/contract'
import { DEMO_ENT_ID, BUILTIN_ROLES } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { newId } from '../../platform/ids.ts'
import { createEnterprise } from '../admin/index.ts'
import { insertAgent } from '../agent/index.ts'
import { revokeSessions } from '../auth/index.ts'
import type { Passwords } from '../../platform/auth/password.ts'
import { hasOtherEnterprise } from '../enterprise/index.ts'
import { insertPastOrder } from '../order/index.ts'
import { addPoints } from '../points/index.ts'

const DEMO_ENT_NAME = '如晤演示'
export const DEMO_PASSWORD = 'ruwu2026'
const DEMO_GIFT_POINTS = 5_000
/** Before its history. */
export const OPENED_MS = 31 * 86_400_000

const DEMO_AGENTS: { name: string; telephone: string; role: BuiltinRole }[] = [
  { name: '赵知远', telephone: '13800000001', role: 'admin' },
  { name: '周野', telephone: '13800000002', role: 'supervisor' },
  { name: '林小满', telephone: '13800000003', role: 'agent' },
  { name: '卫青禾', telephone: '13800000004', role: 'agent' },
  { name: '苏沐', telephone: '13800000005', role: 'operator' },
  { name: '许知夏', telephone: '13800000006', role: 'readOnly' },
]

/**
 * Creates the demo enterprise at the first start with the demo on, or ends its sign-ins. Unless DEMO is set, the demo stays
 * off beside a real enterprise: an installation behind a proxy may look local.
 */
export async function settleDemo(
  db: Queryable,
  wish: { DEMO: boolean; isDemoAsked: boolean },
  passwords: Passwords,
  now: Date,
): Promise<{ isOn: boolean; isNew: boolean }> {
  const isOn = wish.DEMO && (wish.isDemoAsked || !(await hasOtherEnterprise(db, DEMO_ENT_ID)))
  if (isOn) return { isOn, isNew: await seedDemoEnterprise(db, passwords, now) }
  await revokeSessions(db, DEMO_ENT_ID, 'all', 'forced', now)
  return { isOn, isNew: false }
}

/** True when it was created now. */
async function seedDemoEnterprise(db: Queryable, passwords: Passwords, startedAt: Date): Promise<boolean> {
  const now = new Date(startedAt.getTime() - OPENED_MS)
  const row = { id: DEMO_ENT_ID, name: DEMO_ENT_NAME, shortName: '如晤', points: 0, certifiedAt: now }
  const roles = await createEnterprise(db, row, now)
  if (!roles) return false
  await insertDemoOrder(db, DEMO_ENT_ID, now)
  const passwordHash = await passwords.hash(createHash('sha256').update(DEMO_PASSWORD).digest('hex'))
  for (const [index, person] of DEMO_AGENTS.entries()) {
    const createdAt = new Date(now.getTime() + index)
    await insertAgent(db, {
      entId: DEMO_ENT_ID,
      id: newId<AgentId>(createdAt),
      roleId: roles[person.role],
      name: person.name,
      telephone: person.telephone,
      passwordHash,
      createdAt,
      updatedAt: createdAt,
    })
  }
  return true
}

const DEMO_ORDER = { packageName: '演示订单', points: 10_000, bonusPoints: 0, amount: 98_000 }

export const insertDemoOrder = (db: Queryable, entId: EntId, now: Date): Promise<void> =>
  insertPastOrder(db, entId, DEMO_ORDER, now)

/** After its history, whose charges were before it; once. */
export async function giveDemoPoints(db: Queryable, entId: EntId, now: Date): Promise<void> {
  const gift = { entId, pool: 'bonusHumanPoints', points: DEMO_GIFT_POINTS, reason: '新企业赠送' } as const
  await addPoints(db, gift, now, 'welcome')
}

/** One line per account, printed at start. */
export const describeDemoAccounts = (): string[] =>
  DEMO_AGENTS.map(({ name, telephone, role }) => `${BUILTIN_ROLES[role].name}  ${name}  ${telephone}`)

import type { AgentId, CardRuleFields, EntId, Permission, RelationId, RoleId, Source } from '@ruwu/contract'
import { DEMO_CUSTOMERS, withImplied } from '@ruwu/domain'
import type { Database, Transaction } from '../../../db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { createEnterprise } from '../../admin/index.ts'
import { insertAgent } from '../../agent/index.ts'
import type { CardRuleService } from '../../card-rule/index.ts'
import type { Channel } from '../../channel/index.ts'
import { isUsableCard, listAccountCards, type Materials } from '../../material/index.ts'
import { insertRole } from '../../role/index.ts'
import { callerOf } from '../demo-accounts.ts'
import { type DemoAiDeps, publishDemoAi } from '../demo-ai.ts'
import { giveDemoPoints, insertDemoOrder, OPENED_MS } from '../demo-enterprise.ts'
import { switchUnpublished, toPlatform, writeMonth } from '../demo-history.ts'
import { seedDemoRuns } from '../demo-runs.ts'
import { readAccounts } from '../demo.repo.ts'
import type { DemoPlatform, VisitorAccount } from './demo-platform.ts'

export type BuildDeps = DemoAiDeps & {
  db: Database
  channel: Channel
  materials: Materials
  cardRules: CardRuleService
  platform: DemoPlatform
}

export const VISITOR_ENT_NAME = '云杉家居（演示）'
const COLLEAGUES = ['林小满', '卫青禾']

/** What /chat, /home and /bi need; nothing that reaches outside the enterprise or changes who may do what. */
const VISITOR_PERMISSIONS: readonly Permission[] = [
  'im:replyCustomer',
  'im:aiAssist',
  'im:editCustomerInfo',
  'im:manageCustomerTransfer',
  'statistics:viewPage',
]

/** Customers that write within the month: enough for some to be within working hours. */
const ARRIVING = 70

const avatars = { redbook: 'shop-spruce.png', douyin: 'shop-isle.png' }

/** The ids at the simulator follow from the enterprise's: nothing else has to be stored. */
export const visitorAccounts = (entId: EntId): Record<Source, VisitorAccount> => ({
  redbook: {
    source: 'redbook',
    platformId: `demo-r-${entId}`,
    name: '云杉家居旗舰店',
    city: '成都',
    avatar: avatars.redbook,
  },
  douyin: {
    source: 'douyin',
    platformId: `demo-d-${entId}`,
    name: '云杉全屋定制',
    city: '成都',
    avatar: avatars.douyin,
  },
})

/** The enterprise of such an account; undefined for any other account. */
export const enterpriseOfAccount = (accountId: string): EntId | undefined =>
  /^demo-[rd]-([0-9a-f]{32})$/.exec(accountId)?.[1] as EntId | undefined

type Team = { visitor: { id: AgentId; name: string }; colleagues: { id: AgentId; name: string }[] }

/** The enterprise with its agents. Without telephone and password none of them can sign in. */
export async function openVisitorEnterprise(
  tx: Transaction,
  entId: EntId,
  { now, endsAt }: { now: Date; endsAt: Date },
): Promise<Team> {
  const openedAt = new Date(now.getTime() - OPENED_MS)
  const row = { id: entId, name: VISITOR_ENT_NAME, points: 0, certifiedAt: openedAt, demoEndsAt: endsAt }
  const roles = await createEnterprise(tx.sql, row, openedAt)
  if (!roles) throw new Error('the id of the new enterprise exists already')
  await insertDemoOrder(tx.sql, entId, openedAt)
  const roleId = newId<RoleId>(now)
  const permissions = [...withImplied(VISITOR_PERMISSIONS)]
  const times = { createdAt: openedAt, updatedAt: openedAt }
  await insertRole(tx.sql, { entId, id: roleId, name: '体验', permissions, customerScope: 'all', ...times })
  const hire = async (name: string, no: number, given: { roleId: RoleId; status?: 'online' }) => {
    const id = newId<AgentId>(now)
    await insertAgent(tx.sql, {
      entId,
      id,
      name,
      telephone: `demo ${entId} ${no}`,
      passwordHash: '',
      ...given,
      ...times,
    })
    return { id, name }
  }
  const visitor = await hire('体验客服', 0, { roleId, status: 'online' })
  const colleagues = []
  for (const [index, name] of COLLEAGUES.entries())
    colleagues.push(await hire(name, index + 1, { roleId: roles.agent }))
  return { visitor, colleagues }
}

/** Accounts, cards, AI and thirty days of conversations, by the product's own ways. */
export async function furnish(deps: BuildDeps, entId: EntId, { visitor, colleagues }: Team, now: Date): Promise<void> {
  const { db, channel, platform } = deps
  const by = { id: visitor.id, scope: 'all' as const }
  const caller = callerOf(entId, by)
  const { redbook, douyin } = visitorAccounts(entId)
  await platform.openAccounts(channel, caller, [redbook, douyin])
  await switchUnpublished(deps, caller, redbook.platformId)
  for (const { id, source } of await readAccounts(db.sql, entId)) await offerCards(deps, caller, { id, source }, now)
  const talks = await writeMonth(db, {
    entId,
    prefix: `demo-${entId}`,
    customers: ARRIVING,
    most: DEMO_CUSTOMERS,
    by: visitor.id,
    team: [visitor, ...colleagues],
    talkers: [visitor, ...colleagues],
    aiPlatformId: redbook.platformId,
    asset: platform.asset,
    now,
  })
  await platform.placePast(talks.map(toPlatform))
  await publishDemoAi(deps, { entId, by, account: redbook, hasDocuments: false }, now)
  await seedDemoRuns(db, entId)
  await db.transaction((tx) => giveDemoPoints(tx.sql, entId, now))
}

const RULE: Omit<CardRuleFields, 'name' | 'trigger' | 'materialIds' | 'before'> = {
  conditions: [],
  after: '',
  delaySec: 2,
  tagIds: [],
  maxPerCustomer: 2,
  intervalHours: 1,
  skipWithLead: false,
  dailyMax: 0,
  continue: false,
  enabled: true,
}

/** Cards come by rules, so that a visitor meets them without knowing where an agent sends them. */
async function offerCards(
  { db, materials, cardRules }: BuildDeps,
  caller: ReturnType<typeof callerOf>,
  { id }: { id: RelationId; source: Source },
  now: Date,
): Promise<void> {
  await materials.sync.run(caller, id)
  const cards = (await listAccountCards(db.sql, caller.entId, id))
    .filter((card) => isUsableCard(card, now))
    // The same cards in every demo.
    .toSorted((one, other) => one.platformId.localeCompare(other.platformId))
  const rules = [
    {
      type: 'lead_form',
      name: '量房发留资卡',
      words: ['量房', '量尺', '报价', '预约'],
      before: '填一下这张卡片，为您安排上门。',
    },
    { type: 'contact', name: '要微信发名片卡', words: ['微信', '联系方式', '加你'], before: '这是我们顾问的名片。' },
  ]
  for (const { type, name, words, before } of rules) {
    const card = cards.find((each) => each.type === type)
    const trigger = { type: 'keyword' as const, match: 'contains' as const, words }
    if (card) await cardRules.save(caller, id, { ...RULE, name, trigger, materialIds: [card.id], before })
  }
}

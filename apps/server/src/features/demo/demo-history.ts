import { type AgentId, AUTO_ARCHIVE_DAYS, type EntId } from '@ruwu/contract'
import { DEMO_ENT_ID } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import { saveSetting } from '../automation/index.ts'
import type { Channel } from '../channel/index.ts'
import { readCustomerSetting } from '../../customer/customer-setting.repo.ts'
import { leadKeeper } from '../lead/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { insertPastOnline } from '../../realtime/index.ts'
import { bindAccounts, callerOf, DEMO_ACCOUNTS, DEMO_AI_ACCOUNT } from './demo-accounts.ts'
import { insertDemoFields, insertDemoReplies, insertDemoTags } from './demo-library.ts'
import { hasCustomers, type Member, readAccounts, readTeam } from './demo.repo.ts'
import { writePastConversations } from './past-conversations.ts'
import type { Control } from './simulator-control.ts'
import { onlineTimes } from './talks/online-times.ts'
import type { Written } from './talks/write-talk.ts'
import { writeTalks } from './talks/write-talks.ts'

const CUSTOMERS = 320

type DemoHistoryDeps = {
  db: Database
  channel: Channel
  control: Control
  asset(name: string): string
  /** False: accounts alone. */
  hasTalks: boolean
  now: Date
  /** Before the conversations are written, which takes seconds. */
  onWriting(): void
}

/** Binds the accounts and writes thirty days of conversations, only before the first customer. True when conversations were written now. */
export async function seedDemoHistory(deps: DemoHistoryDeps): Promise<boolean> {
  const { db, channel, control, asset, now } = deps
  const entId = DEMO_ENT_ID
  if (await hasCustomers(db.sql, entId)) return false
  const team = await readTeam(db.sql, entId)
  const admin = team.find((each) => each.builtin === 'admin')
  if (!admin) return false
  if ((await readAccounts(db.sql, entId)).length === 0) {
    const caller = callerOf(entId, admin)
    await bindAccounts(channel, caller, DEMO_ACCOUNTS, control)
    await switchUnpublished({ db, channel }, caller, DEMO_AI_ACCOUNT.platformId)
  }
  if (!deps.hasTalks) return false
  deps.onWriting()
  const talkers = team.filter((each) => each.builtin === 'agent' || each.builtin === 'supervisor')
  const month = {
    entId,
    prefix: 'demo',
    customers: CUSTOMERS,
    most: CUSTOMERS,
    by: admin.id,
    team,
    talkers,
    asset,
    now,
  }
  const written = await writeMonth(db, { ...month, aiPlatformId: DEMO_AI_ACCOUNT.platformId })
  await control('past', { talks: written.map(toPlatform) })
  return true
}

type Month = {
  entId: EntId
  /** Begins the ids of the customers at the simulator, which knows those of all demos. */
  prefix: string
  customers: number
  /** Number of customers with messages that are kept, spread over the month. */
  most: number
  by: AgentId
  team: readonly Pick<Member, 'id'>[]
  /** Who receives customers. */
  talkers: Pick<Member, 'id' | 'name'>[]
  aiPlatformId: string
  asset(name: string): string
  now: Date
}

/** Thirty days of conversations on the bound accounts, in one transaction. */
export async function writeMonth(db: Database, month: Month): Promise<Written[]> {
  const { entId, now } = month
  return db.transaction(async ({ sql }) => {
    const { stages } = await readCustomerSetting(sql, entId)
    const all = writeTalks({
      cast: {
        entId,
        prefix: month.prefix,
        agents: month.talkers,
        watchers: month.team.map((each) => each.id),
        stages: new Map(stages.map((stage) => [stage.name, stage.id])),
        fields: await insertDemoFields(sql, entId),
        asset: month.asset,
      },
      accounts: withAi(await readAccounts(sql, entId), month.aiPlatformId),
      customers: month.customers,
      now,
    })
    const talks = spread(all, month.most)
    const names = talks.flatMap((talk) => talk.tags)
    const tagIds = await insertDemoTags(sql, entId, names, month.by, now)
    await insertDemoReplies(sql, entId, now)
    await keepMonthOpen(sql, month)
    await writePastConversations(
      sql,
      leadKeeper,
      talks.map(({ talk, tags }) => ({
        ...talk,
        tagIds: [...new Set(tags)].flatMap((name) => tagIds.get(name) ?? []),
      })),
      now,
    )
    const online = onlineTimes(
      talks.map(({ talk }) => talk),
      now,
    )
    await insertPastOnline(
      sql,
      online.map((each) => ({ entId, ...each })),
    )
    return talks
  })
}

/** The shipped 自动归档 would archive most of the month within minutes of the start. */
const keepMonthOpen = (db: Queryable, { entId, by, now }: Month) =>
  saveSetting(
    db,
    { entId, key: 'autoArchive', version: 0 },
    { setting: { enabled: true, days: AUTO_ARCHIVE_DAYS.max }, updatedBy: by, updatedAt: now },
  )

const spread = <T>(items: readonly T[], most: number): T[] =>
  items.filter(
    (_, index) => Math.floor(((index + 1) * most) / items.length) > Math.floor((index * most) / items.length),
  )

type Account = Awaited<ReturnType<typeof readAccounts>>[number]

/** The demo publishes one AI, which answers for the sub-accounts too. */
function withAi(accounts: readonly Account[], aiPlatformId: string): (Account & { hasAi: boolean })[] {
  const host = accounts.find(({ platformId }) => platformId === aiPlatformId)
  return accounts.map((account) => ({
    ...account,
    hasAi: host !== undefined && [account.id, account.parentId].includes(host.id),
  }))
}

/** AI 托管 of a new account is on; the accounts without an AI are received by people. */
export async function switchUnpublished(
  { db, channel }: { db: Database; channel: Channel },
  caller: Caller,
  aiPlatformId: string,
): Promise<void> {
  for (const { id, parentId, hasAi } of withAi(await readAccounts(db.sql, caller.entId), aiPlatformId)) {
    if (hasAi || parentId) continue
    const wanted = { relationId: id, accountType: 'CORP', receptionMode: 'close', withKos: true } as const
    await channel.reception.change(caller, wanted)
  }
}

/** The conversation as the simulator stores it: texts only, without our own data. */
export function toPlatform({ talk, platformId }: Written) {
  return {
    source: talk.account.source,
    accountId: platformId,
    customerId: talk.person.platformId,
    conversationId: talk.conversationKey,
    name: talk.person.name,
    city: talk.person.city,
    messages: talk.moments.flatMap((moment) => {
      if (!('platformMessageId' in moment)) return []
      const { content, platformMessageId, at } = moment
      if (content.type === 'recalled' || (moment.kind === 'person' && moment.failed)) return []
      const from = moment.kind === 'customer' ? ('customer' as const) : ('merchant' as const)
      const text = content.text || (typeof content.placeholder === 'string' ? content.placeholder : '') || '[图片]'
      return [{ messageId: platformMessageId, from, at: at.getTime(), text }]
    }),
  }
}

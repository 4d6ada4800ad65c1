import { DEMO_ENT_ID } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { Channel } from '../channel/index.ts'
import { readCustomerSetting } from '../../customer/customer-setting.repo.ts'
import { leadKeeper } from '../lead/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { insertPastOnline } from '../../realtime/index.ts'
import { bindDemoAccounts, callerOf, DEMO_AI_ACCOUNT } from './demo-accounts.ts'
import { insertDemoFields, insertDemoReplies, insertDemoTags } from './demo-library.ts'
import { hasCustomers, readAccounts, readTeam } from './demo.repo.ts'
import { writePastConversations } from './past-conversations.ts'
import { onlineTimes } from './talks/online-times.ts'
import type { Written } from './talks/write-talk.ts'
import { writeTalks } from './talks/write-talks.ts'

type DemoHistoryDeps = {
  db: Database
  channel: Channel
  /** Calls the simulator's control API. */
  control(path: string, body: object): Promise<unknown>
  asset(name: string): string
  /** False: accounts alone. */
  hasTalks: boolean
  now: Date
}

/**
 * Binds the accounts and writes thirty days of conversations in one transaction, only before the first customer. True
 * when conversations were written now.
 */
export async function seedDemoHistory(deps: DemoHistoryDeps): Promise<boolean> {
  const { db, channel, control, asset, now } = deps
  if (await hasCustomers(db.sql)) return false
  const team = await readTeam(db.sql)
  const admin = team.find((each) => each.builtin === 'admin')
  if (!admin) return false
  if ((await readAccounts(db.sql)).length === 0) {
    await bindDemoAccounts(channel, callerOf(admin), control)
    await switchUnpublished(channel, callerOf(admin), await readAccounts(db.sql))
  }
  if (!deps.hasTalks) return false

  const entId = DEMO_ENT_ID
  const written = await db.transaction(async ({ sql }) => {
    const { stages } = await readCustomerSetting(sql, entId)
    const talks = writeTalks({
      cast: {
        entId,
        agents: team.filter((each) => each.builtin === 'agent' || each.builtin === 'supervisor'),
        watchers: team.map((each) => each.id),
        stages: new Map(stages.map((stage) => [stage.name, stage.id])),
        fields: await insertDemoFields(sql, entId),
        asset,
      },
      accounts: withAi(await readAccounts(sql)),
      now,
    })
    const names = talks.flatMap((talk) => talk.tags)
    const tagIds = await insertDemoTags(sql, entId, names, admin.id, now)
    await insertDemoReplies(sql, entId, now)
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
  await control('past', { talks: written.map(toPlatform) })
  return true
}

type Account = Awaited<ReturnType<typeof readAccounts>>[number]

/** The demo publishes one AI, which answers for the sub-accounts too. */
function withAi(accounts: readonly Account[]): (Account & { hasAi: boolean })[] {
  const host = accounts.find(({ platformId }) => platformId === DEMO_AI_ACCOUNT.platformId)
  return accounts.map((account) => ({
    ...account,
    hasAi: host !== undefined && [account.id, account.parentId].includes(host.id),
  }))
}

/** AI 托管 of a new account is on; the accounts without an AI are received by people. */
async function switchUnpublished(channel: Channel, caller: Caller, accounts: readonly Account[]): Promise<void> {
  for (const { id, parentId, hasAi } of withAi(accounts)) {
    if (hasAi || parentId) continue
    const wanted = { relationId: id, accountType: 'CORP', receptionMode: 'close', withKos: true } as const
    await channel.reception.change(caller, wanted)
  }
}

/** The conversation as the simulator stores it: texts only, without our own data. */
function toPlatform({ talk, platformId }: Written) {
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

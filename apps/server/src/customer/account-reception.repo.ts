import type { EntId, FlowId, ReceptionMode, RelationId } from '@ruwu/contract'
import {
  accountModeAt,
  type AiReturn,
  type PlanSchedule,
  type Reception,
  SHIPPED_SCHEDULE,
  startingReception,
  type StartingSituation,
} from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { planColumn } from '../db/effective-plan.ts'
import { aiHostRelationId } from '../db/hosting.ts'
import { aiAgent, aiAgentVersion, channelAccount, enterprise } from '../db/schema/index.ts'
import { pointsAvailable } from './points-availability.repo.ts'

/** How an account receives its customers now. */
export type AccountReception = {
  /** Reception that a new session begins with. */
  starting: Reception
  /** The facts it follows from. */
  situation: StartingSituation
  /** The flow of the plan's present period; null while it is none. */
  planFlowId: FlowId | null
  returns: ReturnRule
}

/** When a customer returns to the AI after an agent's answer. */
export type ReturnRule = { after: AiReturn; timeZone: string }

/** Columns of AccountReception; join `hosting` and the enterprise to the account. */
export const receptionColumns = (now: Date) => ({
  receptionMode: channelAccount.receptionMode,
  publishedVersion: aiAgent.publishedVersion,
  returnAfter: aiAgent.returnAfter,
  timeZone: enterprise.timezone,
  isAvailable: pointsAvailable(now),
  pausedAt: enterprise.automationPausedAt,
  schedule: planColumn<PlanSchedule>('schedule'),
})

/** Join condition of the AI that receives an account's customers: its own if published, else its main account's. */
export const hosting = and(eq(aiAgent.entId, channelAccount.entId), eq(aiAgent.relationId, aiHostRelationId))

/** Join condition of its published version. */
export const hostingVersion = and(
  eq(aiAgentVersion.entId, aiAgent.entId),
  eq(aiAgentVersion.relationId, aiAgent.relationId),
  eq(aiAgentVersion.version, aiAgent.publishedVersion),
)

type ReceptionColumns = {
  receptionMode: ReceptionMode
  publishedVersion: number | null
  returnAfter: AiReturn | null
  timeZone: string
  isAvailable: boolean
  /** 暂停所有自动化. */
  pausedAt: Date | null
  /** Null: no plan is stored. */
  schedule: PlanSchedule | null
}

/** By the plan's period at `now`. Without a published AI no return is scheduled. */
export function toReception(columns: ReceptionColumns, now: Date): AccountReception {
  const {
    receptionMode: accountMode,
    publishedVersion,
    returnAfter,
    timeZone,
    isAvailable,
    pausedAt,
    schedule,
  } = columns
  const isPublished = publishedVersion !== null
  const planned = accountModeAt(schedule ?? SHIPPED_SCHEDULE, accountMode, now)
  // No flow begins while all automation is paused: people receive its customers.
  const planMode = pausedAt !== null && planned.mode === 'workflow' ? 'manual' : planned.mode
  const situation: StartingSituation = { accountMode, planMode, isAvailable, isPublished }
  const after = isPublished && returnAfter ? returnAfter : 'off'
  const planFlowId = planned.mode === 'workflow' && pausedAt === null ? planned.flowId : null
  return { starting: startingReception(situation), situation, planFlowId, returns: { after, timeZone } }
}

export async function getAccountReception(
  db: Queryable,
  entId: EntId,
  id: RelationId,
  now: Date,
): Promise<AccountReception> {
  const [row] = await db
    .select(receptionColumns(now))
    .from(channelAccount)
    .innerJoin(enterprise, eq(enterprise.id, channelAccount.entId))
    .leftJoin(aiAgent, hosting)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, id)))
  if (!row) throw new Error('a customer’s account is missing')
  return toReception(row, now)
}

import {
  type Material,
  type PlanId,
  type PlanWelcomePart,
  type ReceptionPlan,
  ReceptionPlanFields,
  type RelationId,
  type SimpleAccount,
} from '@ruwu/contract'
import { DEFAULT_ASSIGN_MODE, DEFAULT_ASSIGN_RULE, NEW_PLAN, NEW_PLAN_GRID } from '@ruwu/domain'
import { problemsOf } from '../../form/problems.ts'
import { texts } from './texts.ts'

/** A stored plan, or the beginning of a new one. */
export type PlanBase = ReceptionPlanFields &
  Pick<ReceptionPlan, 'isDefault' | 'version' | 'updatedByName'> & { id: PlanId | null; updatedAt: string | null }

export type PlanDraft = ReceptionPlanFields & {
  /** Accounts whose leaving another plan is confirmed. */
  moveIds: RelationId[]
}

export const newPlan = (timezone: string): PlanBase => ({
  id: null,
  isDefault: false,
  version: 0,
  updatedByName: '',
  updatedAt: null,
  name: '',
  accountIds: [],
  timezone,
  grid: NEW_PLAN_GRID,
  holidays: [],
  closeMode: { mode: 'manual' },
  assign: { ...DEFAULT_ASSIGN_RULE, mode: DEFAULT_ASSIGN_MODE },
  enabled: true,
  ...NEW_PLAN,
})

const FIELDS = Object.keys(texts.fields) as (keyof typeof texts.fields)[]

export const draftOf = (plan: PlanBase): PlanDraft =>
  ({ ...Object.fromEntries(FIELDS.map((field) => [field, plan[field]])), moveIds: [] }) as unknown as PlanDraft

/** Labels of the fields in which two drafts differ. */
export const changesBetween = (one: PlanDraft, other: PlanDraft): string[] =>
  FIELDS.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field])).map(
    (field) => texts.fields[field],
  )

/** An account in the draft that another plan has. */
export type Move = { id: RelationId; account: string; plan: string }

export function openMoves(
  draft: PlanDraft,
  own: PlanId | null,
  plans: readonly ReceptionPlan[],
  accounts: readonly SimpleAccount[],
): Move[] {
  return draft.accountIds.flatMap((id) => {
    const from = plans.find((plan) => plan.id !== own && !plan.isDefault && plan.accountIds.includes(id))
    const account = accounts.find(({ relationId }) => relationId === id)
    return from && !draft.moveIds.includes(id) ? [{ id, account: account?.name ?? '', plan: from.name }] : []
  })
}

export function checkDraft(draft: PlanDraft, moves: readonly Move[]): Record<string, string> {
  const problems = problemsOf(ReceptionPlanFields.safeParse(draft))
  return moves.length > 0 ? { ...problems, accountIds: texts.confirmMoves } : problems
}

/** The accounts that a plan applies to: its own; of the default plan those that are in no other plan. */
export function accountsOf(
  plan: PlanBase,
  draft: Pick<PlanDraft, 'accountIds'>,
  plans: readonly ReceptionPlan[],
  accounts: readonly SimpleAccount[],
): SimpleAccount[] {
  const bound = accounts.filter(({ openStatus }) => openStatus !== 'unbound')
  if (!plan.isDefault) return bound.filter(({ relationId }) => draft.accountIds.includes(relationId))
  const taken = new Set(plans.filter((each) => !each.isDefault && each.enabled).flatMap((each) => each.accountIds))
  return bound.filter(({ relationId, parentId }) => !taken.has(relationId) && !(parentId && taken.has(parentId)))
}

/**
 * Accounts that do not send all parts of 欢迎语, the one that sends the fewest first. As on the server, the cards of
 * other accounts are left out before.
 */
export function accountsCutShort(
  accounts: readonly SimpleAccount[],
  parts: readonly PlanWelcomePart[],
  cards: readonly Pick<Material, 'id' | 'relationId'>[],
): { name: string; sent: number }[] {
  const cut = accounts.flatMap(({ name, relationId, parentId, welcomeParts: sent }) => {
    const own = parts.filter((part) => {
      const card = part.type === 'card' && cards.find(({ id }) => id === part.materialId)
      return !card || card.relationId === relationId || card.relationId === parentId
    })
    return sent !== null && own.length > sent ? [{ name, sent }] : []
  })
  return cut.toSorted((a, b) => a.sent - b.sent)
}

import type { PlanId, ReceptionPlanFields, RelationId } from '@ruwu/contract'
import { namedAgents, PLAN_TEXTS } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { findBadPictures } from '../../outbound/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import { listMembers, listPlans, type PlanRow, readPlacing } from '../../reception/index.ts'
import { areAgents } from '../agent/index.ts'
import { listAccounts, mayChooseAccounts } from '../channel/index.ts'
import { listPublished } from '../flow/index.ts'
import { listCards } from '../material/index.ts'
import { listTags } from '../tag/index.ts'

type Checked = { id: PlanId | null; before?: PlanRow | undefined; moveIds: readonly RelationId[] }

/** Validates what a plan refers to, under the lock of the enterprise's plans. Answers the names of its accounts. */
export async function checkPlan(
  db: Queryable,
  caller: Caller,
  plan: ReceptionPlanFields,
  { id, before, moveIds }: Checked,
): Promise<string[]> {
  const { entId } = caller
  if (before?.isDefault && !plan.enabled) throw new UserFacingError('refused', PLAN_TEXTS.defaultOn)
  const others = (await listPlans(db, entId)).filter((each) => each.plan.id !== id)
  if (others.some((each) => each.plan.name === plan.name)) throw new FieldError({ name: PLAN_TEXTS.nameTaken })

  const modes = [...plan.grid.flat(), plan.closeMode]
  const flows = new Set(modes.flatMap((each) => (each.mode === 'workflow' ? [each.flowId] : [])))
  const published = flows.size > 0 ? (await listPublished(db, entId)).map(({ flowId }) => flowId) : []
  if ([...flows].some((flowId) => !published.includes(flowId))) throw new FieldError({ grid: PLAN_TEXTS.noFlow })

  const accounts = new Map((await listAccounts(db, entId)).map((account) => [account.id, account]))
  const chosen = plan.accountIds.map((accountId) => accounts.get(accountId))
  const members = (id && (await listMembers(db, entId)).get(id)) ?? []
  const isGone = chosen.some((account) => !account || account.openStatus === 'unbound')
  if (isGone || !(await mayChooseAccounts(db, caller, plan.accountIds, members)))
    throw new FieldError({ accountIds: PLAN_TEXTS.noAccount })
  const taken = (await readPlacing(db, entId, plan.accountIds)).filter(
    (each) => each.planId !== id && !moveIds.includes(each.id),
  )
  if (taken[0]) {
    const usedBy = taken.map(({ account, plan: from }) => `${account}：${PLAN_TEXTS.moves(from)}`)
    throw new UserFacingError('inUse', usedBy[0], { usedBy })
  }

  const { mode, ...rule } = plan.assign
  if (!(await areAgents(db, entId, [...new Set(namedAgents(mode, rule))]))) {
    const field = mode === 'listed' ? 'assign.agentIds' : 'assign.tagRows'
    throw new FieldError({ [field]: PLAN_TEXTS.noAgent })
  }
  if (mode === 'tag') {
    const tags = new Set((await listTags(db, entId)).map((tag) => tag.id))
    if (rule.tagRows.some(({ tagId }) => !tags.has(tagId))) throw new FieldError({ 'assign.tagRows': PLAN_TEXTS.noTag })
  }
  const cardIds = plan.welcome.parts.flatMap((part) => (part.type === 'card' ? [part.materialId] : []))
  const cards = await listCards(db, entId, cardIds, { hold: true })
  if (cards.filter((card) => !card.isRemoved).length < new Set(cardIds).size)
    throw new FieldError({ 'welcome.parts': PLAN_TEXTS.noCard })
  const pictures = await findBadPictures(db, caller, plan.welcome.parts, before?.welcome.parts)
  if (pictures[0] !== undefined) throw new FieldError({ 'welcome.parts': PLAN_TEXTS.noPicture })
  return chosen.map((account) => account?.name ?? '')
}

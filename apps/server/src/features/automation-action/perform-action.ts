import type { ActionType, AutomationAction, AutomationMessage, Content, FieldId } from '@ruwu/contract'
import { fieldProblem, fillVariables, RULE_TEXTS } from '@ruwu/domain'
import { getAccountReception } from '../../customer/account-reception.repo.ts'
import { notifyAgents, maskedCustomerName } from '../../customer/notify-agents.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { listFields, readCustomerSetting } from '../../customer/customer-setting.repo.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import { endSession } from '../../customer/session-lifecycle.ts'
import { listWatchers, watchersFor } from '../../customer/watchers.repo.ts'
import type { Transaction } from '../../db/database.ts'
import { cardMessage } from '../../outbound/index.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { addNote, setField } from '../../profile/index.ts'
import { type Acting, type ActionContext, type ActionDeps, type ActionDone, DONE, skipped } from './action-context.ts'
import { readMessageVariables } from './action-names.repo.ts'
import { assignCustomer } from './assign-customer.ts'
import { changeCustomerTags } from './change-tags.ts'

/** Actions of one transaction; 等待 and Webhook are steps of the rule's or the flow's own run. */
export type CustomerAction = Exclude<AutomationAction, { type: 'wait' | 'webhook' }>

/** Types of `CustomerAction`. */
export const isCustomerAction = (action: AutomationAction): action is CustomerAction =>
  action.type !== 'wait' && action.type !== 'webhook'

/**
 * Does one action to a customer whom the caller's transaction holds, which also records that it is done: a crash repeats neither. Throws a
 * `UserFacingError` where the action cannot be done; the transaction is then rolled back.
 */
export async function performAction(
  tx: Transaction,
  deps: ActionDeps,
  context: ActionContext,
  change: CustomerChange,
  action: CustomerAction,
): Promise<ActionDone> {
  const now = deps.clock.now()
  if (action.type === 'send') return send(tx, deps, context, change, action.params)
  const done = await perform({ tx, change, now }, deps, context.name, action)
  if (change.events.length + change.messages.length > 0) await deps.writer.commit(tx, [change], now)
  return done
}

type Unsent = Exclude<CustomerAction, { type: 'send' }>

async function perform(acting: Acting, deps: ActionDeps, name: string, action: Unsent): Promise<ActionDone> {
  switch (action.type) {
    case 'add_tags':
    case 'remove_tags':
      return changeCustomerTags(acting, name, action.type, action.params.tagIds)
    case 'assign':
      return assignCustomer(deps, acting, name, action.params)
    case 'workflow':
      // A customer in another flow begins this one instead.
      await deps.startFlow(acting.tx, acting.change, action.params.flowId, acting.now)
      changeCustomerReception(acting.change, { kind: 'workflow_on', operatorId: null, operatorName: name }, acting.now)
      return DONE
    case 'set_field':
      return changeField(acting, action.params)
    case 'note':
      addNote(acting.change, { agentId: null, text: `${name}：${action.params.text}`, mentionIds: [] }, acting.now)
      return DONE
    case 'notify':
      return notify(acting, name, action.params)
    case 'release':
    case 'ai_on':
    case 'ai_off':
    case 'archive':
      return changeState(acting, name, action.type)
  }
}

/** The parts of a reply that the guard sees are those that a person would send. */
async function send(
  tx: Transaction,
  { automatic }: ActionDeps,
  { entId, customerId, name, kind, expected }: ActionContext,
  held: CustomerChange,
  message: AutomationMessage,
): Promise<ActionDone> {
  const text =
    message.type === 'text' ? fillVariables(message.text, await readMessageVariables(tx.sql, held.customer)) : ''
  const { content, meta = {} } = contentOf(message, text)
  const sent = await automatic.send(tx, { entId, customerId, kind, name, content, expected, meta, held })
  if ('messageId' in sent) return { ...DONE, messageId: sent.messageId }
  const isHeldBack = sent.why === 'refused' || sent.why === 'reword'
  if (!isHeldBack) return skipped(sent.blocked)
  return { result: sent.isUnusable ? 'failed' : 'blocked', error: sent.blocked }
}

function contentOf(message: AutomationMessage, text: string): { content: Content; meta?: { materialId: string } } {
  switch (message.type) {
    case 'text':
      return { content: { type: 'text', text } }
    case 'image':
      return { content: { type: 'image', text: message.url } }
    case 'card':
      return cardMessage(message.materialId)
  }
}

type StateAction = Extract<ActionType, 'release' | 'ai_on' | 'ai_off' | 'archive'>

const UNCHANGED: Record<StateAction, string> = {
  release: '客户没有归属客服',
  ai_on: '客户已由 AI 接待',
  ai_off: '客户不由 AI 接待',
  archive: '客户已归档',
}

async function changeState({ tx, change, now }: Acting, name: string, type: StateAction): Promise<ActionDone> {
  const { entId, relationId } = change.customer
  const operator = { operatorId: null, operatorName: name }
  if (type === 'ai_on') {
    const { situation } = await getAccountReception(tx.sql, entId, relationId, now)
    if (!situation.isPublished) throw new UserFacingError('refused', '该账号尚未发布 AI 智能体')
    if (!situation.isAvailable) throw new UserFacingError('pointsShort')
  }
  const isReleased = type === 'release' && change.customer.agentId !== null
  // 熟客优先 assigns by this column alone.
  if (isReleased && !(await readCustomerSetting(tx.sql, entId)).keepFamiliar) change.customer.lastHumanAgentId = null
  const { hasChanged } = changeCustomerReception(
    change,
    type === 'release'
      ? { kind: 'release', agentName: name, reason: 'release', operatorId: null }
      : type === 'archive'
        ? { kind: 'archive', archive: true, ...operator }
        : { kind: type, ...operator },
    now,
  )
  if (!hasChanged) return skipped(UNCHANGED[type])
  if (type === 'archive') endSession(change)
  return DONE
}

/** Several values of a multiple choice are separated by 、. */
async function changeField(
  { tx, change, now }: Acting,
  { fieldId, value }: { fieldId: FieldId; value: string },
): Promise<ActionDone> {
  const field = (await listFields(tx.sql, change.customer.entId)).find(({ id }) => id === fieldId)
  if (!field?.enabled) throw new UserFacingError('refused', RULE_TEXTS.gone('字段'))
  const typed = field.type === 'multiple' ? value.split('、').filter(Boolean) : value
  const problem = fieldProblem(field, typed)
  if (problem) throw new UserFacingError('refused', problem)
  if (!setField(change, field, typed, null, now)) return skipped('字段已是该值')
  change.events.push({ type: 'agent_update_customer_info', changed: { fields: [field.id] }, operatorId: null })
  return DONE
}

/** Only agents who may see the customer are told. */
async function notify(
  { tx, change, now }: Acting,
  name: string,
  { agentIds, text }: Extract<AutomationAction, { type: 'notify' }>['params'],
): Promise<ActionDone> {
  const { customer: row } = change
  const wanted = agentIds.length > 0 ? agentIds : row.agentId ? [row.agentId] : []
  const watchers = watchersFor(await listWatchers(tx.sql, row.entId), row)
  const to = watchers.map(({ id }) => id).filter((id) => wanted.includes(id))
  if (to.length === 0) return skipped('没有可通知的客服')
  const detail = `${text}（${name}）`
  const words = `${maskedCustomerName(row)}：${detail}`
  await notifyAgents(tx, row, { hintType: 'automation', text: words, detail, level: 'warn', to }, now)
  return DONE
}

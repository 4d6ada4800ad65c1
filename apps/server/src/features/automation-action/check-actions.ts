import type { AutomationAction, FieldId } from '@ruwu/contract'
import { ACTION_LABELS, ACTION_PERMISSIONS, fieldProblem, RULE_TEXTS, TAG_TEXTS, WEBHOOK_TEXTS } from '@ruwu/domain'
import { type FieldRow, listFields } from '../../customer/customer-setting.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { findBadPictures } from '../../outbound/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { isLoopbackUrl, isPublicUrl } from '../../platform/http/public-fetch.ts'
import { areAgents } from '../agent/index.ts'
import { listCards } from '../material/index.ts'
import { holdTags, listTags } from '../tag/index.ts'
import { isPublishedFlow } from './action-names.repo.ts'

/** The first action that the author may not do or that refers to something gone, by its path; undefined: none. */
export async function findActionProblem(
  db: Queryable,
  caller: Caller,
  actions: readonly AutomationAction[],
  isDemo: boolean,
): Promise<{ index: number; path: string; message: string } | undefined> {
  for (const [index, action] of actions.entries()) {
    const problem = caller.permissions.has(ACTION_PERMISSIONS[action.type])
      ? await referenceProblem(db, caller, action, isDemo)
      : { path: 'type', message: RULE_TEXTS.notAllowed(ACTION_LABELS[action.type]) }
    if (problem) return { index, ...problem }
  }
  return undefined
}

/** As `FieldError` of a form whose field `actions` holds them. */
export async function checkActions(
  db: Queryable,
  caller: Caller,
  actions: readonly AutomationAction[],
  isDemo: boolean,
): Promise<void> {
  const problem = await findActionProblem(db, caller, actions, isDemo)
  if (problem) throw new FieldError({ [`actions.${problem.index}.${problem.path}`]: problem.message })
}

type Problem = { path: string; message: string }

async function referenceProblem(
  db: Queryable,
  caller: Caller,
  { type, params }: AutomationAction,
  isDemo: boolean,
): Promise<Problem | undefined> {
  const { entId } = caller
  switch (type) {
    case 'add_tags':
    case 'remove_tags': {
      await holdTags(db, entId)
      const tags = new Map((await listTags(db, entId)).map((row) => [row.id, row]))
      if (params.tagIds.some((id) => !tags.has(id))) return gone('params.tagIds', '标签')
      const isSystem = params.tagIds.some((id) => tags.get(id)?.kind === 'system')
      return isSystem ? { path: 'params.tagIds', message: TAG_TEXTS.systemTag } : undefined
    }
    case 'assign':
      return params.to === 'former' || (await areAgents(db, entId, params.agentIds))
        ? undefined
        : gone('params.agentIds', '客服')
    case 'notify':
      return (await areAgents(db, entId, params.agentIds)) ? undefined : gone('params.agentIds', '客服')
    case 'set_field':
      return valueProblem(await listFields(db, entId), params)
    case 'send': {
      if (params.type === 'image' && (await findBadPictures(db, caller, [params])).length > 0)
        return gone('params.url', '图片')
      if (params.type !== 'card') return undefined
      const [card] = await listCards(db, entId, [params.materialId], { hold: true })
      return !card || card.isRemoved ? gone('params.materialId', '卡片') : undefined
    }
    case 'note':
    case 'release':
    case 'ai_on':
    case 'ai_off':
    case 'archive':
    case 'wait':
      return undefined
    case 'webhook':
      return isPublicUrl(params.url) || (isDemo && isLoopbackUrl(params.url))
        ? undefined
        : { path: 'params.url', message: WEBHOOK_TEXTS.badAddress }
    case 'workflow':
      return (await isPublishedFlow(db, entId, params.flowId)) ? undefined : gone('params.flowId', '工作流')
  }
}

const gone = (path: string, what: string): Problem => ({ path, message: RULE_TEXTS.gone(what) })

function valueProblem(
  fields: readonly FieldRow[],
  { fieldId, value }: { fieldId: FieldId; value: string },
): Problem | undefined {
  const field = fields.find(({ id }) => id === fieldId)
  if (!field?.enabled) return gone('params.fieldId', '字段')
  const message = fieldProblem(field, field.type === 'multiple' ? value.split('、').filter(Boolean) : value)
  return message === undefined ? undefined : { path: 'params.value', message }
}

import {
  type AutomationRuleId,
  type AutomationTemplates,
  type FlowId,
  RuleTemplateId,
  type TemplateId,
} from '@ruwu/contract'
import { FLOW_TEMPLATE_LIST, isTemplateEditor, openFlow, openRule, RULE_TEMPLATES, TEMPLATE_TEXTS } from '@ruwu/domain'
import type { Database, Queryable } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { deleteTemplate, getFlowContent, getRuleContent, listTemplates, saveTemplate } from './template.repo.ts'

type TemplateDeps = {
  db: Database
  clock: Clock
  /** Ids of the enterprises that may edit templates, separated by commas. */
  editors: string
}

type TemplateEdit = {
  id: TemplateId
  name: string
  hint: string
  ruleId?: AutomationRuleId | undefined
  flowId?: FlowId | undefined
}

export type TemplateService = ReturnType<typeof createTemplateService>

/** 模板中心: the built-in templates, and what enterprises of the runtime list have changed in them for everybody. */
export function createTemplateService({ db, clock, editors }: TemplateDeps) {
  const list = async ({ entId }: Caller, sql: Queryable = db.sql): Promise<AutomationTemplates> => {
    const edited = new Map((await listTemplates(sql)).map((row) => [row.id, row]))
    const shown = <Built extends { id: TemplateId; name: string; hint: string }>(built: Built) => {
      const { name, hint } = edited.get(built.id) ?? built
      return { ...built, name, hint, isEdited: edited.has(built.id) }
    }
    return {
      rules: RULE_TEMPLATES.map(({ event, conditions, actions, intervalMinutes = 0, ...names }) => ({
        ...shown(names),
        ...(edited.get(names.id)?.rule ?? { event, conditions, actions, intervalMinutes }),
      })),
      flows: FLOW_TEMPLATE_LIST.map(shown),
      isEditable: isTemplateEditor(editors, entId),
    }
  }

  const change = (caller: Caller, work: (sql: Queryable, now: Date) => Promise<void>): Promise<AutomationTemplates> => {
    if (!isTemplateEditor(editors, caller.entId)) throw new UserFacingError('refused', TEMPLATE_TEXTS.notEditable)
    return db.transaction(async (tx) => {
      await work(tx.sql, clock.now())
      return list(caller, tx.sql)
    })
  }

  return {
    list: (caller: Caller) => list(caller),

    update: (caller: Caller, { id, name, hint, ruleId, flowId }: TemplateEdit) =>
      change(caller, async (sql, now) => {
        const isRule = RuleTemplateId.safeParse(id).success
        if (isRule ? flowId : ruleId) throw new UserFacingError('refused', TEMPLATE_TEXTS.wrongContent)
        const content = {
          ...(ruleId && { rule: openRule(await getRuleContent(sql, caller.entId, ruleId)) }),
          ...(flowId && { flow: openFlow(await getFlowContent(sql, caller.entId, flowId)) }),
        }
        await saveTemplate(sql, { id, name, hint, ...content, updatedAt: now })
        await writeAudit(sql, caller, { action: 'automationTemplate.edit', object: id, name }, now)
      }),

    reset: (caller: Caller, id: TemplateId) =>
      change(caller, async (sql, now) => {
        await deleteTemplate(sql, id)
        const { name = '' } = [...RULE_TEMPLATES, ...FLOW_TEMPLATE_LIST].find((each) => each.id === id) ?? {}
        await writeAudit(sql, caller, { action: 'automationTemplate.reset', object: id, name }, now)
      }),
  }
}

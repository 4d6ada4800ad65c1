import { z } from 'zod'
import { DraftAction } from './automation-action.ts'
import { DraftConditionGroup } from './automation-condition.ts'
import { RuleEvent } from './automation-rule.ts'
import { endpoint } from './endpoint.ts'
import { FLOW_TEMPLATES, FlowTemplateId } from './flow.ts'
import { AutomationRuleId, FlowId } from './ids.ts'
import { typedText } from './text.ts'

/** 关键词自动回复, 超时提醒, 关键词打标, 留资后分配, 非工作时间回复, 广告进线优先, 沉默归档. */
export const RULE_TEMPLATE_IDS = [
  'keyword',
  'overdue',
  'keywordTag',
  'leadAssign',
  'offHours',
  'ad',
  'silence',
] as const
export const RuleTemplateId = z.enum(RULE_TEMPLATE_IDS)
export type RuleTemplateId = z.infer<typeof RuleTemplateId>

export const TEMPLATE_IDS = [...RULE_TEMPLATE_IDS, ...FLOW_TEMPLATES] as const
export const TemplateId = z.enum(TEMPLATE_IDS)
export type TemplateId = z.infer<typeof TemplateId>

export const TEMPLATE_LIMITS = { name: 20, hint: 60 } as const

/** What a new rule begins with; what an enterprise chooses itself (tags, agents, cards) is open. */
export const RuleTemplateContent = z.object({
  event: RuleEvent,
  conditions: DraftConditionGroup,
  actions: z.array(DraftAction),
  intervalMinutes: z.int32(),
})
export type RuleTemplateContent = z.infer<typeof RuleTemplateContent>

const shown = {
  name: z.string(),
  hint: z.string(),
  /** Differs from the one that the product comes with. */
  isEdited: z.boolean(),
}

export const AutomationTemplates = z.object({
  rules: z.array(RuleTemplateContent.extend({ id: RuleTemplateId, ...shown })),
  flows: z.array(z.object({ id: FlowTemplateId, ...shown })),
  /** The caller's enterprise may edit them, for all enterprises of the installation. */
  isEditable: z.boolean(),
})
export type AutomationTemplates = z.infer<typeof AutomationTemplates>

export const automationTemplateApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/automation/template/list',
    isRead: true,
    access: 'automation:viewPage',
    summary: '模板中心',
    data: AutomationTemplates,
  }),
  /** The content is that of an own rule or flow (its draft), without what belongs to the enterprise; without one it stays. */
  update: endpoint({
    method: 'PUT',
    path: '/v1/automation/template/update',
    access: 'automation:edit',
    summary: '修改模板，限可编辑模板的企业',
    audit: ['automationTemplate.edit'],
    body: z.object({
      id: TemplateId,
      name: typedText(TEMPLATE_LIMITS.name, `名称最多 ${TEMPLATE_LIMITS.name} 个字`).min(1, '请输入名称'),
      hint: typedText(TEMPLATE_LIMITS.hint, `说明最多 ${TEMPLATE_LIMITS.hint} 个字`).min(1, '请输入说明'),
      ruleId: AutomationRuleId.optional(),
      flowId: FlowId.optional(),
    }),
    data: AutomationTemplates,
    errors: ['notFound', 'refused'],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/v1/automation/template/reset',
    access: 'automation:edit',
    summary: '恢复内置模板，限可编辑模板的企业',
    audit: ['automationTemplate.reset'],
    body: z.object({ templateId: TemplateId }),
    data: AutomationTemplates,
    errors: ['refused'],
  }),
}

import type { AutomationTemplates } from '@ruwu/contract'
import { FLOW_TEMPLATE_LIST, RULE_TEMPLATES } from '@ruwu/domain'

/** The built-in templates as the server lists them. */
export const sampleTemplates = (fields: Partial<AutomationTemplates> = {}): AutomationTemplates => ({
  rules: RULE_TEMPLATES.map(({ intervalMinutes = 0, ...template }) => ({
    ...template,
    intervalMinutes,
    isEdited: false,
  })),
  flows: FLOW_TEMPLATE_LIST.map((template) => ({ ...template, isEdited: false })),
  isEditable: false,
  ...fields,
})

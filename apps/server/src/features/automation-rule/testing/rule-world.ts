import {
  type AutomationAction,
  type AutomationRule,
  automationRuleApi,
  type CustomerId,
  messageApi,
  type RuleFields,
} from '@ruwu/contract'
import { workbenchWorld } from '../../../testing/workbench-world.ts'

export const MINUTE_MS = 60_000

export const says = (...words: string[]): RuleFields['conditions'] => ({
  op: 'all',
  items: [{ type: 'text', match: 'contains', words }],
})
export const ANY: RuleFields['conditions'] = { op: 'all', items: [] }
export const send = (text: string): AutomationAction => ({ type: 'send', params: { type: 'text', text } })
export const call = (url: string): AutomationAction => ({ type: 'webhook', params: { url } })
export const note = (text: string): AutomationAction => ({ type: 'note', params: { text } })
export const wait = (minutes: number): AutomationAction => ({ type: 'wait', params: { minutes } })

/** 问价: answers a customer who asks for the price. */
export const fields = (change: Partial<RuleFields> = {}): RuleFields => ({
  name: '问价',
  accountIds: [],
  event: { type: 'message_in' },
  conditions: says('价格'),
  actions: [send('{客户昵称}您好')],
  stopOnMatch: false,
  intervalMinutes: 0,
  status: 'on',
  ...change,
})

export type RuleWorld = Awaited<ReturnType<typeof ruleWorld>>

/** A workbench whose owner writes rules. */
export async function ruleWorld() {
  const here = await workbenchWorld()
  const { zhao, reception } = here

  /** What stands in the thread besides the customer's words: texts of messages, notes and lines. */
  const linesOf = async (customerId: CustomerId): Promise<string[]> => {
    const { items } = await zhao.call(messageApi.list, { body: { customerId, limit: 100 } })
    return items.filter((item) => item.senderKind !== 'customer').map((item) => item.content.text ?? '')
  }

  return {
    ...here,
    linesOf,
    make: (change: Partial<RuleFields> = {}) => zhao.call(automationRuleApi.save, { body: fields(change) }),
    /** Until nothing is due. */
    async runRules() {
      while (await reception.work.rules.run()) {
        // More events or actions.
      }
    },
    notesOf: async (id: CustomerId) => (await linesOf(id)).filter((text) => text.startsWith('规则「')),
    logOf: async ({ id }: AutomationRule) =>
      (await zhao.call(automationRuleApi.log, { body: { id } })).items.map(({ result, error }) => [result, error]),
    statusOf: async (rule: AutomationRule) =>
      (await zhao.call(automationRuleApi.list, {})).find(({ id }) => id === rule.id)?.status,
  }
}

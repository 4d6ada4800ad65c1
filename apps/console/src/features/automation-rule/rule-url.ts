import type { AutomationRule } from '@ruwu/contract'
import { useSearchParams } from 'react-router'

/** The drawer of one rule that the URL names. */
export function useRuleUrl() {
  const [search, setSearch] = useSearchParams()
  const open = (key: 'log' | 'try', { id }: AutomationRule) => setSearch({ [key]: id })
  return {
    logId: search.get('log'),
    tryId: search.get('try'),
    openLog: (rule: AutomationRule) => open('log', rule),
    openTry: (rule: AutomationRule) => open('try', rule),
    close: () => setSearch({}, { replace: true }),
  }
}

/** Address of the editor: of a rule, of a copy, of a new rule from a template, or blank. */
export const editorPath = (of: { id: string } | { copy: string } | { template: string } | object = {}): string => {
  const query = new URLSearchParams(of as Record<string, string>).toString()
  return query ? `/automation/detail-v1?${query}` : '/automation/detail-v1'
}

export const RULES_PATH = '/automation/v1'

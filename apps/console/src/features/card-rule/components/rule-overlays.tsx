import { NEW, useRulePlace } from '../rule-url.ts'
import { RuleLog } from './rule-log.tsx'
import { RuleSheet } from './rule-sheet.tsx'
import type { RuleListProps } from './rule-table.tsx'
import { TrySheet } from './try-sheet.tsx'

/** The overlay named in the URL: one rule, its log, or the dry run. */
export function RuleLayers({ account, rules, canEdit }: RuleListProps) {
  const { ruleId, from, logId, isTrying, close } = useRulePlace()
  const rule = rules.find((it) => it.id === ruleId)
  const logged = rules.find((it) => it.id === logId)
  if (canEdit && (rule || ruleId === NEW))
    return (
      <RuleSheet
        key={`${ruleId} ${from}`}
        account={account}
        rule={rule}
        origin={rules.find((it) => it.id === from)}
        onClose={close}
      />
    )
  if (logged) return <RuleLog rule={logged} onClose={close} />
  return isTrying ? <TrySheet account={account} rules={rules} onClose={close} /> : null
}

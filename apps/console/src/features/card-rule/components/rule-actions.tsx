import type { AccountDetail, CardRule, RelationId } from '@ruwu/contract'
import { Button, confirm, toast } from '@ruwu/ui'
import { Switch } from 'antd'
import { RowMenu } from '../../../list/row-menu.tsx'
import { useEnableRule, useMoveRule, useRemoveRule } from '../card-rule.mutations.ts'
import { useRuleUrl } from '../rule-url.ts'
import { texts } from '../texts.ts'
import styles from './rule-actions.module.css'

type RuleActionsProps = { account: AccountDetail; rule: CardRule; index: number; count: number; canEdit: boolean }

export function RuleActions({ account: { relationId }, rule, index, count, canEdit }: RuleActionsProps) {
  const { openRule, openCopy, openLog } = useRuleUrl()
  const move = useMoveRule(relationId)
  const remove = useRemoveRule(relationId)

  const moveTo = (to: number) =>
    move.mutate({ rule, from: index, to }, { onSuccess: () => toast.success(texts.moved(rule.name, to + 1)) })

  async function askRemove() {
    if (await confirm({ title: texts.removeTitle(rule.name), content: texts.removeEffect })) remove.mutate(rule)
  }

  return (
    <span className={styles.actions}>
      {canEdit && (
        <Button variant="link" size="sm" onClick={() => openRule(rule.id)}>
          {texts.edit}
        </Button>
      )}
      <Button variant="link" size="sm" onClick={() => openLog(rule.id)}>
        {texts.log}
      </Button>
      {canEdit && (
        <RowMenu
          label={`${rule.name} ${texts.more}`}
          title={texts.more}
          entries={{
            up: { label: texts.moveUp, disabled: index === 0, run: () => moveTo(index - 1) },
            down: { label: texts.moveDown, disabled: index === count - 1, run: () => moveTo(index + 1) },
            copy: { label: texts.copy, run: () => openCopy(rule.id) },
            remove: { label: texts.remove, danger: true, run: askRemove },
          }}
        />
      )}
    </span>
  )
}

type RuleSwitchProps = { relationId: RelationId; rule: CardRule; canEdit: boolean }

export function RuleSwitch({ relationId, rule, canEdit }: RuleSwitchProps) {
  const enable = useEnableRule(relationId)
  return (
    <Switch
      size="small"
      aria-label={texts.enableLabel(rule.name)}
      checked={enable.isPending ? enable.variables.enabled : rule.enabled}
      loading={enable.isPending}
      disabled={!canEdit}
      onChange={(enabled) => enable.mutate({ rule, enabled })}
    />
  )
}

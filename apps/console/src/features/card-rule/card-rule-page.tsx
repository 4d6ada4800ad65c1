import { CARD_RULES_MAX, type AccountDetail } from '@ruwu/contract'
import { Button, Empty, ErrorBlock, Panel, SkeletonRows, Tooltip } from '@ruwu/ui'
import { FlaskConical, ListOrdered, Plus } from 'lucide-react'
import { messageOf } from '../../api/errors.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { AccountFrame } from '../channel/index.ts'
import { useCan } from '../permission/index.ts'
import { useCardRules } from './card-rule.queries.ts'
import { RuleLog } from './components/rule-log.tsx'
import { RuleSheet } from './components/rule-sheet.tsx'
import { RuleCards, type RuleListProps, RuleTable } from './components/rule-table.tsx'
import { TrySheet } from './components/try-sheet.tsx'
import { NEW_RULE, useRuleUrl } from './rule-url.ts'
import { texts } from './texts.ts'
import styles from './card-rule-page.module.css'

export const CardRulePage = () => (
  <AccountFrame tab="send-card-rule">{(account) => <CardRules account={account} />}</AccountFrame>
)

function CardRules({ account }: { account: AccountDetail }) {
  const { data: rules, error, isFetching, refetch } = useCardRules(account.relationId)
  const canEdit = useCan('channelAccount:settingsEdit')
  const { openRule, openTry } = useRuleUrl()
  const isPhone = useIsPhone()
  const List = isPhone ? RuleCards : RuleTable
  const isFull = (rules?.length ?? 0) >= CARD_RULES_MAX
  const create = canEdit && (
    <Tooltip text={isFull && texts.createFull(CARD_RULES_MAX)}>
      <span>
        <Button variant="primary" disabled={isFull} onClick={() => openRule(NEW_RULE)}>
          <Plus size={16} aria-hidden="true" />
          {texts.create}
        </Button>
      </span>
    </Tooltip>
  )
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <p>
          {texts.intro}
          {rules && <span>{texts.count(rules.length, CARD_RULES_MAX)}</span>}
        </p>
        <Button disabled={!rules?.length} onClick={openTry}>
          <FlaskConical size={15} aria-hidden="true" />
          {texts.tryOut}
        </Button>
        {create}
      </div>
      <Panel refreshing={isFetching && rules !== undefined}>
        {error && !rules ? (
          <ErrorBlock message={messageOf(error)} onRetry={refetch} />
        ) : !rules ? (
          <SkeletonRows rows={5} height={isPhone ? 150 : undefined} head={!isPhone} disc={false} />
        ) : rules.length === 0 ? (
          <Empty
            icon={ListOrdered}
            text={texts.none}
            action={canEdit && <Button onClick={() => openRule(NEW_RULE)}>{texts.create}</Button>}
          />
        ) : (
          <List account={account} rules={rules} canEdit={canEdit} />
        )}
      </Panel>
      {rules && <RuleOverlays account={account} rules={rules} canEdit={canEdit} />}
    </div>
  )
}

/** The overlay named in the URL: one rule, its log, or the dry run. */
function RuleOverlays({ account, rules, canEdit }: RuleListProps) {
  const { ruleId, from, logId, isTrying, close } = useRuleUrl()
  const rule = rules.find((it) => it.id === ruleId)
  const logged = rules.find((it) => it.id === logId)
  if (canEdit && (rule || ruleId === NEW_RULE))
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

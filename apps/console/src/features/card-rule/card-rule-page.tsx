import { CARD_RULES_MAX, type AccountDetail } from '@ruwu/contract'
import { Button, Empty, ErrorBlock, Panel, SkeletonRows, Tooltip } from '@ruwu/ui'
import { FlaskConical, ListOrdered, Plus } from 'lucide-react'
import { messageOf } from '../../api/errors.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { AccountFrame } from '../channel/index.ts'
import { useCan } from '../role/index.ts'
import styles from './card-rule-page.module.css'
import { useCardRules } from './card-rule.queries.ts'
import { RuleCards } from './components/rule-cards.tsx'
import { RuleLayers } from './components/rule-overlays.tsx'
import { RuleTable } from './components/rule-table.tsx'
import { NEW, useRulePlace } from './rule-url.ts'
import { texts } from './texts.ts'

export const CardRulePage = () => (
  <AccountFrame tab="send-card-rule">{(account) => <CardRules account={account} />}</AccountFrame>
)

function CardRules({ account }: { account: AccountDetail }) {
  const { data: rules, error, isFetching, refetch } = useCardRules(account.relationId)
  const canEdit = useCan('channelAccount:settingsEdit')
  const { openRule, openTry } = useRulePlace()
  const isPhone = useIsPhone()
  const List = isPhone ? RuleCards : RuleTable
  const isFull = (rules?.length ?? 0) >= CARD_RULES_MAX
  const create = canEdit && (
    <Tooltip text={isFull && texts.createFull(CARD_RULES_MAX)}>
      <span>
        <Button variant="primary" disabled={isFull} onClick={() => openRule(NEW)}>
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
            action={canEdit && <Button onClick={() => openRule(NEW)}>{texts.create}</Button>}
          />
        ) : (
          <List account={account} rules={rules} canEdit={canEdit} />
        )}
      </Panel>
      {rules && <RuleLayers account={account} rules={rules} canEdit={canEdit} />}
    </div>
  )
}

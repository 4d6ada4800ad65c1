import { RULE_LIMITS } from '@ruwu/contract'
import { Button, Empty, ErrorBlock, Panel, SkeletonRows, Tooltip } from '@ruwu/ui'
import { LayoutTemplate, ListOrdered, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { OnceShownDialog } from '../../form/once-shown-dialog.tsx'
import { AutomationHead } from '../automation/index.ts'
import { useCan } from '../permission/index.ts'
import { useRules } from './automation-rule.queries.ts'
import { RuleCards, RuleTable } from './components/rule-table.tsx'
import { RunLog } from './components/run-log.tsx'
import { TemplateDialog } from './components/template-dialog.tsx'
import { TrySheet } from './components/try-sheet.tsx'
import { editorPath, RULES_PATH, useRuleUrl } from './rule-url.ts'
import { texts } from './texts.ts'
import styles from './rule-page.module.css'

/** 规则, in the order in which they are evaluated. */
export function RulePage() {
  const { data: rules, error, isFetching, refetch } = useRules()
  const canEdit = useCan('automation:edit')
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const [isChoosing, setIsChoosing] = useState(false)
  const handed = (useLocation().state as { secret?: string } | null)?.secret
  const [secret, setSecret] = useState(handed)
  // Shown once: the browser keeps it in no entry of its history.
  useEffect(() => {
    if (handed) void navigate(RULES_PATH, { replace: true })
  }, [handed, navigate])
  const { logId, tryId, close } = useRuleUrl()
  const List = isPhone ? RuleCards : RuleTable
  const isFull = (rules?.length ?? 0) >= RULE_LIMITS.rules
  const logged = rules?.find(({ id }) => id === logId)
  const tried = rules?.find(({ id }) => id === tryId)
  const actions = canEdit && (
    <>
      <Button disabled={isFull} onClick={() => setIsChoosing(true)}>
        <LayoutTemplate size={15} aria-hidden="true" />
        {texts.fromTemplate}
      </Button>
      <Tooltip text={isFull && texts.createFull}>
        <span>
          <Button variant="primary" disabled={isFull} onClick={() => void navigate(editorPath())}>
            <Plus size={16} aria-hidden="true" />
            {texts.create}
          </Button>
        </span>
      </Tooltip>
    </>
  )
  return (
    <>
      <AutomationHead tab="/automation/v1" actions={actions} />
      <div className={styles.page}>
        <p className={styles.intro}>
          {texts.intro}
          {rules && <span>{texts.count(rules.length)}</span>}
        </p>
        <Panel refreshing={isFetching && rules !== undefined}>
          {error && !rules ? (
            <ErrorBlock message={messageOf(error)} onRetry={refetch} />
          ) : !rules ? (
            <SkeletonRows rows={5} height={isPhone ? 150 : undefined} head={!isPhone} disc={false} />
          ) : rules.length === 0 ? (
            <Empty
              icon={ListOrdered}
              text={texts.none}
              action={canEdit && <Button onClick={() => setIsChoosing(true)}>{texts.fromTemplate}</Button>}
            />
          ) : (
            <List rules={rules} canEdit={canEdit} />
          )}
        </Panel>
      </div>
      {secret && (
        <OnceShownDialog
          title={texts.secretTitle}
          hint={texts.secretHint}
          label={texts.secretLabel}
          value={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {isChoosing && <TemplateDialog onPick={(place) => void navigate(place)} onClose={() => setIsChoosing(false)} />}
      {logged ? <RunLog rule={logged} onClose={close} /> : tried && <TrySheet rule={tried} onClose={close} />}
    </>
  )
}

import type { AiDraft } from '@ruwu/contract'
import { PUBLISH_PROBLEMS, hasTrigger } from '@ruwu/domain'
import { Button, StatusLabel } from '@ruwu/ui'
import { Check, CircleAlert, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAgentUrl, type AgentTab } from '../agent-url.ts'
import { texts } from '../texts.ts'
import styles from './publish-checks.module.css'

type PublishChecksProps = {
  draft: AiDraft
  /** Undefined while loading. */
  inUse: number | undefined
  tests: number
  onLeave: () => void
}

/** Conditions checked before publishing. */
export function PublishChecks({ draft, inUse, tests, onLeave }: PublishChecksProps) {
  const { openTab } = useAgentUrl()
  const go = (tab: AgentTab, label: string) => (
    <Button
      variant="link"
      size="sm"
      onClick={() => {
        onLeave()
        openTab(tab)
      }}
    >
      {label}
    </Button>
  )
  const canHandOver = hasTrigger(draft)
  return (
    <ul className={styles.checks} aria-label={texts.checks}>
      {inUse === undefined ? (
        <Item state="pending">{texts.tabs.knowledge}</Item>
      ) : inUse > 0 ? (
        <Item state="passed">{texts.checkKnowledge(inUse)}</Item>
      ) : (
        <Item state="failed" action={go('knowledge', texts.goKnowledge)}>
          {PUBLISH_PROBLEMS.noKnowledge}
        </Item>
      )}
      {canHandOver ? (
        <Item state="passed">{texts.checkTrigger}</Item>
      ) : (
        <Item state="failed" action={go('handoff', texts.goHandoff)}>
          {PUBLISH_PROBLEMS.noTrigger}
        </Item>
      )}
      <Item state={tests > 0 ? 'pending' : 'passed'}>{texts.checkTests(tests)}</Item>
    </ul>
  )
}

const looks = {
  passed: { tone: 'success', icon: Check, label: texts.passed },
  failed: { tone: 'error', icon: CircleAlert, label: texts.notPassed },
  pending: { tone: 'quiet', icon: Hourglass, label: texts.pending },
} as const

type ItemProps = { state: keyof typeof looks; action?: ReactNode; children: ReactNode }

const Item = ({ state, action, children }: ItemProps) => (
  <li>
    <span>{children}</span>
    {action}
    <StatusLabel tone={looks[state].tone} icon={looks[state].icon}>
      {looks[state].label}
    </StatusLabel>
  </li>
)

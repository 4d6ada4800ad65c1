import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import styles from './agent-cards.module.css'
import { AgentActions } from './agent-actions.tsx'
import { AgentCell, EnabledWord, LastLogin, StatusWord } from './agent-cell.tsx'
import type { AgentListProps } from './agent-table.tsx'

/** The table on a phone: one card per agent. */
export function AgentCards({ agents, canEdit }: AgentListProps) {
  const timeZone = useTimeZone()
  return (
    <ul className={styles.cards}>
      {agents.map((agent) => (
        <li key={agent.id}>
          <div className={styles.line}>
            <AgentCell agent={agent} />
            <StatusWord agent={agent} />
          </div>
          <p className={styles.meta}>
            <span>{agent.roleName}</span>
            <span>{agent.telephone}</span>
            <EnabledWord agent={agent} />
          </p>
          <p className={styles.meta}>
            {texts.lastLogin} <LastLogin agent={agent} timeZone={timeZone} withIp={false} />
          </p>
          {canEdit && <AgentActions agent={agent} />}
        </li>
      ))}
    </ul>
  )
}

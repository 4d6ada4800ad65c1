import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import styles from './agent-cards.module.css'
import { AgentCell, EnabledWord, LastLogin, StatusWord } from './agent-cell.tsx'
import { ForceOffline, type AgentListProps } from './agent-table.tsx'

/** The table of a phone: one block per agent. */
export function AgentCards({ agents, onForceOffline }: AgentListProps) {
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
          <div className={styles.line}>
            <p className={styles.meta}>
              {texts.lastLogin} <LastLogin agent={agent} timeZone={timeZone} withIp={false} />
            </p>
            <ForceOffline run={onForceOffline(agent)} />
          </div>
        </li>
      ))}
    </ul>
  )
}

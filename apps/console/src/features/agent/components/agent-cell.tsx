import type { Agent } from '@ruwu/contract'
import { agentStatusLabel, isOnline } from '@ruwu/domain'
import { Avatar, cx } from '@ruwu/ui'
import { readSession } from '../../../session/session.ts'
import { texts } from '../texts.ts'
import styles from './agent-cell.module.css'

/** Who: avatar with dot, name, and a word when it is oneself. */
export function AgentCell({ agent }: { agent: Agent }) {
  const status = { on: isOnline(agent.status), text: agentStatusLabel(agent.status) }
  return (
    <span className={styles.agent}>
      <Avatar name={agent.name} src={agent.avatar} size={28} status={status} />
      <span className="cut">{agent.name}</span>
      {agent.id === readSession()?.agentId && <span className={styles.me}>{texts.me}</span>}
    </span>
  )
}

/** The status as a word; the colour only repeats it. */
export function StatusWord({ agent }: { agent: Agent }) {
  return (
    <span className={cx(isOnline(agent.status) ? styles.online : styles.invisible)}>
      {agentStatusLabel(agent.status)}
    </span>
  )
}

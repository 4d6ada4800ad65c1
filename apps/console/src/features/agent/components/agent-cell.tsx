import type { Agent } from '@ruwu/contract'
import { AGENT_ENABLED_LABELS, agentStatusLabel, formatDateTime, isOnline } from '@ruwu/domain'
import { Avatar, TruncatedText, cx } from '@ruwu/ui'
import { readSession } from '../../../session/session.ts'
import { texts } from '../texts.ts'
import styles from './agent-cell.module.css'

/** Disabled agents, and agents that have never signed in, have no status. */
const hasStatus = ({ enabled, lastLoginAt }: Agent) => enabled && lastLoginAt !== null

/** Avatar with status dot, name, and a label on one's own row. */
export function AgentCell({ agent }: { agent: Agent }) {
  const status = hasStatus(agent)
    ? { on: isOnline(agent.status), text: agentStatusLabel(agent.status, agent.busy) }
    : undefined
  return (
    <span className={styles.agent}>
      <Avatar name={agent.name} src={agent.avatar} size={28} status={status} />
      <TruncatedText text={agent.name} />
      {agent.id === readSession()?.agentId && <span className={styles.me}>{texts.me}</span>}
    </span>
  )
}

/** The status as text; colour is never the only signal. */
export function StatusText({ agent }: { agent: Agent }) {
  if (!hasStatus(agent)) return <span className={styles.invisible}>{texts.noStatus}</span>
  return (
    <span className={cx(isOnline(agent.status) ? styles.online : styles.invisible)}>
      {agentStatusLabel(agent.status, agent.busy)}
    </span>
  )
}

export function EnabledText({ agent }: { agent: Agent }) {
  return <span className={agent.enabled ? undefined : styles.disabled}>{AGENT_ENABLED_LABELS[`${agent.enabled}`]}</span>
}

/** Time and IP address of the last sign-in. */
export function LastLogin({ agent, timeZone, withIp = true }: { agent: Agent; timeZone: string; withIp?: boolean }) {
  if (!agent.lastLoginAt) return <span className={styles.never}>{texts.never}</span>
  return (
    <span className={styles.login}>
      {formatDateTime(agent.lastLoginAt, timeZone)}
      {withIp && agent.lastLoginIp && <span className={styles.ip}>{agent.lastLoginIp}</span>}
    </span>
  )
}

import type { Agent, AgentId, CustomerId } from '@ruwu/contract'
import { cx } from '@ruwu/ui'
import { useViewers } from '../customer/customer.queries.ts'
import { StoredAvatar } from '../../../stored-file/stored-avatar.tsx'
import { texts } from '../thread/texts.ts'
import styles from './thread-header.module.css'

const SHOWN = 3

type ViewersProps = { customerId: CustomerId; meId: AgentId | undefined; agents: ReadonlyMap<string, Agent> }

/** Colleagues viewing the same customer, and whether one is composing. */
export function Viewers({ customerId, meId, agents }: ViewersProps) {
  const { agentIds, composingIds } = useViewers(customerId)
  const others = agentIds.flatMap((id) => (id === meId ? [] : (agents.get(id) ?? [])))
  if (others.length === 0) return null
  const isWriting = composingIds.some((id) => id !== meId)
  return (
    <span className={styles.viewers} title={texts.watchedBy(others.map((it) => it.name).join('、'))}>
      {others.slice(0, SHOWN).map((agent) => (
        <StoredAvatar key={agent.id} name={agent.name} src={agent.avatar} size={18} />
      ))}
      {others.length > SHOWN && <span>+{others.length - SHOWN}</span>}
      <span className={cx(!isWriting && styles.label)} aria-live="polite">
        {isWriting ? texts.colleagueWrites : texts.watching}
      </span>
    </span>
  )
}

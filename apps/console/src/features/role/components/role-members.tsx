import type { Role } from '@ruwu/contract'
import { Empty, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { UsersRound } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { AgentCell, StatusWord, useAgents } from '../../agent/index.ts'
import { texts } from '../texts.ts'
import styles from './role-members.module.css'

export function RoleMembers({ role }: { role: Role }) {
  const { data, error, refetch } = useAgents()
  const members = data?.filter((it) => it.roleId === role.id)
  if (error && !members) return <ErrorBlock message={messageOf(error)} onRetry={refetch} />
  if (!members) return <SkeletonRows rows={4} />
  if (members.length === 0) return <Empty icon={UsersRound} text={texts.noMembers} />
  return (
    <ul className={styles.members}>
      {members.map((agent) => (
        <li key={agent.id}>
          <AgentCell agent={agent} />
          <span>{agent.telephone}</span>
          <StatusWord agent={agent} />
        </li>
      ))}
    </ul>
  )
}

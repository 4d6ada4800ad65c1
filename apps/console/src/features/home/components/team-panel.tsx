import { formatDateTime, isOnline } from '@ruwu/domain'
import { TruncatedText, Empty, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { UsersRound } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { useIsPhone } from '../../../browser/media-query.ts'
import { AgentCell, StatusText, useAgents } from '../../agent/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import styles from './team-panel.module.css'

/** All enabled agents with their live status. */
export function TeamPanel() {
  const { data, error, isFetching, refetch } = useAgents()
  const isPhone = useIsPhone()
  const agents = data?.filter((it) => it.enabled)
  return (
    <Panel
      title={texts.team}
      note={agents && texts.online(agents.filter((it) => isOnline(it.status)).length)}
      refreshing={isFetching && data !== undefined}
    >
      {error && !agents ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !agents ? (
        <SkeletonRows rows={6} height={isPhone ? 69 : 42} head={!isPhone} />
      ) : agents.length === 0 ? (
        <Empty icon={UsersRound} text={texts.noAgents} />
      ) : (
        <TeamTable agents={agents} />
      )}
    </Panel>
  )
}

function TeamTable({ agents }: { agents: NonNullable<ReturnType<typeof useAgents>['data']> }) {
  const timeZone = useTimeZone()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>{texts.agent}</th>
          <th>{texts.role}</th>
          <th>{texts.status}</th>
          <th className={styles.end}>{texts.lastLogin}</th>
        </tr>
      </thead>
      <tbody>
        {agents.map((agent) => (
          <tr key={agent.id}>
            <td>
              <AgentCell agent={agent} />
            </td>
            <td className={styles.quiet}>
              <TruncatedText text={agent.roleName} />
            </td>
            <td>
              <StatusText agent={agent} />
            </td>
            <td className={styles.end}>
              {agent.lastLoginAt ? (
                formatDateTime(agent.lastLoginAt, timeZone)
              ) : (
                <span className={styles.never}>{texts.never}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

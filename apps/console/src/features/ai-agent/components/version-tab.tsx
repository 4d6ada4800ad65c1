import type { AiAgentDetail } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Chip, Empty, ErrorBlock, SkeletonRows, cx } from '@ruwu/ui'
import { History } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { ListFoot } from '../../../list/list-foot.tsx'
import { readPaging, withPaging } from '../../../list/url-query.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useVersions } from '../ai-agent.queries.ts'
import { texts } from '../texts.ts'
import { VersionItem } from './version-item.tsx'
import styles from './version-tab.module.css'

/** Published versions: time, author, changes. */
export function VersionTab({ agent, canEdit }: { agent: AiAgentDetail; canEdit: boolean }) {
  const [search, setSearch] = useSearchParams()
  const paging = readPaging(search)
  const { data, error, isPlaceholderData, refetch } = useVersions(agent.relationId, paging)
  return (
    <>
      <DraftState agent={agent} />
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={4} height={64} disc={false} />
      ) : data.total === 0 ? (
        <Empty icon={History} text={texts.versionsNone} />
      ) : (
        <>
          <ol className={cx(styles.list, isPlaceholderData && styles.old)}>
            {data.items.map((version) => (
              <VersionItem
                key={version.version}
                relationId={agent.relationId}
                version={version}
                isCurrent={version.version === agent.publishedVersion}
                canEdit={canEdit}
              />
            ))}
          </ol>
          <div className={styles.foot}>
            <ListFoot
              total={data.total}
              paging={{ ...paging, page: data.page }}
              onTurn={(to) => setSearch(withPaging(search, to))}
            />
          </div>
        </>
      )}
    </>
  )
}

/** The draft compared with the published version. */
function DraftState({ agent }: { agent: AiAgentDetail }) {
  const timeZone = useTimeZone()
  const { updatedAt } = agent
  return (
    <p className={styles.state}>
      <Chip>{texts.currentDraft}</Chip>
      {draftText(agent)}
      {updatedAt && <time dateTime={updatedAt}>{formatDateTime(updatedAt, timeZone)}</time>}
    </p>
  )
}

function draftText({ publishedVersion, inheritedFrom, isChanged }: AiAgentDetail): string {
  if (publishedVersion !== null) return isChanged ? texts.changedSince : texts.sameAsPublished(publishedVersion)
  return inheritedFrom ? texts.inheritedVersion(inheritedFrom.version) : texts.neverPublished
}

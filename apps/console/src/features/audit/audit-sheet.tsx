import type { AuditEntry, AuditLogFilter } from '@ruwu/contract'
import {
  AUDIT_DAYS,
  auditAgentName,
  auditFilterText,
  auditLabel,
  formatDateTimeSeconds,
  shownChanges,
} from '@ruwu/domain'
import { ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { ScrollText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useMinute } from '../../browser/clock.ts'
import { MoreButton } from '../../list/more-button.tsx'
import { NoRows } from '../../list/no-rows.tsx'
import { useAgents } from '../agent/index.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { ExportButton } from '../export/index.ts'
import { isFiltered, readAuditFilter, toAuditQuery, writeAuditFilter } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { useAudit } from './audit.queries.ts'
import { texts } from './texts.ts'
import styles from './audit-sheet.module.css'

export const AUDIT_DRAWER = 'audit'

/** 操作日志. Drawer and filter are kept in the URL. */
export function AuditSheet({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useSearchParams()
  const filter = readAuditFilter(search)
  const query = toAuditQuery(filter, new Date(useMinute()), useTimeZone())
  const clear = isFiltered(filter) ? () => setSearch({ drawer: AUDIT_DRAWER }) : undefined
  return (
    <SideSheet title={texts.title} width="xl" onClose={onClose}>
      <div className={styles.head}>
        <AuditFilters
          filter={filter}
          onChange={(next) => setSearch(writeAuditFilter(AUDIT_DRAWER, next))}
          onClear={clear}
        />
        <div className={styles.foot}>
          <small>{texts.kept(AUDIT_DAYS)}</small>
          <ExportButton target={{ type: 'audit', filters: query }} filterText={useFilterText(query)} />
        </div>
      </div>
      <Entries query={query} onClear={clear} />
    </SideSheet>
  )
}

function useFilterText(query: AuditLogFilter): string {
  const agent = useAgents().data?.find(({ id }) => id === query.agentId)
  return auditFilterText(query, agent?.name, useTimeZone())
}

type EntriesProps = { query: AuditLogFilter; onClear: (() => void) | undefined }

function Entries({ query, onClear }: EntriesProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAudit(query)
  if (error && !data) return <ErrorBlock message={messageOf(error)} onRetry={refetch} />
  if (!data) return <SkeletonRows rows={8} disc={false} />
  if (data.length === 0) return <NoRows onClear={onClear} icon={ScrollText} text={texts.none} />
  return (
    <>
      <AuditEntries entries={data} />
      {hasNextPage && <MoreButton isFetching={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  )
}

/** Some readers do not see addresses. */
type ShownEntry = Omit<AuditEntry, 'ip'> & { ip?: string }

export const AuditEntries = ({ entries }: { entries: readonly ShownEntry[] }) => (
  <ol className={styles.entries}>
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} />
    ))}
  </ol>
)

function Entry({ entry }: { entry: ShownEntry }) {
  const timeZone = useTimeZone()
  return (
    <li>
      <time dateTime={entry.at}>{formatDateTimeSeconds(entry.at, timeZone)}</time>
      <p className={styles.what}>
        <b>{auditLabel(entry.action)}</b>
        {entry.objectName && <span>{entry.objectName}</span>}
      </p>
      <p className={styles.who}>
        <span>{auditAgentName(entry)}</span>
        {entry.ip && <span className={styles.ip}>{entry.ip}</span>}
      </p>
      <Changes entry={entry} />
    </li>
  )
}

/** Old and new value of every changed field. */
function Changes({ entry }: { entry: ShownEntry }) {
  const changes = shownChanges(entry)
  if (changes.length === 0) return null
  return (
    <dl className={styles.changes}>
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {before !== undefined && (
              <>
                <del>{before}</del>
                <span aria-hidden="true">→</span>
              </>
            )}
            <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

import type { AuditEntry } from '@ruwu/contract'
import { AUDIT_DAYS, auditFieldLabel, auditLabel, deviceName, formatDateTimeSeconds } from '@ruwu/domain'
import { ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { ScrollText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { MoreButton } from '../../list/more-button.tsx'
import { NoRows } from '../../list/no-rows.tsx'
import { useTimeZone } from '../enterprise/index.ts'
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
  const clear = isFiltered(filter) ? () => setSearch({ drawer: AUDIT_DRAWER }) : undefined
  return (
    <SideSheet title={texts.title} width="xl" onClose={onClose}>
      <div className={styles.head}>
        <AuditFilters
          filter={filter}
          onChange={(next) => setSearch(writeAuditFilter(AUDIT_DRAWER, next))}
          onClear={clear}
        />
        <small>{texts.kept(AUDIT_DAYS)}</small>
      </div>
      <Entries query={toAuditQuery(filter, useTimeZone())} onClear={clear} />
    </SideSheet>
  )
}

type EntriesProps = { query: ReturnType<typeof toAuditQuery>; onClear: (() => void) | undefined }

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
        <span>{entry.agentName || texts.system}</span>
        {entry.ip && <span className={styles.ip}>{entry.ip}</span>}
      </p>
      <Changes entry={entry} />
    </li>
  )
}

/** A device is shown by name; its whole header is long and of no use to people. */
const shownText = (field: string, text = '') => (field === 'device' ? deviceName(text) : text || texts.empty)

/** Old and new value of every changed field. */
function Changes({ entry: { before, after } }: { entry: ShownEntry }) {
  const fields = Object.keys({ ...before, ...after })
  if (fields.length === 0) return null
  return (
    <dl className={styles.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{auditFieldLabel(field)}</dt>
          <dd>
            {before[field] !== undefined && (
              <>
                <del>{before[field]}</del>
                <span aria-hidden="true">→</span>
              </>
            )}
            <ins>{shownText(field, after[field])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

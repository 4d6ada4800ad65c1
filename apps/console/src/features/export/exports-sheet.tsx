import type { ExportItem, ExportStatus } from '@ruwu/contract'
import { canRetryExport, EXPORT_DAYS, EXPORT_STATUS_LABELS, formatDateTime, isExportUnderWay } from '@ruwu/domain'
import { Button, Empty, ErrorBlock, SideSheet, SkeletonRows, StatusLabel, toast, type Tone } from '@ruwu/ui'
import { CircleAlert, CircleCheck, Clock, FileSpreadsheet, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { ListFoot } from '../../list/list-foot.tsx'
import { DEFAULT_PAGING, pageSizeOf } from '../../list/url-query.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { useDownloadExport, useRetryExport } from './export.mutations.ts'
import { useExports } from './export.queries.ts'
import { texts } from './texts.ts'
import styles from './export.module.css'

/** 导出记录: the agent's own exports, with live progress. */
export function ExportsSheet({ onClose }: { onClose: () => void }) {
  const [paging, setPaging] = useState(DEFAULT_PAGING)
  const { data, error, refetch } = useExports(paging)
  return (
    <SideSheet title={texts.records} width="lg" onClose={onClose}>
      <p className={styles.kept}>{texts.kept(EXPORT_DAYS)}</p>
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.items.length === 0 ? (
        <Empty icon={FileSpreadsheet} text={texts.none} />
      ) : (
        <>
          <ul className={styles.records}>
            {data.items.map((item) => (
              <Record key={item.exportId} item={item} />
            ))}
          </ul>
          <ListFoot
            total={data.total}
            paging={{ page: data.page, pageSize: pageSizeOf(data.pageSize) }}
            onTurn={setPaging}
          />
        </>
      )}
    </SideSheet>
  )
}

const LOOKS: Record<ExportStatus, { tone: Tone; icon: LucideIcon }> = {
  waiting: { tone: 'quiet', icon: Clock },
  running: { tone: 'warning', icon: LoaderCircle },
  done: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'error', icon: CircleAlert },
}

function Record({ item }: { item: ExportItem }) {
  const timeZone = useTimeZone()
  const { name, status, rows, progress, error, agentName } = item
  const facts = [
    agentName,
    formatDateTime(item.createdAt, timeZone),
    ...(status === 'waiting' ? [] : [texts.rows(rows)]),
    ...(status === 'done' ? [texts.until(formatDateTime(item.expireAt, timeZone))] : []),
  ]
  return (
    <li>
      <div>
        <p className={styles.name}>
          <b>{item.fileName}</b>
          <StatusLabel {...LOOKS[status]}>{EXPORT_STATUS_LABELS[status]}</StatusLabel>
        </p>
        <p className={styles.filter}>{item.filterText}</p>
        {isExportUnderWay(status) && (
          <p className={styles.progress}>
            <progress value={progress} max={100} aria-label={texts.progress(name)} />
            {progress}%
          </p>
        )}
        {error && <p className={styles.error}>{error}</p>}
        <p className={styles.facts}>{facts.join(' · ')}</p>
      </div>
      <Action item={item} />
    </li>
  )
}

function Action({ item }: { item: ExportItem }) {
  const download = useDownloadExport()
  const retry = useRetryExport()
  if (item.status === 'done')
    return (
      <Button size="sm" busy={download.isPending} onClick={() => download.mutate(item, { onError: showError })}>
        {texts.download}
      </Button>
    )
  if (!canRetryExport(item)) return null
  const again = () => retry.mutate(item.exportId, { onSuccess: () => toast.success(texts.retried), onError: showError })
  return (
    <Button size="sm" busy={retry.isPending} onClick={again}>
      {texts.retry}
    </Button>
  )
}

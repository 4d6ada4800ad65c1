import type { ChannelEventKind, RelationId, ChannelHistoryItem } from '@ruwu/contract'
import { formatDateTimeSeconds } from '@ruwu/domain'
import { Empty, ErrorBlock, Panel, SkeletonRows, cx } from '@ruwu/ui'
import {
  History,
  ArrowLeftRight,
  CircleAlert,
  OctagonPause,
  Settings2,
  ShieldCheck,
  Unlink,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { MoreButton } from '../../../list/more-button.tsx'
import { useAgents } from '../../agent/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { useAccountHistory } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import styles from './account-history.module.css'

/** Audit history, newest first. */
export const AccountHistory = ({ relationId }: { relationId: RelationId }) => (
  <Panel title={texts.history}>
    <HistoryBody relationId={relationId} noneText={texts.historyNone} />
  </Panel>
)

type HistoryBodyProps = { relationId: RelationId; kind?: ChannelEventKind; noneText: string }

export function HistoryBody({ relationId, kind, noneText }: HistoryBodyProps) {
  const {
    data: items,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useAccountHistory(relationId, kind)
  if (error && !items) return <ErrorBlock message={messageOf(error)} onRetry={refetch} />
  if (!items) return <SkeletonRows rows={6} />
  if (items.length === 0) return <Empty icon={History} text={noneText} />
  return (
    <>
      <HistoryItems items={items} />
      {hasNextPage && <MoreButton isFetching={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  )
}

const icons: Record<ChannelEventKind, LucideIcon> = {
  auth: ShieldCheck,
  mode: ArrowLeftRight,
  send_failed: CircleAlert,
  held_back: OctagonPause,
  setting: Settings2,
  unbind: Unlink,
  kos: UsersRound,
}

function HistoryItems({ items }: { items: ChannelHistoryItem[] }) {
  const timeZone = useTimeZone()
  const { data: agents } = useAgents()
  const nameOf = (id: ChannelHistoryItem['operatorId']) =>
    id === null ? texts.system : (agents?.find((it) => it.id === id)?.name ?? texts.formerAgent)
  return (
    <ol className={styles.items}>
      {items.map(({ at, kind, text, operatorId }) => {
        const Icon = icons[kind]
        return (
          <li key={`${at} ${kind} ${text}`} className={cx(kind === 'send_failed' && styles.failed)}>
            <span className={styles.sign} title={texts.kinds[kind]}>
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <p>
              {!text.startsWith(texts.kinds[kind]) && <span className="sr-only">{texts.kinds[kind]}：</span>}
              {text}
            </p>
            <small>
              <span>{nameOf(operatorId)}</span>
              <time dateTime={at}>{formatDateTimeSeconds(at, timeZone)}</time>
            </small>
          </li>
        )
      })}
    </ol>
  )
}

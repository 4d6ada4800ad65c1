import type { ChannelEventKind, ChannelHistoryItem } from '@ruwu/contract'
import { formatDateTimeSeconds } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { ArrowLeftRight, CircleAlert, Settings2, ShieldCheck, Unlink, UsersRound, type LucideIcon } from 'lucide-react'
import { useAgents } from '../../agent/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import styles from './history-items.module.css'

const icons: Record<ChannelEventKind, LucideIcon> = {
  auth: ShieldCheck,
  mode: ArrowLeftRight,
  send_failed: CircleAlert,
  setting: Settings2,
  unbind: Unlink,
  kos: UsersRound,
}

export function HistoryItems({ items }: { items: ChannelHistoryItem[] }) {
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
              <span className="sr-only">{texts.kinds[kind]}：</span>
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

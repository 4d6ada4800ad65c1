import type { CustomerField, CustomerId, CustomerItem, FieldValue } from '@ruwu/contract'
import { displayName, formatListTime, formatNearTime } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { AlarmClock, Ellipsis, Hourglass, Pin, Star } from 'lucide-react'
import { memo, useEffect, type MouseEvent } from 'react'
import { SourceIcon } from '../../../../rendering/source-icon.tsx'
import { useHoverOrFocus } from '../../../../rendering/use-hover-or-focus.ts'
import { StoredAvatar } from '../../../../stored-file/stored-image.tsx'
import type { TagMap } from '../../../tag/index.ts'
import { customerKeys } from '../../customer/customer-keys.ts'
import { texts } from '../../texts.ts'
import { ReceptionMark } from './reception-mark.tsx'
import { fieldLines, RowFields } from './row-fields.tsx'
import { RowName, rowTitle } from './row-name.tsx'
import { RowPreview } from './row-preview.tsx'
import { RowTags } from './row-tags.tsx'
import { useLongPress } from './use-long-press.ts'
import { WaitTimer } from './row-tags.tsx'
import styles from './customer-row.module.css'

export type RowActions = {
  addressOf: (item: CustomerItem) => string
  /** Likely to be opened: the pointer or the focus rests on it, or the button of the mouse is down. */
  onLoadAhead: (customerId: CustomerId) => void
  onOpen: (item: CustomerItem) => void
  onMenu: (item: CustomerItem, at: { x: number; y: number }) => void
  /** `isRange`: with Shift, from the row selected before up to this one. */
  onSelect: (item: CustomerItem, isSelected: boolean, isRange: boolean) => void
}

type CustomerRowProps = {
  item: CustomerItem
  isOpen: boolean
  isBelowOpen: boolean
  isLeaving: boolean
  /** A reminder about the customer is due, until it is done or postponed. */
  isDue: boolean
  /** Undefined outside selection mode. */
  isSelected: boolean | undefined
  tags: TagMap
  /** The fields marked 列表显示. */
  fields: readonly CustomerField[]
  /** The list's search keyword. */
  keyword: string
  /** Minute resolution. */
  now: number
  timeZone: string
  actions: RowActions
}

/** A pointer on its way to another row leaves sooner. */
export const REST_MS = 100

/** One customer in three lines: name and time, last message, reception. */
export const CustomerRow = memo(function CustomerRow(props: CustomerRowProps) {
  const { item, isOpen, isBelowOpen, isLeaving, isDue, isSelected, keyword, tags, fields, now, timeZone, actions } =
    props
  const name = displayName({ id: item.customerId, name: item.name, remark: item.remark })
  const cache = useQueryClient()
  const title = () => {
    const values = cache.getQueryData<Record<string, FieldValue>>(customerKeys.listedFieldsOf(item.customerId))
    return [rowTitle(item, tags, timeZone), ...fieldLines(fields, values)].join('\n')
  }
  const press = useLongPress((at) => actions.onMenu(item, at))
  const { isHoverOrFocus: isPointed, hoverHandlers: pointing } = useHoverOrFocus()
  const { customerId } = item
  const isCandidate = isPointed && !isOpen && isSelected === undefined
  useEffect(() => {
    if (!isCandidate) return undefined
    const timer = setTimeout(() => actions.onLoadAhead(customerId), REST_MS)
    return () => clearTimeout(timer)
  }, [isCandidate, actions, customerId])
  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    actions.onMenu(item, placeOf(event))
  }
  const open = (event: MouseEvent) => {
    if (isSelected !== undefined) {
      event.preventDefault()
      actions.onSelect(item, !isSelected, event.shiftKey)
    } else if (isPlainClick(event)) {
      event.preventDefault()
      actions.onOpen(item)
    }
  }
  return (
    <div
      className={cx(
        styles.row,
        isOpen && styles.open,
        isBelowOpen && styles.belowOpen,
        isLeaving && styles.leaving,
        item.unread > 0 && styles.unread,
        isSelected !== undefined && styles.selecting,
      )}
      onContextMenu={openMenu}
      {...pointing}
      {...press}
    >
      {isSelected !== undefined && (
        <input
          type="checkbox"
          className={styles.check}
          checked={isSelected}
          aria-label={texts.select(name)}
          onChange={({ target, nativeEvent }) =>
            actions.onSelect(item, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      )}
      <StoredAvatar
        name={item.remark || item.name}
        src={item.avatar}
        size={40}
        mark={<SourceIcon source={item.source} size={16} />}
      />
      <div className={styles.body}>
        <p className={styles.first}>
          {/* A plain anchor: each router Link subscribes to every navigation. */}
          <a
            className={styles.name}
            href={actions.addressOf(item)}
            aria-current={isOpen || undefined}
            title={isPointed ? title() : undefined}
            onMouseDown={(event) => isSelected === undefined && isPlainClick(event) && actions.onLoadAhead(customerId)}
            onClick={open}
          >
            <RowName name={item.name} remark={item.remark} keyword={keyword} />
          </a>
          {item.sticky && <Mark icon={Pin} label={texts.pinned} />}
          {item.returnedAt !== null && item.postponedUntil === null && (
            <Mark icon={Hourglass} label={texts.returned} className={styles.due} />
          )}
          {isDue && <Mark icon={AlarmClock} label={texts.reminderDue} className={styles.due} />}
          {item.isStar && <Mark icon={Star} label={texts.starred} className={styles.star} />}
          <time dateTime={item.lastMessageAt}>{formatListTime(item.lastMessageAt, new Date(now), timeZone)}</time>
        </p>
        <p className={styles.second}>
          <RowPreview item={item} />
          <UnreadBadge count={item.unread} />
        </p>
        <p className={styles.third}>
          <ReceptionMark type={item.receptionType} isExpected={item.handoffAt !== null} />
          {item.postponedUntil !== null && (
            <span className={styles.later}>
              <Hourglass size={12} aria-hidden="true" />
              <span className="cut">
                {texts.laterUntil(formatNearTime(item.postponedUntil, new Date(now), timeZone))}
              </span>
            </span>
          )}
          <span className={cx('cut', styles.account)}>{item.subSourceName}</span>
          {fields.length > 0 && <RowFields customerId={item.customerId} fields={fields} />}
          {/* The time of 稍后处理 takes their space; the row's tooltip has them all. */}
          {item.postponedUntil === null && (
            <RowTags tagIds={item.tagIds} tags={tags} waitingSince={item.waitingSince} hasFields={fields.length > 0} />
          )}
          <WaitTimer since={item.waitingSince} />
        </p>
      </div>
      {isPointed && (
        <button
          type="button"
          className={styles.menu}
          aria-label={texts.rowMenu(name)}
          aria-haspopup="menu"
          onClick={(event) => actions.onMenu(item, placeOf(event))}
        >
          <Ellipsis size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  )
})

function Mark({ icon: Icon, label, className }: { icon: typeof Pin; label: string; className?: string | undefined }) {
  return (
    <span className={cx(styles.mark, className)} title={label}>
      <Icon
        size={13}
        strokeWidth={1.75}
        fill={Icon === Pin || Icon === Star ? 'currentColor' : 'none'}
        aria-hidden="true"
      />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** With a modifier the browser opens a tab or window itself. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

/** Position of the menu: at the pointer, or below the element when opened by key. */
function placeOf(event: MouseEvent): { x: number; y: number } {
  if (event.clientX > 0 || event.clientY > 0) return { x: event.clientX, y: event.clientY }
  const { left, bottom } = event.currentTarget.getBoundingClientRect()
  return { x: left, y: bottom }
}

const MOST = 99

function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <em className={styles.badge}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{texts.unreadCount(count)}</span>
    </em>
  )
}

import { countText } from '@ruwu/domain'
import { cx, Tooltip } from '@ruwu/ui'
import { Bell } from 'lucide-react'
import { useNoticeCounts } from './notice.queries.ts'
import { toggleNoticePanel, useIsNoticePanelOpen } from './notice-panel-state.ts'
import { texts } from './texts.ts'
import styles from './notice-bell.module.css'

/** Opens 通知中心; shows how many notices are unread. */
export function NoticeBell() {
  const { unread } = useNoticeCounts()
  const isOpen = useIsNoticePanelOpen()
  return (
    <Tooltip text={texts.titleWithKey} side="right">
      <button
        type="button"
        className={cx(styles.bell, isOpen && styles.on)}
        aria-label={texts.bell(unread)}
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+C"
        data-notice-bell
        onClick={toggleNoticePanel}
      >
        <Bell size={20} strokeWidth={1.75} aria-hidden="true" />
        <UnreadCount count={unread} />
      </button>
    </Tooltip>
  )
}

/** Nothing at 0. Its button names the number. */
export function UnreadCount({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <em className={cx(styles.count, className)} aria-hidden="true">
      {countText(count)}
    </em>
  )
}

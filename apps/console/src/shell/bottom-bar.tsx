import { SideSheet } from '@ruwu/ui'
import { Bell, CircleUserRound } from 'lucide-react'
import { useState } from 'react'
import { openNoticePanel, UnreadCount, useNoticeCounts } from '../features/notice/index.ts'
import { PointsWidget } from '../features/points/index.ts'
import { openSearch } from '../features/search/index.ts'
import { onDemand } from '../rendering/on-demand.tsx'
import type { AgentLayer } from './agent-dialogs.tsx'
import styles from './bottom-bar.module.css'
import { NavItems } from './nav-items.tsx'
import { texts } from './texts.ts'

const AgentMenuContent = onDemand(async () => (await import('./agent-menu-content.tsx')).AgentMenuContent)
const AgentDialogs = onDemand(async () => (await import('./agent-dialogs.tsx')).AgentDialogs)

/** Navigation of phones: the main pages, and 我的 with the other ones. */
export function BottomBar() {
  const [open, setOpen] = useState<'mine' | AgentLayer>()
  const { unread } = useNoticeCounts()
  const close = () => setOpen(undefined)
  const openNotices = () => {
    close()
    openNoticePanel()
  }
  const search = () => {
    close()
    openSearch()
  }
  return (
    <nav className={styles.bar} aria-label={texts.mainNav}>
      <NavItems className={styles.items} iconSize={23} phone="bar" />
      <button type="button" className={styles.mine} aria-haspopup="dialog" onClick={() => setOpen('mine')}>
        <CircleUserRound size={23} strokeWidth={1.75} aria-hidden="true" />
        <span>{texts.mine}</span>
        {unread > 0 && <span className="sr-only">{texts.unreadNotices(unread)}</span>}
        <UnreadCount count={unread} className={styles.count} />
      </button>
      {open === 'mine' && (
        <SideSheet title={texts.mine} onClose={close}>
          <button type="button" className={styles.notices} onClick={openNotices}>
            <Bell size={18} strokeWidth={1.75} aria-hidden="true" />
            {texts.notices}
            <UnreadCount count={unread} />
          </button>
          <NavItems className={styles.pages} iconSize={18} phone="mine" onOpen={close} />
          <AgentMenuContent
            onSearch={search}
            onNotify={() => setOpen('notify')}
            onChangePassword={() => setOpen('password')}
            onSecurity={() => setOpen('security')}
          />
          <div className={styles.points}>
            <PointsWidget onOpen={close} />
          </div>
        </SideSheet>
      )}
      {open && open !== 'mine' && <AgentDialogs layer={open} onClose={close} />}
    </nav>
  )
}

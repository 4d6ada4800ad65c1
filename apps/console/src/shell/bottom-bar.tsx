import { SideSheet } from '@ruwu/ui'
import { Bell, CircleUserRound } from 'lucide-react'
import { useState } from 'react'
import { ChangePasswordSheet } from '../features/auth/index.ts'
import { openNoticePanel, UnreadCount, useNoticeCounts } from '../features/notice/index.ts'
import { NotifySettingDialog } from '../features/notify-setting/index.ts'
import { PointsWidget } from '../features/points/index.ts'
import { openSearch } from '../features/search/index.ts'
import { SecuritySheet } from '../features/totp/index.ts'
import { AgentMenuContent } from './agent-menu-content.tsx'
import styles from './bottom-bar.module.css'
import { NavItems } from './nav-items.tsx'
import { useRealtime } from '../realtime/realtime-context.ts'
import { texts } from './texts.ts'

/** Navigation of phones: the main pages and 我的. */
export function BottomBar() {
  const [open, setOpen] = useState<'mine' | 'notify' | 'password' | 'security'>()
  const { status } = useRealtime()
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
      <NavItems className={styles.items} iconSize={23} isShort />
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
      {open === 'notify' && <NotifySettingDialog isConnected={status === 'connected'} onClose={close} />}
      {open === 'password' && <ChangePasswordSheet onClose={close} />}
      {open === 'security' && <SecuritySheet onClose={close} />}
    </nav>
  )
}

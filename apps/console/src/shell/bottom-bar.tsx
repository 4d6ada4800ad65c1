import { SideSheet } from '@ruwu/ui'
import { CircleUserRound } from 'lucide-react'
import { useState } from 'react'
import { ChangePasswordSheet } from '../features/auth/index.ts'
import { AgentMenuContent } from './agent-menu-content.tsx'
import styles from './bottom-bar.module.css'
import { NavItems } from './nav-items.tsx'
import { texts } from './texts.ts'

/** The navigation of phones: the main pages and 我的. */
export function BottomBar() {
  const [open, setOpen] = useState<'mine' | 'password'>()
  const close = () => setOpen(undefined)
  return (
    <nav className={styles.bar} aria-label={texts.mainNav}>
      <NavItems className={styles.items} iconSize={23} isShort />
      <button type="button" className={styles.mine} aria-haspopup="dialog" onClick={() => setOpen('mine')}>
        <CircleUserRound size={23} strokeWidth={1.75} aria-hidden="true" />
        <span>{texts.mine}</span>
      </button>
      {open === 'mine' && (
        <SideSheet title={texts.mine} onClose={close}>
          <AgentMenuContent onChangePassword={() => setOpen('password')} />
        </SideSheet>
      )}
      {open === 'password' && <ChangePasswordSheet onClose={close} />}
    </nav>
  )
}

import { Button } from '@ruwu/ui'
import { askDesktopPermission, useDesktopPermission } from '../../../notify/desktop.ts'
import { texts } from '../texts.ts'
import styles from './setting-lines.module.css'

/** The browser's notification permission and how to grant it. */
export function PermissionLine() {
  const permission = useDesktopPermission()
  return (
    <div className={styles.line}>
      <span>
        {texts.permission}
        {texts.permissions[permission]}
      </span>
      {permission === 'default' && (
        <Button size="sm" onClick={() => void askDesktopPermission()}>
          {texts.allow}
        </Button>
      )}
      {permission === 'denied' && <p className={styles.note}>{texts.howToAllow}</p>}
    </div>
  )
}

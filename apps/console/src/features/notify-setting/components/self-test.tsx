import type { NotifySetting } from '@ruwu/contract'
import { Button, StatusLabel } from '@ruwu/ui'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { ring } from '../../../notify/audio.ts'
import { showDesktop, askDesktopPermission, useDesktopPermission } from '../../../notify/desktop.ts'
import { texts } from '../texts.ts'
import styles from './setting-lines.module.css'

/** Result per part: null when it works, else the problem. */
type Findings = { sound: string | null; desktop: string | null; connection: string | null }

const PARTS = ['sound', 'desktop', 'connection'] as const

/** 自检: plays the sound and shows a notification, and reports what failed. */
export function SelfTest({ setting, isConnected }: { setting: NotifySetting; isConnected: boolean }) {
  const [findings, setFindings] = useState<Findings>()
  const test = async () => {
    const isHeard = await ring(setting.soundName, setting.volume)
    const isShown = showDesktop({ title: texts.testTitle, text: texts.testText, tag: 'test', onClick: () => {} })
    setFindings({
      sound: isHeard ? null : texts.silent,
      desktop: isShown ? null : texts.notAllowed,
      connection: isConnected ? null : texts.disconnected,
    })
  }
  return (
    <div className={styles.line}>
      <Button size="sm" onClick={() => void test()}>
        {texts.test}
      </Button>
      <output className={styles.controls}>
        {findings &&
          PARTS.map((part) => (
            <StatusLabel
              key={part}
              tone={findings[part] ? 'warning' : 'success'}
              icon={findings[part] ? CircleAlert : CircleCheck}
            >
              {texts.testParts[part]} {findings[part] ?? texts.ok}
            </StatusLabel>
          ))}
      </output>
    </div>
  )
}

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

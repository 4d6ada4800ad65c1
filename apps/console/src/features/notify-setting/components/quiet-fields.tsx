import type { NotifySetting } from '@ruwu/contract'
import { Switch } from 'antd'
import { QuietTimes } from '../../../form/quiet-times.tsx'
import { texts } from '../texts.ts'
import styles from './setting-lines.module.css'

type QuietFieldsProps = { setting: NotifySetting; onChange: (part: Partial<NotifySetting>) => void }

/** Repetition and quiet hours. */
export function QuietFields({ setting: { repeat, onlyBackground, quiet }, onChange }: QuietFieldsProps) {
  return (
    <>
      <label className={styles.line}>
        <span>
          {texts.repeat}
          <small>{texts.repeatHint}</small>
        </span>
        <Switch checked={repeat} onChange={(next) => onChange({ repeat: next })} />
      </label>
      <label className={styles.line}>
        <span>{texts.onlyBackground}</span>
        <Switch checked={onlyBackground} onChange={(next) => onChange({ onlyBackground: next })} />
      </label>
      <div className={styles.line}>
        <span id="notify-quiet">{texts.quiet}</span>
        <span className={styles.controls}>
          <QuietTimes size="small" quiet={quiet} onChange={(next) => onChange({ quiet: next })} />
          <Switch
            aria-labelledby="notify-quiet"
            checked={quiet.enabled}
            onChange={(enabled) => onChange({ quiet: { ...quiet, enabled } })}
          />
        </span>
      </div>
    </>
  )
}

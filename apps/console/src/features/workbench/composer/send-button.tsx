import { Button, IconButton, Tooltip } from '@ruwu/ui'
import { ChevronDown, SendHorizontal } from 'lucide-react'
import { memo } from 'react'
import { useIsPhone } from '../../../browser/media-query.ts'
import { texts } from './texts.ts'
import styles from './send-button.module.css'
import { SettingMenu } from './setting-menu.tsx'

type SendButtonProps = {
  text: string
  isBusy: boolean
  /** Why sending is disabled, shown as a tooltip. */
  reason: string | undefined
  isEmpty: boolean
  describedBy: string | undefined
  onSend: () => void
  /** Undefined for notes. */
  onSchedule: (() => void) | undefined
  /** Undefined where the customer cannot be archived. */
  onSendAndArchive: (() => void) | undefined
}

/** Memoised: typing does not re-render it. */
export const SendButton = memo(function SendButton({
  text,
  isBusy,
  reason,
  isEmpty,
  describedBy,
  onSend,
  onSchedule,
  onSendAndArchive,
}: SendButtonProps) {
  const isPhone = useIsPhone()
  const disabled = isEmpty || reason !== undefined
  if (isPhone)
    return (
      <IconButton
        className={styles.round}
        label={text}
        disabled={disabled}
        aria-busy={isBusy || undefined}
        aria-describedby={describedBy}
        onClick={onSend}
      >
        <SendHorizontal size={20} aria-hidden="true" />
      </IconButton>
    )
  return (
    <span className={styles.split}>
      <Tooltip text={reason}>
        <Button
          className={styles.send}
          variant="primary"
          disabled={disabled}
          busy={isBusy}
          aria-describedby={describedBy}
          onClick={onSend}
        >
          {text}
        </Button>
      </Tooltip>
      <SettingMenu
        hasReading={false}
        onSchedule={onSchedule}
        onSendAndArchive={disabled ? undefined : onSendAndArchive}
      >
        <Button className={styles.ways} variant="primary" aria-label={texts.sendWays} aria-haspopup="menu">
          <ChevronDown size={15} aria-hidden="true" />
        </Button>
      </SettingMenu>
    </span>
  )
})

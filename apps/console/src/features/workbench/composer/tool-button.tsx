import { IconButton, Tooltip } from '@ruwu/ui'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, Ref } from 'react'
import styles from './tool-button.module.css'

type ToolProps = Omit<ComponentProps<typeof IconButton>, 'children'> & {
  ref?: Ref<HTMLButtonElement>
  icon: LucideIcon
  /** Why it is unavailable. The button stays focusable, so that screen readers announce the reason. */
  reason?: string
}

/** Inserts one kind of content. */
export function Tool({ icon: Icon, label, reason, onClick, ...rest }: ToolProps) {
  return (
    <Tooltip text={reason ?? label}>
      <IconButton
        {...rest}
        className={styles.tool}
        label={reason ? `${label}，${reason}` : label}
        aria-disabled={reason ? true : undefined}
        onClick={reason ? undefined : onClick}
      >
        <Icon size={19} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </Tooltip>
  )
}

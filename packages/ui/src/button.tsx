import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'
import { cx } from './cx.ts'
import { Tooltip } from './tooltip.tsx'

type Look = {
  /** `link`: inline, without a frame. */
  variant?: 'default' | 'primary' | 'ghost' | 'link'
  size?: 'sm' | 'md' | 'lg' | 'xl'
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Busy: shows a spinner and ignores clicks, but stays focusable, so that keyboard focus is kept. */
    busy?: boolean
  }

/** For links that look like a button. */
export const buttonClass = ({ variant = 'default', size = 'md' }: Look = {}) =>
  cx(styles.button, styles[variant], styles[size])

/** Button of components that must work without antd (sign-in, dialogs, blocks); antd's looks the same by theme. */
export function Button({ variant, size, busy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass({ variant, size }), className)}
      // Also prevents submit by Enter in a form field.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    />
  )
}

type ToolButtonProps = Omit<ButtonProps, 'size' | 'children'> & { icon: LucideIcon; label: string }

/** Icon with label; icon only where space is short. */
export function ToolButton({ icon: Icon, label, className, ...rest }: ToolButtonProps) {
  return (
    <Button variant="ghost" {...rest} className={cx(styles.tool, className)} title={label}>
      <Icon size={16} aria-hidden="true" />
      <span>{label}</span>
    </Button>
  )
}

type IconButtonProps = Omit<ButtonProps, 'variant' | 'size'> & { label: string }

/** A square button with only an icon; the label is its name, and the title its tooltip. */
export function IconButton({ label, title, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={title}>
      <button type="button" {...rest} className={cx(styles.icon, className)} aria-label={label} />
    </Tooltip>
  )
}

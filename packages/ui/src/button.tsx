import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'
import { cx } from './cx.ts'

type Look = {
  /** `link` stands in a line of text or in a row, without a frame. */
  variant?: 'default' | 'primary' | 'ghost' | 'link'
  size?: 'sm' | 'md' | 'lg' | 'xl'
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Shows that it is working and takes no second click. It stays focusable, so that the keyboard keeps its place. */
    busy?: boolean
  }

/** For links that look like a button. */
export const buttonClass = ({ variant = 'default', size = 'md' }: Look = {}) =>
  cx(styles.button, styles[variant], styles[size])

/** The button of parts that have to work without antd (sign-in, dialogs, blocks); antd's own looks the same by theme. */
export function Button({ variant, size, busy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass({ variant, size }), className)}
      // Also what Enter in a field of the form does.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    />
  )
}

type ToolButtonProps = Omit<ButtonProps, 'size' | 'children'> & { icon: LucideIcon; label: string }

/** An icon with its words; where there is no room, the icon alone. */
export function ToolButton({ icon: Icon, label, className, ...rest }: ToolButtonProps) {
  return (
    <Button variant="ghost" {...rest} className={cx(styles.tool, className)} title={label}>
      <Icon size={16} aria-hidden="true" />
      <span>{label}</span>
    </Button>
  )
}

/** A square button with only an icon; the label is its name. */
export function IconButton({ label, className, ...rest }: Omit<ButtonProps, 'variant' | 'size'> & { label: string }) {
  return <button type="button" {...rest} className={cx(styles.icon, className)} aria-label={label} />
}

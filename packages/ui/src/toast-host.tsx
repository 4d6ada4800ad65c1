import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { useStore } from './store.ts'
import { dismiss, NOTICES_MAX, toastStore, type ToastItem } from './toast.ts'
import styles from './toast.module.css'

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }

/** Renders toasts and notices; mounted once. */
export function ToastHost() {
  const messages = useStore(toastStore)
  const notices = messages.filter((it) => it.place === 'corner')
  // Many at once, as after a reload, would cover a phone's whole screen.
  const undrawn = notices.length - NOTICES_MAX
  return (
    <>
      {(['top', 'start'] as const).map((place) => (
        <div key={place} className={styles[place]}>
          {messages
            .filter((it) => it.place === place)
            .map((it) => (
              <MessageBox key={it.id} message={it} />
            ))}
        </div>
      ))}
      <div className={styles.corner}>
        {undrawn > 0 && <p className={styles.more}>另有 {undrawn} 条提醒</p>}
        {notices.slice(-NOTICES_MAX).map((it) => (
          <MessageBox key={it.id} message={it} />
        ))}
      </div>
    </>
  )
}

function ActionButton({ message, action }: { message: ToastItem; action: NonNullable<ToastItem['action']> }) {
  const press = () => {
    dismiss(message.id)
    action.run()
  }
  return (
    <Button variant="link" size="sm" className={styles.action} onClick={press}>
      {action.label}
    </Button>
  )
}

function MessageBox({ message }: { message: ToastItem }) {
  const Icon = icons[message.kind]
  return (
    <div className={cx(styles.box, styles[message.kind])} role={message.kind === 'error' ? 'alert' : 'status'}>
      <Icon size={16} strokeWidth={2} aria-hidden="true" />
      <div className={styles.text}>
        {message.title && <b>{message.title}</b>}
        <span>{message.text}</span>
      </div>
      {message.action && <ActionButton message={message} action={message.action} />}
      {message.place === 'corner' && (
        <IconButton label="关闭" onClick={() => dismiss(message.id)}>
          <X size={16} />
        </IconButton>
      )}
    </div>
  )
}

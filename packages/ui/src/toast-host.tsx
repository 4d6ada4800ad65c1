import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { useStore } from './store.ts'
import { texts } from './texts.ts'
import { dismiss, hold, NOTICES_MAX, release, toastStore, type ToastItem } from './toast.ts'
import styles from './toast.module.css'

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }

/** Renders toasts and notices; mounted once. */
export function ToastHost() {
  const messages = useStore(toastStore)
  const notices = messages.filter((it) => it.place === 'corner')
  // Many at once, as after a reload, would cover a phone's whole screen.
  const undrawn = notices.length - NOTICES_MAX
  const boxesAt = (place: ToastItem['place']) =>
    messages.filter((it) => it.place === place).map((it) => <MessageBox key={it.id} message={it} />)
  return (
    <div ref={useConversationPlace()} className={styles.host}>
      <div className={styles.top}>{boxesAt('top')}</div>
      <div className={styles.corner}>
        {undrawn > 0 && <p className={styles.more}>{texts.moreNotices(undrawn)}</p>}
        {notices.slice(-NOTICES_MAX).map((it) => (
          <MessageBox key={it.id} message={it} />
        ))}
      </div>
      <div className={styles.start}>{boxesAt('start')}</div>
    </div>
  )
}

/** Tells the style sheet where the open conversation is, at each message and when it changes its size, as beside 通知中心. */
function useConversationPlace() {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = host.current
    const beside = document.querySelector('[data-conversation]')
    if (element) placeBeside(element)
    if (!element || !beside) return undefined
    const observer = new ResizeObserver(() => placeBeside(element))
    observer.observe(beside)
    return () => observer.disconnect()
  })
  return host
}

/** Reads the position again: the observed element may have been replaced. */
function placeBeside(element: HTMLElement): void {
  const place = document.querySelector('[data-conversation]')?.getBoundingClientRect()
  // Without a width it is hidden.
  element.toggleAttribute('data-beside', place !== undefined && place.width > 0)
  for (const side of ['top', 'left', 'width'] as const)
    element.style.setProperty(`--log-${side}`, `${place?.[side] ?? 0}px`)
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
  const { id, open } = message
  const said = (
    <>
      {message.title && <b>{message.title}</b>}
      <span>{message.text}</span>
    </>
  )
  const stay = message.place === 'corner' && {
    onPointerEnter: () => hold(id),
    onPointerLeave: () => release(id),
    onFocus: () => hold(id),
    onBlur: () => release(id),
  }
  const press = () => {
    dismiss(id)
    open?.()
  }
  return (
    <div
      className={cx(styles.box, styles[message.kind])}
      role={message.kind === 'error' ? 'alert' : 'status'}
      {...stay}
    >
      <Icon size={16} strokeWidth={2} aria-hidden="true" />
      {open ? (
        <button type="button" className={cx(styles.text, styles.open)} onClick={press}>
          {said}
        </button>
      ) : (
        <div className={styles.text}>{said}</div>
      )}
      {message.action && <ActionButton message={message} action={message.action} />}
      {message.place === 'corner' && (
        <IconButton className={styles.close} label={texts.close} onClick={() => dismiss(id)}>
          <X size={16} />
        </IconButton>
      )}
    </div>
  )
}

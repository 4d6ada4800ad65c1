import { type Agent, AGENT_STATUS, BUSY_REASON_MAX, type Busy } from '@ruwu/contract'
import { AGENT_STATUS_LABELS, BUSY_MINUTES, BUSY_REASONS, BUSY_TEXTS, formatDateTime, isTooLong } from '@ruwu/domain'
import { Button, cx } from '@ruwu/ui'
import { Segmented } from 'antd'
import { type FormEvent, useState } from 'react'
import { useSetStatus } from '../features/agent/index.ts'
import { useTimeZone } from '../features/enterprise/index.ts'
import menu from './agent-menu-content.module.css'
import styles from './status-switch.module.css'
import { texts } from './texts.ts'

const OPTIONS = [
  { value: 'online', label: AGENT_STATUS_LABELS.online },
  { value: 'busy', label: BUSY_TEXTS.label },
  { value: 'invisible', label: AGENT_STATUS_LABELS.invisible },
] as const

type Choice = (typeof OPTIONS)[number]['value']

const choiceOf = ({ status, busy }: Agent): Choice =>
  status === AGENT_STATUS.online ? 'online' : busy ? 'busy' : 'invisible'

/** 在线, 忙碌 with its reason, 隐身. 忙碌 is set once its reason is chosen. */
export function StatusSwitch({ me }: { me: Agent }) {
  const [isAsking, setIsAsking] = useState(false)
  const setStatus = useSetStatus()
  const timeZone = useTimeZone()
  const chosen = isAsking ? 'busy' : choiceOf(me)
  const choose = (choice: Choice) => {
    setIsAsking(choice === 'busy')
    if (choice !== 'busy') setStatus.mutate({ agent: me, status: AGENT_STATUS[choice], busy: null })
  }
  const setBusy = (busy: Busy) => {
    setIsAsking(false)
    setStatus.mutate({ agent: me, status: AGENT_STATUS.invisible, busy })
  }
  return (
    <>
      <div className={menu.row}>
        <span id="menu-status">{texts.status}</span>
        <Segmented
          aria-labelledby="menu-status"
          tabIndex={-1}
          options={[...OPTIONS]}
          value={chosen}
          onChange={(choice) => choose(choice)}
        />
      </div>
      {isAsking ? (
        <BusyForm onSubmit={setBusy} />
      ) : (
        me.busy && (
          <p className={styles.note}>
            {me.busy.reason} ·{' '}
            {me.busy.until ? texts.busyUntil(formatDateTime(me.busy.until, timeZone)) : texts.busyByHand}
          </p>
        )
      )}
    </>
  )
}

function BusyForm({ onSubmit }: { onSubmit: (busy: Busy) => void }) {
  const [reason, setReason] = useState<string>(BUSY_REASONS[0])
  const [minutes, setMinutes] = useState(0)
  const isLong = isTooLong(reason, BUSY_REASON_MAX)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '' || isLong) return
    const until = minutes > 0 ? new Date(Date.now() + minutes * 60_000).toISOString() : null
    onSubmit({ reason: reason.trim(), until })
  }
  return (
    <form className={styles.busy} aria-label={BUSY_TEXTS.label} onSubmit={submit}>
      <div className={styles.reasons}>
        {BUSY_REASONS.map((each) => (
          <button
            key={each}
            type="button"
            className={cx(each === reason && styles.on)}
            aria-pressed={each === reason}
            onClick={() => setReason(each)}
          >
            {each}
          </button>
        ))}
      </div>
      <input
        aria-label={texts.busyReason}
        aria-invalid={isLong || undefined}
        placeholder={texts.busyReasonHint(BUSY_REASON_MAX)}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {isLong && <p role="alert">{texts.busyReasonLong(BUSY_REASON_MAX)}</p>}
      <div className={styles.foot}>
        <select aria-label={texts.busyEnd} value={minutes} onChange={({ target }) => setMinutes(Number(target.value))}>
          <option value={0}>{texts.busyByHand}</option>
          {BUSY_MINUTES.map((each) => (
            <option key={each} value={each}>
              {texts.busyFor(each)}
            </option>
          ))}
        </select>
        <Button type="submit" variant="primary" disabled={reason.trim() === '' || isLong}>
          {texts.setBusy}
        </Button>
      </div>
    </form>
  )
}

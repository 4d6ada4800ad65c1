import { Button } from '@ruwu/ui'
import { useEffect, useState } from 'react'
import { restoreText } from '../../composer/draft/draft-store.ts'
import { useLogContext } from '../message-log/log-context.ts'
import { texts } from '../texts.ts'
import type { Line } from './message-line.ts'
import { clockTimeOf, timeHintOf } from './time-text.ts'
import { findRecalled } from './recalled-texts.ts'
import styles from './system-line.module.css'

/** A system event of the customer, centred. */
export function SystemLine({ line, text }: { line: Line; text: string }) {
  const { timeZone } = useLogContext()
  return (
    <p className={styles.line} title={timeHintOf(line, timeZone)}>
      <span data-bubble="">{text}</span>
      <time dateTime={line.createdAt}>{clockTimeOf(line.createdAt, timeZone)}</time>
    </p>
  )
}

export function RecalledLine({ line }: { line: Line }) {
  const { customer, canReply } = useLogContext()
  const [now, setNow] = useState(Date.now)
  const kept = line.sender === 'me' && canReply ? findRecalled(line.chatId, now) : undefined
  const left = kept?.left
  useEffect(() => {
    if (left === undefined) return undefined
    const timer = setTimeout(() => setNow(Date.now()), left)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <p className={styles.line}>
      <span>{recalledText(line)}</span>
      {kept && (
        <Button variant="link" size="sm" onClick={() => restoreText(customer.customerId, kept.text)}>
          {texts.editAgain}
        </Button>
      )}
    </p>
  )
}

function recalledText({ sender, name }: Line): string {
  if (sender === 'me') return texts.youRecalled
  return sender === 'customer' ? texts.theyRecalled : texts.otherRecalled(name)
}

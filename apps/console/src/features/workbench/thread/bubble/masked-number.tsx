import { Button } from '@ruwu/ui'
import { ShieldAlert } from 'lucide-react'
import { useLog } from '../message-log/log-context.ts'
import { texts } from '../texts.ts'
import styles from './bubble.module.css'

/** The platform masked a phone number; a lead card is the way to obtain it. */
export function MaskedNumber() {
  const { canReply, offerLeadCard } = useLog()
  return (
    <p className={styles.masked}>
      <ShieldAlert size={13} aria-hidden="true" />
      {texts.masked}
      {canReply && (
        <Button variant="link" size="sm" onClick={offerLeadCard}>
          {texts.sendLeadCard}
        </Button>
      )}
    </p>
  )
}

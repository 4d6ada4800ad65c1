import type { CustomerDetail } from '@ruwu/contract'
import { type SendLock, TAKE_OVER_REASON } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Lock } from 'lucide-react'
import { useMe } from '../../agent/index.ts'
import { useRedirect } from '../customer/customer.mutations.ts'
import { useCan } from '../../permission/index.ts'
import { KeptText } from './kept-text.tsx'
import { texts } from './texts.ts'
import styles from './send-lock.module.css'

/** Replaces the composer: why sending is blocked, and 接管 where allowed. */
export function SendLockNotice({ customer, lock }: { customer: CustomerDetail; lock: SendLock }) {
  const canTransfer = useCan('im:manageCustomerTransfer')
  const me = useMe()
  const redirect = useRedirect()
  const takeOver = () =>
    me && redirect.mutate({ customer, to: { agentId: me.id, name: me.name }, reason: TAKE_OVER_REASON })
  return (
    <>
      <output className={styles.lock}>
        <Lock size={15} aria-hidden="true" />
        <span>{lock.text}</span>
        {lock.kind === 'taken' && canTransfer && me && (
          <Button size="sm" busy={redirect.isPending} onClick={takeOver}>
            {texts.takeOver}
          </Button>
        )}
      </output>
      <KeptText
        customerId={customer.customerId}
        takenBy={lock.kind === 'taken' ? (customer.agentName ?? '') : undefined}
      />
    </>
  )
}

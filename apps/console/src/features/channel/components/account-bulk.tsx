import { Button } from '@ruwu/ui'
import { useState } from 'react'
import { BULK_MAX, BulkBar } from '../../../list/bulk-bar.tsx'
import { FailuresDialog } from '../../../list/failures-dialog.tsx'
import type { Account } from '../account.ts'
import type { BulkResult } from '../channel.mutations.ts'
import { texts } from '../texts.ts'
import { BulkSwitchDialog } from './bulk-switch-dialog.tsx'
import { CopyConfigDialog } from './copy-config-dialog.tsx'

type Step = { show: 'switch' | 'copy' } | { show: 'failures'; result: BulkResult }

/** Batch actions on the selected accounts. */
export function AccountBulk({ accounts, onDone }: { accounts: Account[]; onDone: () => void }) {
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  const finish = (result: BulkResult) => {
    if (result.failed.length > 0) return setStep({ show: 'failures', result })
    close()
    return onDone()
  }
  const isRefused = accounts.length === 0 || accounts.length > BULK_MAX
  return (
    <>
      <BulkBar count={accounts.length}>
        <Button disabled={isRefused} onClick={() => setStep({ show: 'switch' })}>
          {texts.bulkSwitch}
        </Button>
        <Button disabled={isRefused} onClick={() => setStep({ show: 'copy' })}>
          {texts.copyConfig}
        </Button>
      </BulkBar>
      {step?.show === 'switch' && <BulkSwitchDialog accounts={accounts} onClose={close} onDone={finish} />}
      {step?.show === 'copy' && <CopyConfigDialog accounts={accounts} onClose={close} onDone={finish} />}
      {step?.show === 'failures' && <FailuresDialog {...step.result} onClose={close} />}
    </>
  )
}

import type { PlanId } from '@ruwu/contract'
import { Button, Dialog, toast } from '@ruwu/ui'
import { useState } from 'react'
import { Field } from '../../../form/field.tsx'
import type { Account } from '../account.ts'
import { type BulkResult, usePlaceMany } from '../channel.mutations.ts'
import { settingTexts } from '../setting-texts.ts'
import { texts } from '../texts.ts'
import { PlanSelect } from './plan-select.tsx'

type BulkPlanDialogProps = { accounts: Account[]; onClose: () => void; onDone: (result: BulkResult) => void }

/** One plan for all selected accounts. */
export function BulkPlanDialog({ accounts, onClose, onDone }: BulkPlanDialogProps) {
  const [planId, setPlanId] = useState<PlanId | null>(null)
  const place = usePlaceMany()
  const submit = () =>
    place.mutate(
      { accounts, planId },
      {
        onSuccess: (result) => {
          if (result.success > 0) toast.success(texts.bulkPlaced(result.success))
          onDone(result)
        },
      },
    )
  return (
    <Dialog
      title={texts.bulkPlanTitle(accounts.length)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={place.isPending} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <Field id="bulk-plan" label={settingTexts.plan} hint={texts.bulkPlanHint}>
        {(control) => <PlanSelect {...control} none={settingTexts.planDefault} value={planId} onChange={setPlanId} />}
      </Field>
    </Dialog>
  )
}

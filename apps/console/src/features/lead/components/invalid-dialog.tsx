import { INVALID_REASONS } from '@ruwu/contract'
import { Button, Dialog } from '@ruwu/ui'
import { Radio } from 'antd'
import { useState } from 'react'
import { FieldGroup } from '../../../form/field.tsx'
import { texts } from '../texts.ts'

type Reason = (typeof INVALID_REASONS)[number]

type InvalidDialogProps = { isBusy?: boolean; onConfirm: (reason: Reason) => void; onClose: () => void }

/** 标记无效 requires a reason. */
export function InvalidDialog({ isBusy = false, onConfirm, onClose }: InvalidDialogProps) {
  const [reason, setReason] = useState<Reason>()
  const [isMissing, setIsMissing] = useState(false)
  return (
    <Dialog
      title={texts.markInvalid}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => (reason ? onConfirm(reason) : setIsMissing(true))}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <FieldGroup
        label={texts.invalidReason}
        required
        hint={texts.invalidEffect}
        error={isMissing && !reason ? texts.chooseReason : undefined}
      >
        <Radio.Group
          value={reason}
          options={INVALID_REASONS.map((value) => ({ value, label: value }))}
          onChange={({ target }) => setReason(target.value as Reason)}
        />
      </FieldGroup>
    </Dialog>
  )
}

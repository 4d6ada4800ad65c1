import { POINTS_DIALOG_TEXTS, POINTS_WARNINGS, type PointsWarning } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { useEffect, useEffectEvent } from 'react'
import { RechargeButton } from './recharge-button.tsx'

type WarningDialogProps = { warning: PointsWarning; onShown: (warning: PointsWarning) => void; onClose: () => void }

/** The balance is low or used up. */
export function WarningDialog({ warning, onShown, onClose }: WarningDialogProps) {
  const noteShown = useEffectEvent(onShown)
  useEffect(() => noteShown(warning), [warning])
  const { title, text } = POINTS_WARNINGS[warning]
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onCancel={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {POINTS_DIALOG_TEXTS.later}
          </Button>
          <RechargeButton variant="primary" onLeave={onClose} />
        </>
      }
    >
      {text}
    </Dialog>
  )
}

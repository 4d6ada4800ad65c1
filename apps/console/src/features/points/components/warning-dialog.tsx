import { POINTS_DIALOG_TEXTS, POINTS_WARNINGS, type PointsWarning } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { RechargeButton } from './recharge-button.tsx'

/** The balance is low or used up. */
export function WarningDialog({ warning, onClose }: { warning: PointsWarning; onClose: () => void }) {
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

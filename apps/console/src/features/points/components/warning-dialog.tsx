import { POINTS_DIALOG_TEXTS, POINTS_WARNINGS, type PointsWarning } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { useOpenPoints } from '../use-open-points.ts'

/** The balance is low or used up. */
export function WarningDialog({ warning, onClose }: { warning: PointsWarning; onClose: () => void }) {
  const openPoints = useOpenPoints()
  const { title, text } = POINTS_WARNINGS[warning]
  const recharge = () => {
    onClose()
    openPoints()
  }
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
          <Button variant="primary" onClick={recharge}>
            {POINTS_DIALOG_TEXTS.recharge}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}

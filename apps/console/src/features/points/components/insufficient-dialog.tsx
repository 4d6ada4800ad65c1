import { HOME_PATH, POINTS_DIALOG_TEXTS } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { useNavigate } from 'react-router'
import { texts } from '../texts.ts'
import { RechargeButton } from './recharge-button.tsx'

/** Shown when an action needs more points. Without `onClose` the page below is unusable, so it can only be left. */
export function InsufficientDialog({ onClose }: { onClose?: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      title={texts.insufficient}
      role="alertdialog"
      onCancel={onClose}
      footer={
        <>
          {onClose ? (
            <Button data-autofocus onClick={onClose}>
              {POINTS_DIALOG_TEXTS.understood}
            </Button>
          ) : (
            <Button onClick={() => void navigate(HOME_PATH)}>{POINTS_DIALOG_TEXTS.backToHome}</Button>
          )}
          <RechargeButton variant="primary" onLeave={onClose} />
        </>
      }
    >
      {texts.insufficientText}
    </Dialog>
  )
}

import { POINTS_DIALOG_TEXTS } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { POINT_PATH, useCanRecharge } from '../use-open-points.ts'

type RechargeButtonProps = Pick<ComponentProps<typeof Button>, 'variant'> & { onLeave?: (() => void) | undefined }

/** 去充值 of a dialog. */
export function RechargeButton({ variant, onLeave }: RechargeButtonProps) {
  const canRecharge = useCanRecharge()
  const navigate = useNavigate()
  if (!canRecharge) return null
  const recharge = () => {
    onLeave?.()
    void navigate(POINT_PATH)
  }
  return (
    <Button {...(variant && { variant })} onClick={recharge}>
      {POINTS_DIALOG_TEXTS.recharge}
    </Button>
  )
}

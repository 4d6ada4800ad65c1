import { POINTS_DIALOG_TEXTS } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../permission/index.ts'
import { POINT_PATH } from '../use-open-points.ts'

type RechargeButtonProps = Pick<ComponentProps<typeof Button>, 'variant'> & { onLeave?: (() => void) | undefined }

/** 去充值 of a dialog; absent for agents who may not open the points page, or could not buy there. */
export function RechargeButton({ variant, onLeave }: RechargeButtonProps) {
  const canView = useCan('pointManagement:viewPage')
  const canBuy = useCan('pointManagement:purchase')
  const navigate = useNavigate()
  if (!canView || !canBuy) return null
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

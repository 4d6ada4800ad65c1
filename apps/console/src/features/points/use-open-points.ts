import { confirm } from '@ruwu/ui'
import { useNavigate } from 'react-router'
import { useCan } from '../permission/index.ts'
import { texts } from './texts.ts'

export const POINT_PATH = '/point'

/** Whether 充值 is offered: to agents who may open the points page and buy there. */
export function useCanRecharge(): boolean {
  const canView = useCan('pointManagement:viewPage')
  const canBuy = useCan('pointManagement:purchase')
  return canView && canBuy
}

/** Opens the points page; agents without the permission get a message instead. */
export function useOpenPoints(): () => void {
  const canView = useCan('pointManagement:viewPage')
  const navigate = useNavigate()
  return () => {
    if (canView) void navigate(POINT_PATH)
    else void confirm({ title: texts.noPermission, acknowledge: true })
  }
}

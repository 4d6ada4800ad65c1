import { confirm } from '@ruwu/ui'
import { useNavigate } from 'react-router'
import { useCan } from '../role/index.ts'
import { texts } from './texts.ts'

export const POINT_PATH = '/point'

/** Leads to the page of the points; who may not see it is told so. */
export function useOpenPoints(): () => void {
  const canView = useCan('pointManagement:viewPage')
  const navigate = useNavigate()
  return () => {
    if (canView) void navigate(POINT_PATH)
    else void confirm({ title: texts.noPermission, acknowledge: true })
  }
}

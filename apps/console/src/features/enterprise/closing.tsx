import { canCloseEnterprise, formatDateTime, hasPermission } from '@ruwu/domain'
import { Banner, Button } from '@ruwu/ui'
import { useMyPermissions } from '../permission/index.ts'
import { useClosing, useEnterprise } from './enterprise.queries.ts'
import { texts } from './texts.ts'

/** Whether the agent is 管理员. */
export function useCanClose(): boolean {
  const { data } = useMyPermissions()
  return canCloseEnterprise((permission) => hasPermission(data, permission))
}

export function KeepButton() {
  const { keep } = useClosing()
  return (
    <Button size="sm" busy={keep.isPending} onClick={() => keep.mutate()}>
      {texts.keep}
    </Button>
  )
}

/** On every page while the enterprise is closing. */
export function ClosingBanner() {
  const { data: enterprise } = useEnterprise()
  const canClose = useCanClose()
  if (!enterprise?.closesAt) return null
  const time = formatDateTime(enterprise.closesAt, enterprise.timezone)
  return <Banner title={texts.closing} text={texts.closesAt(time)} action={canClose && <KeepButton />} />
}

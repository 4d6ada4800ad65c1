import { formatDateTime } from '@ruwu/domain'
import { Banner } from '@ruwu/ui'
import { Link } from 'react-router'
import { useEnterprise } from '../../enterprise/index.ts'
import { useCan } from '../../permission/index.ts'
import { texts } from './texts.ts'

/** On every page while all automation is paused. */
export function PausedBanner() {
  const { data: enterprise } = useEnterprise()
  const canEdit = useCan('automation:edit')
  if (!enterprise?.automationPausedAt) return null
  const since = formatDateTime(enterprise.automationPausedAt, enterprise.timezone)
  return (
    <Banner
      title={texts.paused}
      text={texts.pausedSince(since)}
      action={canEdit && <Link to="/automation/more">{texts.toResume}</Link>}
    />
  )
}

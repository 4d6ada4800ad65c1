import { TruncatedText } from '@ruwu/ui'
import { Link } from 'react-router'
import { useCan } from '../../permission/index.ts'
import type { Account } from '../account.ts'
import { texts } from '../texts.ts'

/** The reception plan of an account, a link for agents who may see plans. */
export function PlanLink({ account: { planId, planName } }: { account: Pick<Account, 'planId' | 'planName'> }) {
  const canView = useCan('automation:viewPage')
  const name = <TruncatedText text={planName ?? texts.defaultPlan} />
  return canView ? <Link to={`/automation/reception${planId ? `?id=${planId}` : ''}`}>{name}</Link> : name
}

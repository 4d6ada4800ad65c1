import { PlanId, type ReceptionPlan, type SimpleAccount } from '@ruwu/contract'
import { Button, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { Plus } from 'lucide-react'
import { messageOf } from '../../api/errors.ts'
import { useLastKnown } from '../../form/use-draft-form.ts'
import { useUrlQuery } from '../../list/use-url-query.ts'
import { AutomationHead } from '../automation/index.ts'
import { useSimpleAccounts } from '../channel/index.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { useCan } from '../permission/index.ts'
import { PlanEditor } from './components/plan-editor.tsx'
import { PlanList } from './components/plan-list.tsx'
import { newPlan } from './plan-draft.ts'
import { useReceptionPlans } from './reception-plan.queries.ts'
import { texts } from './texts.ts'
import styles from './reception-plan-page.module.css'

/** Takes the place of an id in the URL while a plan is created. */
const NEW = 'new'

/** 接待方案: the plans, and the open one with its simulation. */
export function ReceptionPlanPage() {
  const plans = useReceptionPlans()
  const accounts = useSimpleAccounts()
  const canEdit = useCan('automation:edit')
  const { open } = usePlanUrl()
  const error = plans.error ?? accounts.error
  return (
    <>
      <AutomationHead
        tab="/automation/reception"
        actions={
          canEdit && (
            <Button onClick={() => open(NEW)}>
              <Plus size={16} aria-hidden="true" />
              {texts.create}
            </Button>
          )
        }
      />
      {plans.data && accounts.data ? (
        <Plans plans={plans.data} accounts={accounts.data} canEdit={canEdit} />
      ) : (
        <div className={styles.page}>
          <Panel className={styles.whole}>
            {error ? (
              <ErrorBlock
                message={messageOf(error)}
                onRetry={() => Promise.all([plans.refetch(), accounts.refetch()])}
              />
            ) : (
              <SkeletonRows rows={8} disc={false} />
            )}
          </Panel>
        </div>
      )}
    </>
  )
}

type PlansProps = { plans: ReceptionPlan[]; accounts: SimpleAccount[]; canEdit: boolean }

function Plans({ plans, accounts, canEdit }: PlansProps) {
  const timezone = useTimeZone()
  const { id, open } = usePlanUrl()
  const isNew = id === NEW && canEdit
  const known = useLastKnown(plans, id)
  const chosen = isNew ? undefined : (known ?? plans[0])
  if (!chosen && !isNew) return null
  return (
    <div className={styles.page}>
      <PlanList plans={plans} chosen={chosen?.id ?? null} isNew={isNew} onOpen={(planId) => open(planId)} />
      <PlanEditor
        key={chosen?.id ?? NEW}
        plan={chosen ?? newPlan(timezone)}
        plans={plans}
        accounts={accounts}
        canEdit={canEdit}
        onSaved={(planId) => open(planId, { replace: true })}
        onRemoved={() => open(undefined, { replace: true })}
      />
    </div>
  )
}

/** The open plan, kept in the URL. */
function usePlanUrl() {
  const [query, change] = useUrlQuery()
  const asked = query.get('id')
  return {
    id: asked === NEW ? NEW : PlanId.safeParse(asked).data,
    open: (id: string | undefined, options?: { replace: boolean }) =>
      change((old) => {
        if (id) old.set('id', id)
        else old.delete('id')
        return old
      }, options),
  }
}

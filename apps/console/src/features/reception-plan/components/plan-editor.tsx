import type { PlanId, ReceptionPlan, SimpleAccount } from '@ruwu/contract'
import { formatDateTime, INPUT_PLACEHOLDER } from '@ruwu/domain'
import { Banner, Button, confirm, InfoNote, Panel, toast } from '@ruwu/ui'
import { ConfigProvider, Input, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { showError } from '../../../api/show-error.ts'
import { SaveBar } from '../../../form/save-bar.tsx'
import { texts as formTexts } from '../../../form/texts.ts'
import { useLeaveGuard } from '../../../form/use-leave-guard.ts'
import { RowMenu } from '../../../list/row-menu.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { type FlowChoice, usePublishedFlows } from '../../flow/index.ts'
import { accountsOf, openMoves, type PlanBase, type PlanDraft } from '../plan-draft.ts'
import { useRemovePlan } from '../reception-plan.mutations.ts'
import { texts } from '../texts.ts'
import { fieldId, usePlanForm } from '../use-plan-form.ts'
import { AccountBlock } from './account-block.tsx'
import { AssignBlock } from './assign-block.tsx'
import styles from './plan-editor.module.css'
import { ScheduleBlock } from './schedule-block.tsx'
import { Simulation } from './simulation.tsx'
import { WelcomeBlock } from './welcome-block.tsx'

/** What every block of the form gets. */
export type BlockProps = {
  draft: PlanDraft
  errors: Record<string, string>
  disabled: boolean
  /** Accounts that the plan applies to. */
  accounts: SimpleAccount[]
  now: Date
  /** Flows that can be chosen. */
  flows: FlowChoice[]
  onChange: (change: Partial<PlanDraft>) => void
}

type PlanEditorProps = {
  plan: PlanBase
  plans: ReceptionPlan[]
  accounts: SimpleAccount[]
  canEdit: boolean
  onSaved: (id: PlanId) => void
  onRemoved: () => void
}

const MINUTE_MS = 60_000

export function PlanEditor({ plan, plans, accounts, canEdit, onSaved, onRemoved }: PlanEditorProps) {
  const form = usePlanForm(plan, plans, accounts)
  const { base, draft, errors, change } = form
  const now = useNow()
  const flows = usePublishedFlows()
  useLeaveGuard(form.isDirty && canEdit, ({ pathname, search }) => `${pathname}${search}`)
  // After the form has taken over the saved plan: it is no longer dirty, so the way is free.
  const savedId = plan.id === null ? base.id : null
  useEffect(() => {
    if (savedId) onSaved(savedId)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [savedId])

  const [move] = openMoves(draft, plan.id, plans, accounts)
  const without = (id: string) => ({ accountIds: draft.accountIds.filter((each) => each !== id) })
  const block: BlockProps = {
    draft,
    errors,
    disabled: !canEdit,
    accounts: accountsOf(base, draft, plans, accounts),
    now,
    flows,
    onChange: change,
  }
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <Panel label={draft.name || texts.isNew}>
          <EditorHead
            base={base}
            draft={draft}
            canEdit={canEdit}
            error={errors.name}
            onChange={change}
            onRemoved={onRemoved}
          />
          {!canEdit && <InfoNote className={styles.note}>{formTexts.readOnly}</InfoNote>}
          {move && (
            <div className={styles.move}>
              <Banner
                title={move.account}
                text={texts.moves(move.plan)}
                action={
                  <span className={styles.choices}>
                    <Button size="sm" onClick={() => change(without(move.id))}>
                      {texts.keep}
                    </Button>
                    <Button size="sm" onClick={() => change({ moveIds: [...draft.moveIds, move.id] })}>
                      {texts.move}
                    </Button>
                  </span>
                }
              />
            </div>
          )}
          <ConfigProvider componentDisabled={!canEdit}>
            <ScheduleBlock {...block} />
            <div className={styles.pair}>
              <AssignBlock {...block} />
              <WelcomeBlock {...block} />
            </div>
          </ConfigProvider>
        </Panel>
        {form.isDirty && canEdit && (
          <SaveBar
            floating
            isDirty
            isSaving={form.isSaving}
            changes={form.changes}
            onCancel={form.reset}
            onSave={() => void form.submit()}
          />
        )}
      </div>
      <div className={styles.side}>
        <Simulation
          plans={plans}
          accounts={accounts}
          preferred={block.accounts[0]?.relationId}
          flows={flows}
          isDirty={form.isDirty}
        />
        <AccountBlock {...block} plan={base} all={accounts} />
      </div>
    </div>
  )
}

type HeadProps = Pick<BlockProps, 'draft' | 'onChange'> & {
  base: PlanBase
  canEdit: boolean
  error: string | undefined
  onRemoved: () => void
}

function EditorHead({ base, draft, canEdit, error, onChange, onRemoved }: HeadProps) {
  const timeZone = useTimeZone()
  const remove = useRemovePlan()
  const { id, updatedAt } = base
  const askRemove = async () => {
    const content = texts.removeText(base.accountIds.length)
    if (!id || !(await confirm({ title: texts.removeTitle(base.name), content }))) return
    remove.mutate(id, {
      onSuccess: () => {
        toast.success(texts.removed)
        onRemoved()
      },
      onError: showError,
    })
  }
  return (
    <header className={styles.head}>
      <div className={styles.name}>
        <Input
          id={fieldId('name')}
          aria-label={texts.fields.name}
          aria-invalid={Boolean(error)}
          status={error ? 'error' : undefined}
          variant={id ? 'underlined' : 'outlined'}
          placeholder={`${INPUT_PLACEHOLDER}${texts.fields.name}`}
          disabled={!canEdit}
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <small>
        {updatedAt ? texts.updated(base.updatedByName, formatDateTime(updatedAt, timeZone)) : texts.notSaved}
      </small>
      <div className={styles.tools}>
        {!base.isDefault && (
          <label className={styles.enabled}>
            {texts.fields.enabled}
            <Switch
              aria-label={texts.fields.enabled}
              disabled={!canEdit}
              checked={draft.enabled}
              onChange={(enabled) => onChange({ enabled })}
            />
          </label>
        )}
        {canEdit && id && !base.isDefault && (
          <RowMenu
            label={texts.more}
            title={texts.more}
            entries={{ remove: { label: texts.remove, danger: true, run: askRemove } }}
          />
        )}
      </div>
    </header>
  )
}

/** The present minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

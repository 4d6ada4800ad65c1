import {
  customerApi,
  TRANSFER_NOTE_MAX,
  type AgentId,
  type CustomerId,
  type TransferGroup,
  type TransferGroupRef,
  type TransferTarget,
} from '@ruwu/contract'
import { SELECT_PLACEHOLDER, agentStatusLabel, lengthCounter, isTooLong } from '@ruwu/domain'
import { Button, Dialog, ErrorBlock, Avatar, toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { Sparkle, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { Field, FieldStack } from '../../../form/field.tsx'
import { NoOptions } from '../../../form/no-options.tsx'
import { useLeaveForm } from '../../../form/use-leave-form.ts'
import { useCustomerSetting } from '../../customer-setting/index.ts'
import { useCan } from '../../permission/index.ts'
import { findCustomer } from '../customer/customer-cache.ts'
import { useTransferGroups, useTransferTargets } from '../customer/customer.queries.ts'
import { MODEL_HELP_KEY, useModelHelp } from '../model-help.queries.ts'
import { texts } from '../texts.ts'
import styles from './redirect-dialog.module.css'

/** An agent, or a group of which one gets the customer. */
export type RedirectTo = { agentId: AgentId; name: string } | { group: TransferGroupRef; name: string }
export type Redirection = { to: RedirectTo; reason: string; note: string }

type RedirectDialogProps = {
  customerIds: CustomerId[]
  /** What the note begins with. */
  note: string
  isBusy: boolean
  onSubmit: (redirection: Redirection) => void
  onClose: () => void
}

/** 转接: target agent and reason; for a single customer also a note. */
export function RedirectDialog({ customerIds, note, isBusy, onSubmit, onClose }: RedirectDialogProps) {
  const [draft, setDraft] = useState<RedirectDraft>({ to: undefined, reason: undefined, note })
  const [isTried, setIsTried] = useState(false)
  const isSingle = customerIds.length === 1
  const targets = useTransferTargets(isSingle ? customerIds[0] : undefined)
  const groups = useTransferGroups(customerIds)
  const { data: setting, error, refetch } = useCustomerSetting()
  const change = (part: Partial<RedirectDraft>) => setDraft({ ...draft, ...part })
  const problems = problemsOfRedirect(draft)
  const shown: Partial<typeof problems> = isTried ? problems : {}
  const target = targets.data?.find((it) => it.agentId === draft.to)
  const group = groups.data?.find((it) => it.group.id === draft.to)

  const maySummarise = useCan('im:aiAssist')
  const cache = useQueryClient()
  const help = useModelHelp(isSingle && customerIds[0] ? findCustomer(cache, customerIds[0]) : undefined)
  const summary = useMutation({
    mutationFn: (customerId: CustomerId) =>
      call(customerApi.summary, { body: { customerId, maxPoints: help?.points } }),
    // Behind what was typed meanwhile.
    onSuccess: ({ text, problem }) => {
      if (problem !== '') void cache.invalidateQueries({ queryKey: MODEL_HELP_KEY })
      if (text === '') toast.info(texts.noSummary)
      else setDraft((now) => ({ ...now, note: [now.note.trim(), text].filter(Boolean).join('\n') }))
    },
    onError: showError,
  })

  const submit = () => {
    setIsTried(true)
    const to = target ? { agentId: target.agentId, name: target.name } : group
    if (!to || !draft.reason || problems.note) return
    onSubmit({ to, reason: draft.reason, note: draft.note.trim() })
  }

  const { close } = useLeaveForm(draft.note.trim() !== note, onClose)

  return (
    <Dialog
      title={isSingle ? texts.redirectTitle : texts.redirectMany(customerIds.length)}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" busy={isBusy} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      {targets.error || error ? (
        <ErrorBlock
          message={messageOf(targets.error ?? error)}
          onRetry={() => Promise.all([targets.refetch(), refetch()])}
        />
      ) : (
        <div className={styles.body}>
          <FieldStack>
            <Field
              id="redirect-to"
              label={texts.target}
              required
              error={shown.to}
              hint={group ? groupHint(group, isSingle) : warningOf(target)}
            >
              {(control) => (
                <Select
                  {...control}
                  className={styles.select}
                  placeholder={SELECT_PLACEHOLDER}
                  loading={targets.isPending}
                  notFoundContent={<NoOptions text={texts.noTargets} />}
                  showSearch={{ optionFilterProp: 'name' }}
                  value={draft.to}
                  options={optionsOf(targets.data, groups.data)}
                  onChange={(to) => change({ to })}
                />
              )}
            </Field>
            <Field id="redirect-reason" label={texts.reason} required error={shown.reason}>
              {(control) => (
                <Select
                  {...control}
                  className={styles.select}
                  placeholder={SELECT_PLACEHOLDER}
                  value={draft.reason}
                  options={setting?.transferReasons.map((value) => ({ value, label: value }))}
                  onChange={(reason) => change({ reason })}
                />
              )}
            </Field>
            {isSingle && (
              <Field
                id="redirect-note"
                label={texts.note}
                error={problems.note}
                hint={lengthCounter(draft.note, TRANSFER_NOTE_MAX) ?? texts.noteHint}
              >
                {(control) => (
                  <>
                    <Input.TextArea
                      {...control}
                      autoSize={{ minRows: 2, maxRows: 5 }}
                      value={draft.note}
                      onChange={(event) => change({ note: event.target.value })}
                    />
                    {maySummarise && (
                      <button
                        type="button"
                        className={styles.summary}
                        disabled={summary.isPending}
                        onClick={() => customerIds[0] && summary.mutate(customerIds[0])}
                      >
                        <Sparkle size={13} aria-hidden="true" />
                        {texts.insertSummary(help?.points ?? 0)}
                      </button>
                    )}
                    {summary.data && summary.data.text !== '' && (
                      <small className={styles.made} aria-live="polite">
                        {summary.data.by === 'model'
                          ? texts.summaryByModel
                          : texts.summaryByFacts(summary.data.problem)}
                      </small>
                    )}
                  </>
                )}
              </Field>
            )}
          </FieldStack>
        </div>
      )}
    </Dialog>
  )
}

const optionsOf = (targets: readonly TransferTarget[] = [], groups: readonly TransferGroup[] = []) => {
  const agents = targets.map((target) => ({
    value: target.agentId as string,
    name: target.name,
    label: <TargetOption target={target} />,
  }))
  const teams = groups.map(({ group, name, free, size }) => ({
    value: group.id as string,
    name,
    label: <GroupOption name={texts.groupNames[group.kind](name)} free={free} size={size} />,
  }))
  return [
    { label: texts.groups, options: teams },
    { label: texts.target, options: agents },
  ].filter(({ options }) => options.length > 0)
}

/** A group with its agents who are free now. */
function GroupOption({ name, free, size }: { name: string; free: number; size: number }) {
  return (
    <span className={styles.option}>
      <UsersRound size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="cut">{name}</span>
      <small className={free === 0 ? styles.full : undefined}>{texts.groupFree(free, size)}</small>
    </span>
  )
}

/** An agent with online status and workload. */
function TargetOption({ target: { name, avatar, isOnline, busy, current, limit } }: { target: TransferTarget }) {
  return (
    <span className={styles.option}>
      <Avatar name={name} src={avatar} size={20} />
      <span className="cut">{name}</span>
      <small>{isOnline ? texts.online : busy ? agentStatusLabel(null, busy) : texts.away}</small>
      <small className={current >= limit ? styles.full : undefined}>{texts.targetLoad(current, limit)}</small>
    </span>
  )
}

/** `to`: the id of an agent or of a group. */
type RedirectDraft = { to: string | undefined; reason: string | undefined; note: string }

/** Validation messages by field. */
export const problemsOfRedirect = ({ to, reason, note }: RedirectDraft) => ({
  to: to ? undefined : texts.chooseTarget,
  reason: reason ? undefined : texts.chooseReason,
  note: isTooLong(note, TRANSFER_NOTE_MAX) ? texts.noteTooLong(TRANSFER_NOTE_MAX) : undefined,
})

const groupHint = ({ free }: TransferGroup, isSingle: boolean): string =>
  free === 0 ? texts.groupFull : isSingle ? texts.groupHint : texts.groupHintMany

/** Warning when the chosen agent is offline or at their limit; the transfer is allowed all the same. */
export function warningOf(target: TransferTarget | undefined): string | undefined {
  if (!target) return undefined
  if (target.busy) return texts.targetBusy(target.busy.reason)
  if (!target.isOnline) return texts.targetAway
  return target.current >= target.limit ? texts.targetFull : undefined
}

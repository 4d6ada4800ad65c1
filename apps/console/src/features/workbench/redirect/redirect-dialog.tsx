import { TRANSFER_NOTE_MAX, type AgentId, type CustomerId, type TransferTarget } from '@ruwu/contract'
import { SELECT_PLACEHOLDER, lengthCounter, isTooLong } from '@ruwu/domain'
import { Button, Dialog, ErrorBlock, Avatar } from '@ruwu/ui'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { Field, FieldStack } from '../../../form/field.tsx'
import { useLeaveForm } from '../../../form/use-leave-form.ts'
import { useCustomerSetting } from '../../customer-setting/index.ts'
import { useTransferTargets } from '../customer/customer.queries.ts'
import { texts } from '../texts.ts'
import styles from './redirect-dialog.module.css'

export type Redirection = { to: { agentId: AgentId; name: string }; reason: string; note: string }

type RedirectDialogProps = {
  customerIds: CustomerId[]
  isBusy: boolean
  onSubmit: (redirection: Redirection) => void
  onClose: () => void
}

/** 转接: target agent and reason; for a single customer also a note. */
export function RedirectDialog({ customerIds, isBusy, onSubmit, onClose }: RedirectDialogProps) {
  const [draft, setDraft] = useState<RedirectDraft>({ agentId: undefined, reason: undefined, note: '' })
  const [isTried, setIsTried] = useState(false)
  const isSingle = customerIds.length === 1
  const targets = useTransferTargets(isSingle ? customerIds[0] : undefined)
  const { data: setting, error, refetch } = useCustomerSetting()
  const change = (part: Partial<RedirectDraft>) => setDraft({ ...draft, ...part })
  const problems = problemsOfRedirect(draft)
  const shown: Partial<typeof problems> = isTried ? problems : {}
  const target = targets.data?.find((it) => it.agentId === draft.agentId)

  const submit = () => {
    setIsTried(true)
    if (!target || !draft.reason || problems.note) return
    const { agentId, name } = target
    onSubmit({ to: { agentId, name }, reason: draft.reason, note: draft.note.trim() })
  }

  const { close } = useLeaveForm(draft.note.trim() !== '', onClose)

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
            <Field id="redirect-to" label={texts.target} required error={shown.agentId} hint={warningOf(target)}>
              {(control) => (
                <Select
                  {...control}
                  className={styles.select}
                  placeholder={SELECT_PLACEHOLDER}
                  loading={targets.isPending}
                  notFoundContent={texts.noTargets}
                  showSearch={{ optionFilterProp: 'name' }}
                  value={draft.agentId}
                  options={targets.data?.map(optionOf)}
                  onChange={(agentId) => change({ agentId })}
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
                  <Input.TextArea
                    {...control}
                    autoSize={{ minRows: 2, maxRows: 5 }}
                    value={draft.note}
                    onChange={(event) => change({ note: event.target.value })}
                  />
                )}
              </Field>
            )}
          </FieldStack>
        </div>
      )}
    </Dialog>
  )
}

const optionOf = (target: TransferTarget) => ({
  value: target.agentId,
  name: target.name,
  label: <TargetOption target={target} />,
})

/** An agent with online status and workload. */
function TargetOption({ target: { name, avatar, isOnline, current, limit } }: { target: TransferTarget }) {
  return (
    <span className={styles.option}>
      <Avatar name={name} src={avatar} size={20} />
      <span className="cut">{name}</span>
      <small>{isOnline ? texts.online : texts.away}</small>
      <small className={current >= limit ? styles.full : undefined}>{texts.targetLoad(current, limit)}</small>
    </span>
  )
}

type RedirectDraft = { agentId: AgentId | undefined; reason: string | undefined; note: string }

/** Validation messages by field. */
export const problemsOfRedirect = ({ agentId, reason, note }: RedirectDraft) => ({
  agentId: agentId ? undefined : texts.chooseTarget,
  reason: reason ? undefined : texts.chooseReason,
  note: isTooLong(note, TRANSFER_NOTE_MAX) ? texts.noteTooLong(TRANSFER_NOTE_MAX) : undefined,
})

/** Warning when the chosen agent is offline or at their limit; the transfer is allowed all the same. */
export function warningOf(target: TransferTarget | undefined): string | undefined {
  if (!target) return undefined
  if (!target.isOnline) return texts.targetAway
  return target.current >= target.limit ? texts.targetFull : undefined
}

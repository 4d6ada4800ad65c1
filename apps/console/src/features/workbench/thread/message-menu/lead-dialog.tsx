import type { CustomerId, MessageId } from '@ruwu/contract'
import { findContacts } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { fieldErrorsOf, messageOf } from '../../../../api/errors.ts'
import { Field, FieldGroup, FieldStack } from '../../../../form/field.tsx'
import { SaveButton } from '../../../../form/save-button.tsx'
import { useLeaveForm } from '../../../../form/use-leave-form.ts'
import { useCreateLead, type NewLead } from '../message.mutations.ts'
import { texts } from '../texts.ts'

const VALUE_MAX = 30

const kinds = Object.entries(texts.leadKinds).map(([value, label]) => ({ value, label }))

type LeadDialogProps = {
  customerId: CustomerId
  messageId: MessageId | undefined
  /** The selected text of the message, and its whole text. */
  selection: string
  text: string
  title?: string
  onClose: () => void
}

/** 设为线索: a contact that was not recognised automatically. */
export function LeadDialog({ customerId, messageId, selection, text, title = texts.asLead, onClose }: LeadDialogProps) {
  const [guess] = useState(() => guessLead(selection, text))
  const [lead, setLead] = useState(guess)
  const create = useCreateLead()
  const value = lead.value.trim()
  const submit = () =>
    value && !create.isPending && create.mutate({ customerId, ...lead, value, messageId }, { onSuccess: onClose })
  const problem = create.error ? (fieldErrorsOf(create.error).value ?? messageOf(create.error)) : undefined
  const { close } = useLeaveForm(lead.kind !== guess.kind || lead.value !== guess.value, onClose)
  return (
    <Dialog
      title={title}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <SaveButton busy={create.isPending} disabled={!value} onClick={submit} />
        </>
      }
    >
      <FieldStack>
        <FieldGroup label={texts.leadKind}>
          <Radio.Group
            options={kinds}
            value={lead.kind}
            onChange={({ target }) => setLead({ ...lead, kind: target.value as typeof lead.kind })}
          />
        </FieldGroup>
        <Field id="lead-value" label={texts.leadValue} required error={problem}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              maxLength={VALUE_MAX}
              value={lead.value}
              onChange={({ target }) => setLead({ ...lead, value: target.value })}
              onPressEnter={submit}
            />
          )}
        </Field>
      </FieldStack>
    </Dialog>
  )
}

type Guess = Pick<NewLead, 'kind' | 'value'>

/** Initial value of the dialog: the selected text, else the first contact in the message. */
export function guessLead(selection: string, text: string): Guess {
  const marked = selection.trim()
  const found = findContacts(marked || text)[0]
  const isWechat = found ? found.kind === 'wechat' : marked !== ''
  return { kind: isWechat ? 'wechat' : 'phone', value: found?.value ?? marked }
}

import { type CustomerDetail, SCHEDULED_TEXT_MAX, type ScheduledMessage, type ScheduledMessageId } from '@ruwu/contract'
import { formatDateTime, isTooLong, lengthText, requiredText, whyNotAt, zonedTime } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Checkbox, Input } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { newId } from '../../../../api/call.ts'
import { Field, FieldStack } from '../../../../form/field.tsx'
import { useLeaveForm } from '../../../../form/use-leave-form.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { changeDraft, draftStore } from '../draft/draft-store.ts'
import { EMPTY_DRAFT, NO_TEXT } from '../draft/draft.ts'
import styles from '../reminder/reminder-dialog.module.css'
import { type ChosenTime, chosenTime, TimeChoice } from '../reminder/time-choice.tsx'
import { texts } from '../texts.ts'
import { useSchedule } from './schedule.mutations.ts'

type ScheduleDialogProps = {
  customer: Pick<CustomerDetail, 'customerId' | 'quota'>
  /** The one that is edited; without it the composer's text is scheduled. */
  edited?: ScheduledMessage
  onClose: () => void
}

/** 稍后发送: the text, its time, and whether the customer's next message stops it. */
export function ScheduleDialog({ customer, edited, onClose }: ScheduleDialogProps) {
  const { customerId, quota } = customer
  const timeZone = useTimeZone()
  const [start] = useState(() => startOf(customerId, edited, timeZone))
  const [text, setText] = useState(start.text)
  const [time, setTime] = useState<ChosenTime>(start.time)
  const [keepOnReply, setKeepOnReply] = useState(start.keepOnReply)
  const [error, setError] = useState('')
  const [isTried, setIsTried] = useState(false)
  // One for all attempts: after a lost answer the message may be there already.
  const [id] = useState(() => newId() as ScheduledMessageId)
  const schedule = useSchedule(customerId, edited !== undefined)
  const content = text.trim()
  const textError = isTooLong(content, SCHEDULED_TEXT_MAX)
    ? lengthText(SCHEDULED_TEXT_MAX)
    : isTried && content === ''
      ? requiredText(texts.scheduleText)
      : undefined

  const submit = () => {
    setIsTried(true)
    const now = new Date()
    const at = chosenTime(time, now, timeZone)
    if (!at) return setError(texts.scheduleMissing)
    const refused = whyNotAt(at, quota.closesAt, now, timeZone)
    if (refused) return setError(refused)
    if (content === '' || textError) return undefined
    const fields = { text: content, sendAt: at.toISOString(), keepOnReply }
    return schedule.mutate(
      { id: edited?.id ?? id, ...fields, reply: start.reply },
      {
        onSuccess: (isDone) => {
          if (!isDone) return
          // What was typed meanwhile stays.
          if (!edited && draftStore.find(customerId)?.text === start.text) changeDraft(customerId, NO_TEXT)
          onClose()
        },
      },
    )
  }

  const isDirty =
    content !== start.text.trim() || time.choice !== start.time.choice || time.custom !== start.time.custom
  const { close } = useLeaveForm(isDirty || keepOnReply !== start.keepOnReply, onClose)
  return (
    <Dialog
      title={edited ? texts.scheduleEdit : texts.scheduleTitle}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" busy={schedule.isPending} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <FieldStack>
          <TimeChoice
            label={texts.scheduleAt}
            hint={quota.closesAt ? texts.scheduleWindow(formatDateTime(quota.closesAt, timeZone)) : texts.scheduleHint}
            value={time}
            error={error}
            onChange={(value) => {
              setTime(value)
              setError('')
            }}
          />
          <Field id="schedule-text" label={texts.scheduleText} required error={textError}>
            {(control) => (
              <Input.TextArea
                {...control}
                autoSize={{ minRows: 3, maxRows: 8 }}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <Checkbox checked={keepOnReply} onChange={({ target }) => setKeepOnReply(target.checked)}>
            {texts.keepOnReply}
          </Checkbox>
        </FieldStack>
      </div>
    </Dialog>
  )
}

/** What the form starts with: the edited message, or the composer's draft. */
function startOf(customerId: CustomerDetail['customerId'], edited: ScheduledMessage | undefined, timeZone: string) {
  if (!edited) {
    const { text, quote } = draftStore.find(customerId) ?? EMPTY_DRAFT
    const time: ChosenTime = { choice: 'halfHour', custom: null }
    return { text, time, keepOnReply: false, ...(quote && { reply: quote.chatId }) }
  }
  const { year, month, day, hour, minute } = zonedTime(new Date(edited.sendAt), timeZone)
  const time: ChosenTime = { choice: 'custom', custom: dayjs(new Date(year, month - 1, day, hour, minute)) }
  return { text: edited.text, time, keepOnReply: edited.keepOnReply }
}

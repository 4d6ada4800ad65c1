import { customerApi, type CustomerId, REMINDER_NOTE_MAX } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, isTooLong, lengthCounter, type RemindChoice } from '@ruwu/domain'
import { Button, Dialog, toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { showError } from '../../../../api/show-error.ts'
import { Field, FieldStack } from '../../../../form/field.tsx'
import { useLeaveForm } from '../../../../form/use-leave-form.ts'
import { customerKeys } from '../../customer/customer-keys.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { type ChosenTime, chosenTime, TimeChoice } from './time-choice.tsx'
import { texts } from '../texts.ts'
import styles from './reminder-dialog.module.css'

/** What the form begins with. */
export type ReminderGiven = { choice: RemindChoice; note: string }

type ReminderDialogProps = { customerId: CustomerId; given?: ReminderGiven | undefined; onClose: () => void }

/** 稍后提醒. */
export function ReminderDialog({ customerId, given, onClose }: ReminderDialogProps) {
  const timeZone = useTimeZone()
  const [time, setTime] = useState<ChosenTime>({ choice: given?.choice ?? 'halfHour', custom: null })
  const [note, setNote] = useState(given?.note ?? '')
  const [error, setError] = useState('')
  const remind = useRemind(customerId, onClose)

  const submit = () => {
    const now = new Date()
    const at = chosenTime(time, now, timeZone)
    if (!at) return setError(texts.remindMissing)
    if (at <= now) return setError(texts.remindPast)
    if (isTooLong(note.trim(), REMINDER_NOTE_MAX)) return undefined
    return remind.mutate({ remindAt: at.toISOString(), note: note.trim() })
  }

  const { close } = useLeaveForm(time.custom !== null || note.trim() !== (given?.note ?? ''), onClose)

  return (
    <Dialog
      title={texts.reminderTitle}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form="reminder" busy={remind.isPending}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <form
        id="reminder"
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <FieldStack>
          <TimeChoice
            label={texts.remindAt}
            value={time}
            error={error}
            onChange={(value) => {
              setTime(value)
              setError('')
            }}
          />
          <Field
            id="reminder-note"
            label={texts.remindNote}
            hint={texts.remindNoteHint}
            error={isTooLong(note.trim(), REMINDER_NOTE_MAX) ? texts.remindNoteLong : undefined}
          >
            {(control) => (
              <Input
                {...control}
                placeholder={INPUT_PLACEHOLDER}
                value={note}
                suffix={lengthCounter(note, REMINDER_NOTE_MAX) ?? <span />}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        </FieldStack>
      </form>
    </Dialog>
  )
}

function useRemind(customerId: CustomerId, onDone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (reminder: { remindAt: string; note: string }) =>
      call(customerApi.createReminder, { body: { customerId, ...reminder } }),
    onSuccess: () => {
      toast.success(texts.reminded)
      void cache.invalidateQueries({ queryKey: customerKeys.detail(customerId) })
      onDone()
    },
    onError: showError,
  })
}

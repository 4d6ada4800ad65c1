import { postponeTimeRefusal } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { type FormEvent, useState } from 'react'
import { FieldStack } from '../../../form/field.tsx'
import { useLeaveForm } from '../../../form/use-leave-form.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import styles from '../composer/reminder/reminder-dialog.module.css'
import { type ChosenTime, chosenTime, TimeChoice } from '../composer/reminder/time-choice.tsx'
import { texts } from '../texts.ts'

type PostponeDialogProps = {
  count: number
  isBusy: boolean
  onSubmit: (until: string) => void
  onClose: () => void
}

/** Asks until when conversations are put away. */
export function PostponeDialog({ count, isBusy, onSubmit, onClose }: PostponeDialogProps) {
  const timeZone = useTimeZone()
  const [time, setTime] = useState<ChosenTime>({ choice: 'halfHour', custom: null })
  const [error, setError] = useState('')
  const { close } = useLeaveForm(time.custom !== null, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const now = new Date()
    const until = chosenTime(time, now, timeZone)
    const refusal = until ? postponeTimeRefusal(until, now) : texts.postponeMissing
    if (until && !refusal) onSubmit(until.toISOString())
    else setError(refusal ?? '')
  }
  return (
    <Dialog
      title={count > 1 ? texts.postponeMany(count) : texts.postpone}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form="postpone" busy={isBusy}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <form id="postpone" className={styles.body} onSubmit={submit}>
        <FieldStack>
          <TimeChoice
            label={texts.postponeUntil}
            hint={texts.postponeHint}
            value={time}
            error={error}
            onChange={(value) => {
              setTime(value)
              setError('')
            }}
          />
        </FieldStack>
      </form>
    </Dialog>
  )
}

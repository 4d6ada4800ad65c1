import { FEEDBACK_REASONS } from '@ruwu/contract'
import { Button } from '@ruwu/ui'
import { Input, Popover, Radio } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../../../browser/keyboard.ts'
import type { Rating } from '../message.mutations.ts'
import { texts } from '../texts.ts'
import styles from './ai-foot.module.css'

const CORRECTION_MAX = 1000

type BadAnswerProps = { onSubmit: (answer: Pick<Rating, 'reason' | 'correctedText'>) => void; onClose: () => void }

/** Reason of a bad rating. Rendered only while open: threads hold many answers. */
export const BadAnswer = (props: BadAnswerProps) => (
  <Popover
    open
    trigger="click"
    placement="topRight"
    title={texts.badTitle}
    onOpenChange={(isOpen) => !isOpen && props.onClose()}
    content={<Question {...props} />}
  >
    <span className={styles.point} />
  </Popover>
)

function Question({ onSubmit, onClose }: BadAnswerProps) {
  const [reason, setReason] = useState<(typeof FEEDBACK_REASONS)[number]>(FEEDBACK_REASONS[0])
  const [correction, setCorrection] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const submit = () => {
    onSubmit({ reason, ...(correction.trim() ? { correctedText: correction.trim() } : {}) })
    onClose()
  }
  // Esc closes this form only.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    onClose()
  }
  return (
    <div ref={box} className={styles.question} role="presentation" onKeyDown={onKeyDown}>
      <Radio.Group
        aria-label={texts.badTitle}
        options={[...FEEDBACK_REASONS]}
        value={reason}
        onChange={({ target }) => setReason(target.value as typeof reason)}
      />
      <Input.TextArea
        aria-label={texts.correction}
        placeholder={texts.correction}
        maxLength={CORRECTION_MAX}
        autoSize={{ minRows: 2, maxRows: 5 }}
        value={correction}
        onChange={({ target }) => setCorrection(target.value)}
      />
      <span className={styles.buttons}>
        <Button size="sm" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button size="sm" variant="primary" onClick={submit}>
          {texts.submit}
        </Button>
      </span>
    </div>
  )
}

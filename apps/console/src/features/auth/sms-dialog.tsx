import { registerApi, type SmsSent } from '@ruwu/contract'
import { requiredText } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { useEffect, useState, type SubmitEvent } from 'react'
import { call } from '../../api/call.ts'
import { useCooldown } from '../../api/cooldown.ts'
import { fieldErrorsOf, messageOf } from '../../api/errors.ts'
import { CaptchaField, useCaptcha } from './captcha-field.tsx'
import { texts } from './texts.ts'

const FORM_ID = 'send-sms'
const FIELD_ID = 'send-sms-captcha'

type SmsDialogProps = { telephone: string; onSent: (sent: SmsSent) => void; onCancel: () => void }

/** Asks for the picture code, then sends the SMS. */
export function SmsDialog({ telephone, onSent, onCancel }: SmsDialogProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isRunning, setIsRunning] = useState(false)
  const captcha = useCaptcha()
  const cooldown = useCooldown()
  const { image, renew } = captcha
  useEffect(() => void renew(), [renew])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isRunning || cooldown.isResting) return
    if (!code.trim() || !image) return setError(requiredText(texts.captcha))
    setIsRunning(true)
    try {
      const captchaCode = code.trim()
      onSent(await call(registerApi.sendSms, { body: { telephone, captchaId: image.captchaId, captchaCode } }))
    } catch (refusal) {
      const { captchaCode, telephone: ofNumber } = fieldErrorsOf(refusal)
      setError(captchaCode ?? ofNumber ?? messageOf(refusal))
      cooldown.startFor(refusal)
      // A captcha is valid for one attempt.
      setCode('')
      void renew()
      document.getElementById(FIELD_ID)?.focus()
    } finally {
      setIsRunning(false)
    }
  }

  return (
    <Dialog
      title={texts.sendSmsTitle}
      onCancel={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button type="submit" form={FORM_ID} variant="primary" busy={isRunning} disabled={cooldown.isResting}>
            {cooldown.text || texts.confirm}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={submit} noValidate>
        <CaptchaField
          id={FIELD_ID}
          value={code}
          error={error}
          onChange={(value) => {
            setCode(value)
            setError(undefined)
          }}
          captcha={captcha}
        />
      </form>
    </Dialog>
  )
}

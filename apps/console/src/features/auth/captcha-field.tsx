import { authApi, type Data } from '@ruwu/contract'
import { useCallback, useState } from 'react'
import { call } from '../../api/call.ts'
import { TextField } from '../../form/text-field.tsx'
import { texts } from './texts.ts'
import styles from './captcha-field.module.css'

type CaptchaFieldProps = {
  id: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  captcha: Pick<ReturnType<typeof useCaptcha>, 'image' | 'renew'>
}

/** 图形验证码: the input and its picture; a click on the picture loads another one. */
export function CaptchaField({ captcha: { image, renew }, onChange, ...field }: CaptchaFieldProps) {
  return (
    <TextField
      {...field}
      label={texts.captcha}
      autoComplete="off"
      maxLength={8}
      onChange={(event) => onChange(event.target.value)}
      beside={
        <button type="button" className={styles.picture} onClick={renew} title={texts.captchaNew}>
          {image ? <img src={image.image} width={124} height={42} alt={texts.captcha} /> : texts.captchaFailed}
          <span className="sr-only">{texts.captchaNew}</span>
        </button>
      }
    />
  )
}

type Image = Data<typeof authApi.captcha>

/** The captcha: loaded only when it is needed, renewed on every click. */
export function useCaptcha() {
  const [isNeeded, setIsNeeded] = useState(false)
  const [image, setImage] = useState<Image>()
  const renew = useCallback(async () => {
    setIsNeeded(true)
    setImage(await call(authApi.captcha).catch(() => undefined))
  }, [])
  return { isNeeded, image, renew }
}

import { texts } from './texts.ts'
import styles from './captcha-picture.module.css'

/** The captcha image; a click loads another one. */
export function CaptchaPicture({ image, onRenew }: { image: string | undefined; onRenew: () => void }) {
  return (
    <button type="button" className={styles.picture} onClick={onRenew} title={texts.captchaNew}>
      {image ? <img src={image} width={124} height={42} alt={texts.captcha} /> : texts.captchaFailed}
      <span className="sr-only">{texts.captchaNew}</span>
    </button>
  )
}

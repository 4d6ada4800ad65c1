import { Button, Dialog } from '@ruwu/ui'
import { agreementTexts } from './agreement-texts.ts'
import { texts } from './texts.ts'
import styles from './purchase-page.module.css'

/** 《积分购买协议》. */
export const AgreementDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    wide
    title={texts.agreement}
    onCancel={onClose}
    footer={
      <Button variant="primary" data-autofocus onClick={onClose}>
        {texts.understood}
      </Button>
    }
  >
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
    <section className={styles.agreement} aria-label={texts.agreement} tabIndex={0}>
      {agreementTexts.map(([title, text]) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </section>
      ))}
    </section>
  </Dialog>
)

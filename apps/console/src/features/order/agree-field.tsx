import { Button } from '@ruwu/ui'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { AgreementDialog } from './agreement-dialog.tsx'
import { texts } from './texts.ts'
import styles from './purchase-page.module.css'

/** Consent to 《积分购买协议》, which can be read first. */
export function AgreeField({ isAgreed, onChange }: { isAgreed: boolean; onChange: (isAgreed: boolean) => void }) {
  const [isReading, setIsReading] = useState(false)
  return (
    <div className={styles.agree}>
      <Checkbox
        aria-label={texts.agree + texts.agreement}
        checked={isAgreed}
        onChange={(event) => onChange(event.target.checked)}
      >
        {texts.agree}
      </Checkbox>
      <Button variant="link" onClick={() => setIsReading(true)}>
        {texts.agreement}
      </Button>
      {isReading && <AgreementDialog onClose={() => setIsReading(false)} />}
    </div>
  )
}

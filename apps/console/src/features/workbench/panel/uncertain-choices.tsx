import { Button } from '@ruwu/ui'
import type { LeadChange } from '../../lead/index.ts'
import { texts } from './texts.ts'
import styles from './uncertain-choices.module.css'

/** 确认为微信号 or 不是: an agent decides. */
export const DoubtChoices = ({ onChange }: { onChange: (part: Pick<LeadChange, 'state'>) => void }) => (
  <div className={styles.choices}>
    <Button size="sm" onClick={() => onChange({ state: 'valid' })}>
      {texts.isWechat}
    </Button>
    <Button size="sm" variant="ghost" onClick={() => onChange({ state: 'rejected' })}>
      {texts.isNot}
    </Button>
  </div>
)

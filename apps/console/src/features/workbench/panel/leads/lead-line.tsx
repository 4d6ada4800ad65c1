import type { Lead, LeadKind } from '@ruwu/contract'
import { contactLabel } from '@ruwu/domain'
import { Chip, IconButton, StatusLabel, Button } from '@ruwu/ui'
import { Copy, CopyCheck, MessageCircleMore, Phone, type LucideIcon } from 'lucide-react'
import { extractionOf, markLead, reportLeadCopied, type LeadChange } from '../../../lead/index.ts'
import { copyText } from '../../../../browser/copy-text.ts'
import { texts } from '../texts.ts'
import { leadText } from './lead-text.ts'
import styles from './lead-line.module.css'

const icons: Record<LeadKind, LucideIcon> = { phone: Phone, wechat: MessageCircleMore, wechat_copy: CopyCheck }

/** A contact with its status and a copy button. */
export function LeadLine({ lead }: { lead: Lead }) {
  const { leadId, kind, value, isPrimary } = lead
  const status = leadText(lead)
  const Icon = icons[kind]
  const copy = async () => {
    // Audit: the server records the copy of an unmasked value; a masked one reveals nothing.
    if (await copyText(value, texts.copied)) reportLeadCopied(leadId)
  }
  return (
    <div className={styles.line}>
      <Icon size={15} strokeWidth={1.75} aria-label={contactLabel(lead)} />
      <b className="cut" {...markLead(lead)}>
        {value || contactLabel(lead)}
      </b>
      {isPrimary ? <Chip>{texts.primary[kind]}</Chip> : <small className="cut">{extractionOf(lead.extractor)}</small>}
      <span className={styles.end}>
        {status && <StatusLabel tone={status.tone}>{status.text}</StatusLabel>}
        {value && (
          <IconButton className={styles.copy} label={texts.copy} title={texts.copy} onClick={() => void copy()}>
            <Copy size={15} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
      </span>
    </div>
  )
}

/** 确认为微信号 or 不是: an agent decides. */
export const UncertainChoices = ({ onChange }: { onChange: (part: Pick<LeadChange, 'state'>) => void }) => (
  <div className={styles.choices}>
    <Button size="sm" onClick={() => onChange({ state: 'valid' })}>
      {texts.isWechat}
    </Button>
    <Button size="sm" variant="ghost" onClick={() => onChange({ state: 'rejected' })}>
      {texts.isNot}
    </Button>
  </div>
)

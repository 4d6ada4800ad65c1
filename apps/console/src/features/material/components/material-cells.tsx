import type { Material } from '@ruwu/contract'
import { StatusLabel, Tooltip, type Tone } from '@ruwu/ui'
import { Check, CircleX, Clock3, CreditCard, type LucideIcon } from 'lucide-react'
import { Switch } from 'antd'
import { useState } from 'react'
import { StoredImage } from '../../../stored-file/stored-image.tsx'
import { isExpired } from '../card-facts.ts'
import { useEnableMaterial } from '../material.mutations.ts'
import { texts } from '../texts.ts'
import styles from './material-cells.module.css'

const looks: Record<Material['auditStatus'], { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'warning', icon: Clock3 },
  passed: { tone: 'success', icon: Check },
  rejected: { tone: 'error', icon: CircleX },
}

/** Review status; deleted or expired takes precedence. */
export function AuditState({ card }: { card: Material }) {
  const [now] = useState(() => new Date())
  if (card.isRemoved) return <StatusLabel tone="quiet">{texts.removedMark}</StatusLabel>
  if (isExpired(card.expireAt, now)) return <StatusLabel tone="quiet">{texts.expired}</StatusLabel>
  return (
    <Tooltip text={card.auditStatus === 'rejected' && card.auditReason}>
      <span>
        <StatusLabel {...looks[card.auditStatus]}>{texts.statuses[card.auditStatus]}</StatusLabel>
      </span>
    </Tooltip>
  )
}

export const Thumbnail = ({ card }: { card: Material }) =>
  card.image ? (
    <StoredImage className={styles.thumbnail} url={card.image} alt="" />
  ) : (
    <span className={styles.thumbnail}>
      <CreditCard size={18} strokeWidth={1.5} aria-hidden="true" />
    </span>
  )

/** Whether it may be sent from here; a local flag unknown to the platform. */
export function EnableSwitch({ card, canEdit }: { card: Material; canEdit: boolean }) {
  const enable = useEnableMaterial()
  const isOn = enable.isPending ? enable.variables.enabled : card.enabled
  return (
    <Switch
      size="small"
      aria-label={texts.enableLabel(card.name)}
      checked={isOn}
      loading={enable.isPending}
      disabled={!canEdit || card.isRemoved}
      onChange={(enabled) => enable.mutate({ id: card.id, enabled })}
    />
  )
}

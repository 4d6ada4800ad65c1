import type { AdStatus, OpenStatus, ReceptionMode } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { SenderGlyph, StatusLabel, Tooltip, type Tone } from '@ruwu/ui'
import { Check, CircleAlert, Clock3, Hourglass, TriangleAlert, Unlink, type LucideIcon } from 'lucide-react'
import { useTimeZone } from '../../enterprise/index.ts'
import { texts } from '../texts.ts'
import styles from './account-states.module.css'

const openLooks: Record<OpenStatus, { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'quiet', icon: Hourglass },
  open: { tone: 'success', icon: Check },
  expiring: { tone: 'warning', icon: Clock3 },
  needs_reauth: { tone: 'error', icon: CircleAlert },
  unbound: { tone: 'quiet', icon: Unlink },
}

type OpenStateProps = { account: { openStatus: OpenStatus; openExpireAt: string | null; lastError: string | null } }

/** Authorisation status; expiry and last error in the tooltip. */
export function OpenState({ account: { openStatus, openExpireAt, lastError } }: OpenStateProps) {
  const timeZone = useTimeZone()
  const expiry = openExpireAt && texts.expireAt(formatDateTime(openExpireAt, timeZone))
  const note = [expiry, lastError && texts.lastErrorIs(lastError)].filter(Boolean).join('；')
  return (
    <Tooltip text={note}>
      <span className={styles.word}>
        <StatusLabel {...openLooks[openStatus]}>{texts.openStatuses[openStatus]}</StatusLabel>
      </span>
    </Tooltip>
  )
}

export function AdState({ adStatus }: { adStatus: AdStatus }) {
  if (adStatus === 'active') return <span className={styles.word}>{texts.adStatuses.active}</span>
  const look = adStatus === 'none' ? ({ tone: 'quiet' } as const) : ({ tone: 'warning', icon: TriangleAlert } as const)
  return (
    <Tooltip text={adStatus === 'none' ? texts.noAdNote : texts.noSpendNote}>
      <span className={styles.word}>
        <StatusLabel {...look}>{texts.adStatuses[adStatus]}</StatusLabel>
      </span>
    </Tooltip>
  )
}

/** Reception mode as text; with the AI's glyph and colour. */
export function ModeText({ mode }: { mode: ReceptionMode }) {
  if (mode === 'close') return <span className={styles.word}>{texts.modes.close}</span>
  return (
    <span className={styles.ai}>
      <SenderGlyph name="spark" />
      {texts.modes.open}
    </span>
  )
}

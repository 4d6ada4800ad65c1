import type { Knowledge } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { StatusLabel, Tooltip, type Tone } from '@ruwu/ui'
import { Switch } from 'antd'
import { Check, CircleX, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { withUsage } from '../knowledge-url.ts'
import { useEnableKnowledge } from '../knowledge.mutations.ts'
import { texts } from '../texts.ts'
import styles from './knowledge-cells.module.css'

const looks: Record<Knowledge['status'], { tone: Tone; icon: LucideIcon }> = {
  learning: { tone: 'warning', icon: LoaderCircle },
  active: { tone: 'success', icon: Check },
  failed: { tone: 'error', icon: CircleX },
}

/** Indexing progress or error; the previously indexed version stays in use meanwhile. */
export function LearnState({ entry: { status, progress, error, pieces } }: { entry: Knowledge }) {
  const before = status !== 'active' && pieces > 0 ? texts.usesBefore : ''
  return (
    <Tooltip text={[error, before].filter(Boolean).join('；')}>
      <span className={styles.state}>
        <StatusLabel {...looks[status]}>
          {status === 'learning' ? texts.learningAt(progress) : texts.statuses[status]}
        </StatusLabel>
        {status === 'learning' && <progress max={100} value={progress} aria-label={texts.statuses.learning} />}
        {status === 'failed' && error && <small className="cut">{error}</small>}
      </span>
    </Tooltip>
  )
}

export function EnableSwitch({ entry, canEdit }: { entry: Knowledge; canEdit: boolean }) {
  const enable = useEnableKnowledge()
  return (
    <Switch
      size="small"
      aria-label={texts.enableLabel(entry.title)}
      checked={enable.isPending ? enable.variables.enabled : entry.enabled}
      loading={enable.isPending}
      disabled={!canEdit}
      onChange={(enabled) => enable.mutate({ entry, enabled })}
    />
  )
}

/** Number of answers that used the entry; opens the list of them. */
export function HitsButton({ entry: { id, title, hits } }: { entry: Pick<Knowledge, 'id' | 'title' | 'hits'> }) {
  const [, setSearch] = useSearchParams()
  return (
    <button
      type="button"
      className={hits === 0 ? styles.quiet : styles.hits}
      aria-label={texts.openUsage(title, formatNumber(hits))}
      onClick={() => setSearch((old) => withUsage(old, id))}
    >
      {formatNumber(hits)}
    </button>
  )
}

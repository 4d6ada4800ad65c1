import type { Miss, RelationId } from '@ruwu/contract'
import { Button } from '@ruwu/ui'
import { showError } from '../../../api/show-error.ts'
import { useResolveMiss } from '../knowledge.mutations.ts'
import { texts } from '../texts.ts'
import styles from './miss-actions.module.css'

type MissActionsProps = { relationId: RelationId; miss: Miss; onFill: (miss: Miss) => void }

export function MissActions({ relationId, miss, onFill }: MissActionsProps) {
  const settle = useResolveMiss(relationId)
  const ignore = () => settle.mutate({ id: miss.id }, { onError: showError })
  return (
    <span className={styles.actions}>
      <Button variant="link" size="sm" onClick={() => onFill(miss)}>
        {texts.fill}
      </Button>
      <Button variant="link" size="sm" busy={settle.isPending} onClick={ignore}>
        {texts.ignore}
      </Button>
    </span>
  )
}

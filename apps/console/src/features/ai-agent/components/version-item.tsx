import type { AiVersion, RelationId } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Button, Chip, confirm, cx } from '@ruwu/ui'
import { useId, useState } from 'react'
import { useTimeZone } from '../../enterprise/index.ts'
import { useRollback } from '../ai-agent.mutations.ts'
import { texts } from '../texts.ts'
import { DiffList } from './diff-list.tsx'
import styles from './version-tab.module.css'

type VersionItemProps = { relationId: RelationId; version: AiVersion; isCurrent: boolean; canEdit: boolean }

export function VersionItem({ relationId, version, isCurrent, canEdit }: VersionItemProps) {
  const [isOpen, setIsOpen] = useState(false)
  const timeZone = useTimeZone()
  const rollback = useRollback(relationId)
  const diffId = useId()
  const { note, agentName, publishedAt, diff } = version

  async function askRollback() {
    const title = texts.rollbackTitle(version.version)
    if (await confirm({ title, content: texts.rollbackEffect(version.version) })) rollback.mutate(version.version)
  }
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <b>{texts.version(version.version)}</b>
        {isCurrent && <Chip>{texts.current}</Chip>}
        <small>
          {agentName || texts.system} · <time dateTime={publishedAt}>{formatDateTime(publishedAt, timeZone)}</time>
        </small>
        <span className={styles.tools}>
          <Button
            variant="link"
            size="sm"
            disabled={diff.length === 0}
            aria-expanded={isOpen}
            aria-controls={diffId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {texts.diff(diff.length)}
          </Button>
          {canEdit && !isCurrent && (
            <Button
              variant="link"
              size="sm"
              busy={rollback.isPending}
              aria-label={texts.rollbackTo(version.version)}
              onClick={askRollback}
            >
              {texts.rollback}
            </Button>
          )}
        </span>
      </div>
      <p className={cx(styles.note, !note && styles.none)}>{note || texts.noNote}</p>
      <div id={diffId} className={styles.diff} hidden={!isOpen}>
        <DiffList diff={diff} label={texts.diffLabel(version.version)} />
      </div>
    </li>
  )
}

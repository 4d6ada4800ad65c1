import { FLOW_NODE_LABELS } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { Handle, type NodeProps, Position, useUpdateNodeInternals } from '@xyflow/react'
import { useEffect } from 'react'
import { texts } from '../texts.ts'
import type { CanvasNode } from './canvas-model.ts'
import { NodeTile } from './node-tile.tsx'
import styles from './node-card.module.css'

/** A node on the canvas: what it is and does, its way in and its ways out. */
export function NodeCard({ id, data, selected }: NodeProps<CanvasNode>) {
  const { type, title, summary, isToldBySummary, exits, open, problems, mark } = data
  const refreshHandles = useUpdateNodeInternals()
  const exitKey = exits.map((exit) => exit.id).join()
  useEffect(() => {
    if (exitKey !== '') refreshHandles(id)
  }, [refreshHandles, id, exitKey])
  return (
    <div
      className={cx(
        styles.card,
        mark === 'passed' && styles.passed,
        problems > 0 && styles.bad,
        mark === 'here' && styles.here,
        selected && styles.selected,
      )}
    >
      <NodeTile type={type} size={24} />
      <span className={cx(styles.words, isToldBySummary && styles.told)}>
        <b className="cut">{title}</b>
        <small className="cut">
          <span>{FLOW_NODE_LABELS[type]}</span>
          {summary}
        </small>
      </span>
      {type !== 'start' && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library draws a div, which has no name without a role
        <Handle className={styles.in} type="target" position={Position.Top} role="img" aria-label={texts.into} />
      )}
      {exits.map((exit, index) => (
        <Handle
          key={exit.id}
          className={styles.out}
          type="source"
          id={exit.id}
          position={Position.Bottom}
          style={{ left: `${((index + 1) * 100) / (exits.length + 1)}%` }}
          title={exit.label}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="img"
          aria-label={texts.exit(exit.label)}
        />
      ))}
      {open.length > 0 && (
        <span className={styles.open}>
          {open.length === 1 ? texts.openExit(open[0]!) : texts.openExits(open.length)}
        </span>
      )}
      {problems > 0 && (
        <span className={styles.bang} title={texts.hasProblem(problems)}>
          !<span className="sr-only">{texts.hasProblem(problems)}</span>
        </span>
      )}
      {mark === 'here' && <span className={styles.run}>{texts.here}</span>}
    </div>
  )
}

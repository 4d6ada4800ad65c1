import { cx } from '@ruwu/ui'
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react'
import type { CanvasEdge } from './canvas-model.ts'
import styles from './exit-line.module.css'

/** Share of the way across at which the name stands: names of lines that meet at one node lie beside each other. */
const LABEL_AT = 0.62

/** A line from the exits of a node to the next node, with their names. */
export function ExitLine(props: EdgeProps<CanvasEdge>) {
  const { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition, data, selected } = props
  const [path, , labelY] = getSmoothStepPath({
    sourceX,
    sourceY,
    sourcePosition,
    targetX,
    targetY,
    targetPosition,
    borderRadius: 10,
  })
  const isBack = targetY < sourceY
  const labelX = isBack ? sourceX : sourceX + (targetX - sourceX) * LABEL_AT
  const look = cx(data?.isJump && styles.jump, data?.isPassed && styles.passed, selected && styles.selected)
  return (
    <>
      <BaseEdge
        id={props.id}
        path={path}
        className={cx(styles.line, look)}
        markerEnd={props.markerEnd}
        interactionWidth={16}
      />
      {data?.label && (
        <EdgeLabelRenderer>
          <span
            className={cx(styles.label, look)}
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${isBack ? sourceY + 20 : labelY}px)` }}
          >
            {data.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
}

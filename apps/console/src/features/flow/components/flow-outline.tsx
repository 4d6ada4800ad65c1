import type { FlowDetail } from '@ruwu/contract'
import { exitsOf, FLOW_NODE_LABELS, targetOf, flowNodeTitle } from '@ruwu/domain'
import { InfoNote } from '@ruwu/ui'
import { nodesInOrder } from '../canvas/canvas-model.ts'
import { NodeTile } from '../canvas/node-tile.tsx'
import { summaryOf } from '../graph/node-text.ts'
import { texts } from '../texts.ts'
import { useFlowReferences } from '../use-flow-checks.ts'
import { FlowHead } from './flow-head.tsx'
import styles from './flow-outline.module.css'

/** The flow on a phone: its steps in order, each with where it leads. */
export function FlowOutline({ flow }: { flow: FlowDetail }) {
  const { names } = useFlowReferences()
  const nodes = nodesInOrder(flow.graph)
  const goesTo = (id: string | null | undefined) => {
    const index = nodes.findIndex((node) => node.id === id)
    return index < 0 ? texts.unreached : texts.goesTo(index + 1, flowNodeTitle(nodes[index]!))
  }
  return (
    <>
      <FlowHead flow={flow} title={<span className="cut">{flow.name}</span>} state={<span>{texts.readOnly}</span>}>
        {null}
      </FlowHead>
      <InfoNote className={styles.note}>{texts.phone}</InfoNote>
      <ol className={styles.steps} aria-label={texts.outline}>
        {nodes.map((node, index) => {
          const exits = exitsOf(node)
          return (
            <li key={node.id}>
              <NodeTile type={node.type} size={28} />
              <div>
                <b>
                  {index + 1} {flowNodeTitle(node)}
                </b>
                <p>
                  {FLOW_NODE_LABELS[node.type]} {summaryOf(node, flow.graph, names)}
                </p>
                <ul>
                  {exits.map(({ id, label }) => (
                    <li key={id}>
                      {exits.length > 1 && <span>{label}</span>}
                      {goesTo(targetOf(flow.graph, node.id, id))}
                    </li>
                  ))}
                  {node.type === 'jump' && <li>{goesTo(node.data.nodeId)}</li>}
                </ul>
              </div>
            </li>
          )
        })}
      </ol>
    </>
  )
}

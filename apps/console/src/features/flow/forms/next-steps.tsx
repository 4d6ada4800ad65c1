import type { FlowGraph, FlowNode } from '@ruwu/contract'
import { exitsOf, FLOW_NODE_LABELS, targetOf, flowNodeTitle } from '@ruwu/domain'
import { IconButton } from '@ruwu/ui'
import { Select } from 'antd'
import { LocateFixed } from 'lucide-react'
import { nodesInOrder } from '../canvas/canvas-model.ts'
import { canConnect, connected, disconnected } from '../graph/graph-edit.ts'
import { texts } from '../texts.ts'
import styles from './node-panel.module.css'

/** The nodes that a way from this one may lead to. Nodes of one name are told apart by their place in the flow. */
export const nodeOptions = (graph: FlowGraph, from: string) =>
  nodesInOrder(graph).flatMap((node, index) =>
    canConnect(graph, from, node.id)
      ? [{ value: node.id, label: `${index + 1} ${flowNodeTitle(node)} · ${FLOW_NODE_LABELS[node.type]}` }]
      : [],
  )

type NextStepsProps = {
  graph: FlowGraph
  node: FlowNode
  onEdit: (change: (graph: FlowGraph) => FlowGraph) => void
  onLocate: (id: string) => void
}

/** The ways out of a node, connected without the mouse. */
export function NextSteps({ graph, node, onEdit, onLocate }: NextStepsProps) {
  const exits = exitsOf(node)
  if (exits.length === 0) return null
  const options = nodeOptions(graph, node.id)
  return (
    <fieldset className={styles.steps}>
      <legend>{texts.nextStep}</legend>
      {exits.map(({ id: exit, label }) => {
        const to = targetOf(graph, node.id, exit)
        const from = node.id
        return (
          <div key={exit} className={styles.step}>
            {exits.length > 1 && <span className="cut">{label || texts.unnamedExit}</span>}
            <Select
              aria-label={texts.stepAt(label || texts.unnamedExit)}
              placeholder={texts.notConnected}
              allowClear
              showSearch
              optionFilterProp="label"
              status={to === undefined ? 'error' : undefined}
              options={options}
              value={to ?? null}
              onChange={(next: string | null | undefined) =>
                onEdit((old) => (next ? connected(old, { from, exit, to: next }) : disconnected(old, { from, exit })))
              }
            />
            <IconButton
              label={texts.locateStep(label || texts.unnamedExit)}
              title={texts.locate}
              disabled={to === undefined}
              onClick={() => to && onLocate(to)}
            >
              <LocateFixed size={15} aria-hidden="true" />
            </IconButton>
          </div>
        )
      })}
    </fieldset>
  )
}

import type { FlowGraph, FlowProblem } from '@ruwu/contract'
import { findNode, flowNodeTitle } from '@ruwu/domain'
import { Button, cx, IconButton } from '@ruwu/ui'
import { CircleAlert, LocateFixed, TriangleAlert, X } from 'lucide-react'
import { texts } from '../texts.ts'
import styles from './problem-panel.module.css'

type ProblemPanelProps = {
  graph: FlowGraph
  /** Errors first. */
  problems: readonly FlowProblem[]
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onLocate: (nodeId: string) => void
}

const problemText = (graph: FlowGraph, { nodeId, msg }: FlowProblem): string => {
  const node = nodeId === null ? undefined : findNode(graph, nodeId)
  return node ? texts.problemOf(flowNodeTitle(node), msg) : msg
}

/** What the checks of 发布 found: the first one, or all. Each leads to its node. */
export function ProblemPanel({ graph, problems, isOpen, onOpen, onLocate }: ProblemPanelProps) {
  const [first] = problems
  if (!first) return null
  if (!isOpen)
    return (
      <div className={cx(styles.panel, styles.line)}>
        <ProblemIcon level={first.level} />
        <span className="cut">{problemText(graph, first)}</span>
        {first.nodeId !== null && <Locate onClick={() => onLocate(first.nodeId!)} />}
        {problems.length > 1 && (
          <Button size="sm" variant="ghost" onClick={() => onOpen(true)}>
            {texts.allProblems(problems.length)}
          </Button>
        )}
      </div>
    )
  return (
    <section className={styles.panel} aria-label={texts.problemPanel}>
      <header>
        <h2>{texts.problemPanel}</h2>
        <IconButton label={texts.close} onClick={() => onOpen(false)}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </header>
      <ul>
        {problems.map((problem, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two problems may read the same
          <li key={index}>
            <button
              type="button"
              disabled={problem.nodeId === null}
              onClick={() => problem.nodeId !== null && onLocate(problem.nodeId)}
            >
              <ProblemIcon level={problem.level} />
              {problemText(graph, problem)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProblemIcon({ level }: Pick<FlowProblem, 'level'>) {
  const Icon = level === 'error' ? CircleAlert : TriangleAlert
  return (
    <span className={styles[level]}>
      <Icon size={16} aria-hidden="true" />
      <span className="sr-only">{texts.levels[level]}</span>
    </span>
  )
}

const Locate = ({ onClick }: { onClick: () => void }) => (
  <Button size="sm" variant="ghost" onClick={onClick}>
    <LocateFixed size={14} aria-hidden="true" />
    {texts.locate}
  </Button>
)

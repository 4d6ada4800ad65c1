import { type FlowTestMessage, flowApi } from '@ruwu/contract'
import { findNode, flowNodeTitle } from '@ruwu/domain'
import { Button, cx, IconButton } from '@ruwu/ui'
import { useMutation } from '@tanstack/react-query'
import { Input } from 'antd'
import { RotateCcw, Send, ShieldCheck, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { isComposing } from '../../../browser/keyboard.ts'
import type { Trace } from '../canvas/canvas-model.ts'
import { NodeTile } from '../canvas/node-tile.tsx'
import { dialogTexts as texts } from '../dialog-texts.ts'
import type { FlowEditor } from '../use-flow-draft.ts'
import styles from './test-panel.module.css'

type Run = {
  runId: string
  messages: FlowTestMessage[]
  nodeId: string | null
  variables: Record<string, string>
  done: boolean
  /** Nodes that said something or waited. */
  passed: (string | null)[]
}

const NOTHING: Pick<Run, 'messages' | 'passed'> = { messages: [], passed: [] }

type TestPanelProps = {
  editor: Pick<FlowEditor, 'flow' | 'draft' | 'persist'>
  /** Where the run stands, for the canvas. */
  onTrace: (trace: Trace | undefined) => void
  onClose: () => void
}

/** 试运行: a conversation with the draft, in which nothing is sent. */
export function TestPanel({ editor, onTrace, onClose }: TestPanelProps) {
  const { flow, draft } = editor
  const [run, setRun] = useState<Run>()
  const [text, setText] = useState('')
  const log = useRef<HTMLDivElement>(null)
  const step = useMutation({
    mutationFn: async (input: { text?: string; skip?: boolean } | undefined) => {
      // The server runs the saved draft.
      const saved = await editor.persist()
      if (!saved) return undefined
      const going = input && run
      const answer = await call(flowApi.runTest, {
        body: { id: flow.id, ...(going && { runId: going.runId, ...input }) },
      })
      const before = going ?? NOTHING
      const said = input?.text ? [{ from: 'customer' as const, nodeId: null, text: input.text }] : []
      return {
        ...answer,
        messages: [...before.messages, ...said, ...answer.messages],
        passed: [...before.passed, ...answer.messages.map((message) => message.nodeId), answer.nodeId],
      }
    },
    onSuccess: (next) => next && setRun(next),
    onError: showError,
  })

  const begin = useEffectEvent(() => step.mutate(undefined))
  useEffect(() => begin(), [])
  const trace = useEffectEvent(onTrace)
  useEffect(() => {
    trace(run && { passed: new Set(run.passed.filter((id) => id !== null)), here: run.done ? null : run.nodeId })
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [run])
  useEffect(() => () => trace(undefined), [])

  const canReply = run !== undefined && !run.done && !step.isPending
  function reply() {
    if (!canReply || text.trim() === '') return
    step.mutate({ text: text.trim() })
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    reply()
  }
  const here = run && !run.done && run.nodeId ? findNode(draft.graph, run.nodeId) : undefined
  return (
    <aside className={styles.panel} aria-label={texts.test}>
      <header className={styles.head}>
        <div>
          <h2>{texts.test}</h2>
          <p>{texts.testHint}</p>
        </div>
        <IconButton label={texts.restart} title={texts.restart} onClick={() => step.mutate(undefined)}>
          <RotateCcw size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label={texts.closeTest} title={texts.closeTest} onClick={onClose}>
          <X size={17} aria-hidden="true" />
        </IconButton>
      </header>
      <div className={styles.phone}>
        <div className={styles.account}>{draft.name}</div>
        <div ref={log} className={styles.log} role="log" aria-label={texts.testLog} aria-live="polite">
          {run?.messages.map((message, index) => (
            <Message
              // oxlint-disable-next-line react/no-array-index-key -- messages are only appended
              key={index}
              message={message}
              before={run.messages[index - 1]}
              graph={draft.graph}
              isHere={index === run.messages.length - 1 && message.nodeId === run.nodeId && !run.done}
            />
          ))}
          {run?.done && <p className={styles.note}>{texts.done}</p>}
        </div>
        <div className={styles.input}>
          {run?.done ? (
            <Button className={styles.again} onClick={() => step.mutate(undefined)}>
              {texts.again}
            </Button>
          ) : (
            <>
              <Input
                aria-label={texts.reply}
                placeholder={texts.reply}
                variant="filled"
                value={text}
                maxLength={1000}
                onChange={({ target }) => setText(target.value)}
                onKeyDown={onKeyDown}
              />
              <IconButton
                className={styles.send}
                label={texts.send}
                title={texts.send}
                disabled={!canReply || text.trim() === ''}
                onClick={reply}
              >
                <Send size={15} aria-hidden="true" />
              </IconButton>
            </>
          )}
        </div>
      </div>
      {(here?.type === 'wait' || here?.type === 'ask') && (
        <Button size="sm" className={styles.skip} busy={step.isPending} onClick={() => step.mutate({ skip: true })}>
          {texts.skip}
        </Button>
      )}
      {run && Object.keys(run.variables).length > 0 && (
        <dl className={styles.variables} aria-label={texts.variables}>
          {Object.entries(run.variables).map(([key, value]) => {
            const node = findNode(draft.graph, key)
            return (
              <div key={key}>
                <dt className="cut">{node ? flowNodeTitle(node) : key}</dt>
                <dd>{value}</dd>
              </div>
            )
          })}
        </dl>
      )}
      <p className={styles.safe}>
        <ShieldCheck size={15} aria-hidden="true" />
        {texts.safe}
      </p>
    </aside>
  )
}

type MessageProps = {
  message: FlowTestMessage
  before: FlowTestMessage | undefined
  graph: FlowEditor['draft']['graph']
  isHere: boolean
}

/** One message, below the name of its node where that changes. */
function Message({ message: { from, nodeId, text }, before, graph, isHere }: MessageProps) {
  if (from === 'note') return <p className={styles.note}>{text}</p>
  if (from === 'customer') return <p className={cx(styles.bubble, styles.mine)}>{text}</p>
  const node = nodeId === null ? undefined : findNode(graph, nodeId)
  const isNew = before?.nodeId !== nodeId || before?.from !== from
  return (
    <>
      {node && isNew && (
        <p className={styles.step}>
          <NodeTile type={node.type} size={16} />
          {flowNodeTitle(node)}
          {isHere && <span>{texts.here}</span>}
        </p>
      )}
      <p className={cx(styles.bubble, isHere && styles.here)}>{text}</p>
    </>
  )
}

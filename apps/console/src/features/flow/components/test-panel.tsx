import { type ConditionType, type FlowTestMessage, flowApi, type Source, SOURCES } from '@ruwu/contract'
import { findNode, flowNodeTitle, leavesOf, SOURCE_LABELS } from '@ruwu/domain'
import { Button, cx, IconButton } from '@ruwu/ui'
import { useMutation } from '@tanstack/react-query'
import { DatePicker, Input, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import { RotateCcw, Send, ShieldCheck, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { isComposing } from '../../../browser/keyboard.ts'
import { momentOf, wallTime } from '../../../form/wall-time.ts'
import { useTimeZone } from '../../enterprise/index.ts'
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

/** Of the customer who is played. */
type Asked = { source?: Source; at?: string }
type StepInput = Asked & { text?: string; skip?: boolean; going?: Run }

/** What the way through the graph depends on besides what is typed. */
function usesOf({ nodes }: FlowEditor['draft']['graph']) {
  const leaves = nodes.flatMap((node) =>
    node.type === 'condition' ? node.data.branches.flatMap(({ conditions }) => leavesOf(conditions)) : [],
  )
  const has = (type: ConditionType) => leaves.some(({ condition }) => condition.type === type)
  const trigger = nodes.find((node) => node.type === 'start')?.data.trigger.type
  return {
    source: has('source'),
    time: has('time'),
    needsMessage: trigger === 'first_message' || trigger === 'keyword',
  }
}

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
  const [asked, setAsked] = useState<Asked>({})
  const { needsMessage, ...uses } = usesOf(draft.graph)
  const step = useMutation({
    mutationFn: async ({ going, ...input }: StepInput) => {
      // The server runs the saved draft.
      const saved = await editor.persist()
      if (!saved) return undefined
      const answer = await call(flowApi.runTest, {
        body: { id: flow.id, ...input, ...(going && { runId: going.runId }) },
      })
      const before = going ?? NOTHING
      const said = input.text ? [{ from: 'customer' as const, nodeId: null, text: input.text }] : []
      return {
        ...answer,
        messages: [...before.messages, ...said, ...answer.messages],
        passed: [...before.passed, ...answer.messages.map((message) => message.nodeId), answer.nodeId],
      }
    },
    onSuccess: (next) => next && setRun(next),
    onError: showError,
  })

  /** A flow that a message begins waits for it. */
  const start = (next = asked) => void (needsMessage || step.mutate(next))
  const restart = (next = asked) => {
    setRun(undefined)
    start(next)
  }
  const ask = (next: Asked) => {
    setAsked(next)
    restart(next)
  }
  const begin = useEffectEvent(() => start())
  useEffect(() => begin(), [])
  const trace = useEffectEvent(onTrace)
  useEffect(() => {
    trace(run && { passed: new Set(run.passed.filter((id) => id !== null)), here: run.done ? null : run.nodeId })
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [run])
  useEffect(() => () => trace(undefined), [])

  const canReply = !step.isPending && (run ? !run.done : needsMessage)
  function reply() {
    if (!canReply || text.trim() === '') return
    step.mutate({ text: text.trim(), ...(run ? { going: run } : asked) })
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
        <IconButton label={texts.restart} title={texts.restart} onClick={() => restart()}>
          <RotateCcw size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label={texts.closeTest} title={texts.closeTest} onClick={onClose}>
          <X size={17} aria-hidden="true" />
        </IconButton>
      </header>
      <div className={styles.phone}>
        <div className={styles.account}>{draft.name}</div>
        {(uses.source || uses.time) && <Situation uses={uses} asked={asked} onAsk={ask} />}
        <div ref={log} className={styles.log} role="log" aria-label={texts.testLog} aria-live="polite">
          {!run && needsMessage && <p className={styles.note}>{texts.firstHint}</p>}
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
            <Button className={styles.again} onClick={() => restart()}>
              {texts.again}
            </Button>
          ) : (
            <>
              <Input
                aria-label={texts.reply}
                placeholder={run ? texts.reply : texts.firstMessage}
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
        <Button
          size="sm"
          className={styles.skip}
          busy={step.isPending}
          onClick={() => run && step.mutate({ skip: true, going: run })}
        >
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

const sources = SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }))

type SituationProps = { uses: { source: boolean; time: boolean }; asked: Asked; onAsk: (asked: Asked) => void }

/** 来源 and 时间 of the run, where a condition asks for them; a change begins it again. */
function Situation({ uses, asked, onAsk }: SituationProps) {
  const timeZone = useTimeZone()
  return (
    <div className={styles.situation}>
      {uses.source && (
        <Select<Source>
          aria-label={texts.source}
          size="small"
          options={sources}
          value={asked.source ?? 'redbook'}
          onChange={(source) => onAsk({ ...asked, source })}
        />
      )}
      {uses.time && (
        <DatePicker
          aria-label={texts.time}
          size="small"
          placeholder={texts.now}
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="MM-DD HH:mm"
          value={asked.at ? wallTime(new Date(asked.at), timeZone) : null}
          onChange={(time: Dayjs | null) => {
            const { at: _at, ...rest } = asked
            onAsk(time ? { ...rest, at: momentOf(time, timeZone).toISOString() } : rest)
          }}
        />
      )}
    </div>
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

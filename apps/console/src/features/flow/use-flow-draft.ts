import { type FlowDetail, type FlowGraph, flowApi, type RelationId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { askLatest, isStale } from '../../form/leave-form.ts'
import { problemsOf } from '../../form/problems.ts'
import { useLeaveGuard } from '../../form/use-leave-guard.ts'
import { useSaveFlow } from './flow.mutations.ts'
import { record, redo, startHistory, undo } from './graph/history.ts'
import { texts } from './texts.ts'

export const AUTOSAVE_MS = 10_000

export type FlowDraft = { name: string; accountIds: RelationId[]; graph: FlowGraph }

/** What the head says about the draft. `limit`: a text is too long, so the server would refuse it. */
export type SaveState = 'saved' | 'saving' | 'dirty' | 'limit' | 'failed' | 'conflict'

const draftOf = ({ name, accountIds, graph }: FlowDetail): FlowDraft => ({ name, accountIds, graph })

const isSame = (one: FlowDraft, other: FlowDraft) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Without the order of keys, which the server does not keep. */
const contentOf = (draft: FlowDraft): string =>
  JSON.stringify(draft, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )

const KEYS = ['name', 'accountIds', 'graph'] as const

const formOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

/**
 * The draft on the canvas: undo history and autosave. Saves against the version it loaded (optimistic locking), so that
 * the draft of another tab or colleague is never overwritten.
 */
export function useFlowDraft(flow: FlowDetail, canEdit: boolean) {
  const [history, setHistory] = useState(() => startHistory(draftOf(flow)))
  const [saved, setSaved] = useState({ flow, draft: history.present, at: undefined as Date | undefined })
  const [isSaving, setIsSaving] = useState(false)
  const [trouble, setTrouble] = useState<'failed' | 'conflict'>()
  /** Counts the attempts of autosave: one that could not be sent is tried again after the same time. */
  const [attempts, setAttempts] = useState(0)
  const save = useSaveFlow()
  const draft = history.present
  const isDirty = !isSame(draft, saved.draft)
  const problems = useMemo(
    () => problemsOf(flowApi.save.body.safeParse({ id: flow.id, version: 0, ...draft })),
    [flow.id, draft],
  )
  const isOverLimit = Object.keys(problems).length > 0

  // Read by callbacks that run later than the render they were made in.
  const latest = useRef({ draft, saved, isOverLimit })
  const known = latest.current.saved
  latest.current = { draft, saved: known.flow.version > saved.flow.version ? known : saved, isOverLimit }
  const sending = useRef<Promise<FlowDetail | undefined>>(undefined)
  /** The last draft whose save failed: the server may have stored it. */
  const unanswered = useRef<FlowDraft>(undefined)

  const settle = (answer: FlowDetail, sent: FlowDraft) => {
    const next = { flow: answer, draft: sent, at: new Date() }
    latest.current = { ...latest.current, saved: next }
    setSaved(next)
    setTrouble(undefined)
  }

  /** Shows another draft; the one on the screen can be reached by undo. */
  const adopt = (other: FlowDetail) => {
    const next = draftOf(other)
    setHistory((old) => (isSame(old.present, next) ? old : record(old, next)))
    settle(other, next)
  }
  // Without own changes the canvas follows saved changes of colleagues and other tabs. Undo does not go back behind them: it
  // would take back what another agent has saved.
  if (flow.version > saved.flow.version && !isSaving && !isDirty) {
    const next = draftOf(flow)
    setHistory((old) => (isSame(old.present, next) ? old : startHistory(next)))
    settle(flow, next)
  }

  /** One step of the history; none when nothing changes. `key` joins changes of the same field. */
  const change = (edit: (draft: FlowDraft) => Partial<FlowDraft>, key?: string) => {
    if (!canEdit) return
    setHistory((old) => {
      const next = { ...old.present, ...edit(old.present) }
      const isChanged = KEYS.some((name) => next[name] !== old.present[name])
      return isChanged ? record(old, next, key) : old
    })
  }

  async function refuse(error: unknown, isQuiet: boolean) {
    if (!isStale(error)) {
      setTrouble('failed')
      if (!isQuiet) showError(error)
      return
    }
    setTrouble('conflict')
    if (!(await askLatest(error))) return
    await loadLatest()
  }

  async function loadLatest() {
    try {
      adopt(await call(flowApi.detail, { query: { id: flow.id } }))
      toast.warning(texts.loadedLatest)
    } catch (error) {
      showError(error)
    }
  }

  /** The stored draft, where it is the one whose answer did not arrive: no conflict, but the own save. */
  async function findUnanswered(): Promise<FlowDetail | undefined> {
    const lost = unanswered.current
    unanswered.current = undefined
    if (!lost) return undefined
    const stored = await call(flowApi.detail, { query: { id: flow.id } }).catch(() => undefined)
    return stored && contentOf(draftOf(stored)) === contentOf(lost) ? stored : undefined
  }

  async function send(sent: FlowDraft, version: number, isQuiet: boolean): Promise<FlowDetail | undefined> {
    setIsSaving(true)
    try {
      const answer = await save.mutateAsync({ id: flow.id, ...sent, version })
      unanswered.current = undefined
      settle(answer, sent)
      return answer
    } catch (error) {
      const stored = isStale(error) ? await findUnanswered() : undefined
      if (stored) {
        settle(stored, draftOf(stored))
        return send(sent, stored.version, isQuiet)
      }
      if (!isStale(error)) unanswered.current = sent
      void refuse(error, isQuiet)
      return undefined
    } finally {
      setIsSaving(false)
    }
  }

  /** Saves what is on the screen. Undefined: it was not saved, and the reason is shown (`isQuiet`: in the head only). */
  async function persist(isQuiet = false): Promise<FlowDetail | undefined> {
    // One at a time: a second call would be sent against a version that the first one is about to replace.
    while (sending.current) await sending.current
    const { draft: sent, saved: base, isOverLimit: isTooLong } = latest.current
    if (!canEdit || isSame(sent, base.draft)) return base.flow
    if (isTooLong) {
      if (!isQuiet) toast.warning(texts.notSavable)
      return undefined
    }
    sending.current = send(sent, base.flow.version, isQuiet)
    try {
      return await sending.current
    } finally {
      sending.current = undefined
    }
  }

  const isWaiting = canEdit && isDirty && trouble !== 'conflict'
  const { version } = saved.flow
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => void persist(true).then(() => setAttempts((count) => count + 1)), AUTOSAVE_MS)
    return () => clearTimeout(timer)
    // Not restarted by each change: a person who keeps drawing is saved every 10 seconds as well.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isWaiting, version, attempts])
  useLeaveGuard(canEdit && isDirty, formOf)

  const state = (): SaveState => {
    if (isSaving) return 'saving'
    if (!isDirty) return 'saved'
    return trouble ?? (isOverLimit ? 'limit' : 'dirty')
  }

  return {
    draft,
    problems,
    /** The stored flow: figures, status and version. */
    flow: saved.flow.version > flow.version ? saved.flow : { ...flow, version: saved.flow.version },
    savedAt: saved.at,
    state: state(),
    isDirty,
    change,
    edit: (edit: (graph: FlowGraph) => FlowGraph, key?: string) => change(({ graph }) => ({ graph: edit(graph) }), key),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    persist,
    loadLatest,
    /** The answer of publish and rollback. */
    take: adopt,
  }
}

export type FlowEditor = ReturnType<typeof useFlowDraft>

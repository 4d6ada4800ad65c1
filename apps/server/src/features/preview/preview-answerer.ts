import type { AgentId, EntId, PreviewFrame, PreviewId, ServerFrame } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { EngineResult, Found } from '../../engine/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Bus } from '../../realtime/index.ts'
import { type AnsweringAi, answerTexts, type DryRun, NEW_MEMORY } from '../ai-agent/index.ts'
import type { AccountRow } from '../channel/index.ts'
import { bestPieces, buildTurns, costInPoints, memoryAfter } from './preview-turn.ts'
import { endTurn, type PreviewKey, type PreviewRow } from './preview.repo.ts'

type PreviewQuestion = {
  preview: PreviewRow
  account: AccountRow
  answering: AnsweringAi
  turnId: string
  question: string
  /** End of the claim on the turn. */
  until: Date
}

const TIMED_OUT = '预览超时'
const FAILED = '预览失败，请重试'

type AnswererDeps = {
  db: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  dryRun: DryRun
  timeoutMs: number
}

type Running = { preview: PreviewKey; end: AbortController; ended: Promise<void> }

/** Runs preview questions and pushes progress frames. */
export class PreviewAnswerer {
  private readonly deps: AnswererDeps
  /** By turn id, because a timed-out turn may still be ending while the next one runs. */
  private readonly running = new Map<string, Running>()

  constructor(deps: AnswererDeps) {
    this.deps = deps
  }

  /** Starts in the background. */
  begin(asked: PreviewQuestion): void {
    const { preview, turnId } = asked
    const end = new AbortController()
    const ended = this.answer(asked, end.signal).finally(() => this.running.delete(turnId))
    this.running.set(turnId, { preview, end, ended })
  }

  /** Aborts the running turns of the agent's preview. */
  abort({ id, agentId }: PreviewKey): void {
    for (const { preview, end } of this.running.values()) {
      if (preview.id === id && preview.agentId === agentId) end.abort()
    }
  }

  async close(): Promise<void> {
    const running = [...this.running.values()]
    for (const { end } of running) end.abort()
    await Promise.all(running.map(({ ended }) => ended))
  }

  private async answer(asked: PreviewQuestion, left: AbortSignal): Promise<void> {
    const { db, bus, clock, log } = this.deps
    const { preview, turnId, question, until } = asked
    const { entId, agentId, id: convId } = preview
    const notify = createNotifier({ bus, clock }, { entId, agentId, convId, turnId })
    const startedAt = clock.now()
    const timeout = AbortSignal.timeout(this.deps.timeoutMs)
    const done = (points: number, generator: EngineResult['generator'], error: string | null) =>
      notify({
        type: 'preview_done',
        durationMs: clock.now().getTime() - startedAt.getTime(),
        points,
        generator,
        error,
      })
    try {
      const result = await this.decide(asked, notify, AbortSignal.any([timeout, left]))
      const texts = answerTexts(result, asked.answering)
      const turn = {
        id: turnId,
        at: startedAt.toISOString(),
        question,
        texts,
        knowledge: result.knowledge,
        decision: result.decision,
        rating: 'none' as const,
      }
      await endTurn(db.sql, preview, until, { turn, memory: memoryAfter(result) })
      notify({ type: 'preview_event', decision: result.decision, findings: result.findings })
      done(costInPoints(result), result.generator, null)
    } catch (error) {
      if (left.aborted) return
      log.warn({ err: error, previewId: convId }, 'a preview got no answer')
      await endTurn(db.sql, preview, until, undefined).catch(() => {
        // The claim expires by itself.
      })
      done(0, 'builtin', timeout.aborted ? TIMED_OUT : FAILED)
    }
  }

  private async decide(asked: PreviewQuestion, notify: Notify, signal: AbortSignal): Promise<EngineResult> {
    const { preview, account, answering, question } = asked
    const found: Found[] = []
    let isAnswering = false
    let streamed = ''
    const answers = () => {
      if (!isAnswering) notify({ type: 'preview', state: 'answering' })
      isAnswering = true
    }
    notify({ type: 'preview', state: 'thinking' })
    const result = await this.deps.dryRun.ask(account, answering, {
      turns: buildTurns(preview.turns, question, this.deps.clock.now()),
      memory: preview.memory ?? NEW_MEMORY,
      signal,
      onFound: (more) => {
        found.push(...more)
        notify({ type: 'preview_knowledge', pieces: bestPieces(found) })
      },
      onText: (text) => {
        if (signal.aborted) return
        answers()
        const goesOn = text.startsWith(streamed)
        const more = goesOn ? text.slice(streamed.length) : text
        notify({ type: 'preview_message', index: 0, text: more, isWhole: !goesOn })
        streamed = text
      },
    })
    // What the decision was made from: of several searches some count for nothing.
    notify({ type: 'preview_knowledge', pieces: result.knowledge })
    answers()
    // The final texts may differ from the streamed ones.
    const texts = answerTexts(result, answering)
    for (const [index, text] of (texts.length > 0 ? texts : ['']).entries()) {
      notify({ type: 'preview_message', index, text, isWhole: true })
    }
    return result
  }
}

/** A frame without conversation and turn id. */
type UnaddressedFrame = PreviewFrame extends infer Frame
  ? Frame extends PreviewFrame
    ? Omit<Frame, 'convId' | 'turnId'>
    : never
  : never

type Notify = (frame: UnaddressedFrame) => void

/** Pushes frames of one turn to the sockets of one agent. */
function createNotifier(
  { bus, clock }: { bus: Bus; clock: Clock },
  { entId, agentId, ...turn }: { entId: EntId; agentId: AgentId; convId: PreviewId; turnId: string },
): Notify {
  return (told) => {
    const content = { type: told.type, text: JSON.stringify({ ...told, ...turn }) }
    const frame: ServerFrame = { type: told.type, createdAt: clock.now().toISOString(), content }
    bus.publish({ kind: 'push', entId, targets: [{ userId: agentId, frame }] })
  }
}

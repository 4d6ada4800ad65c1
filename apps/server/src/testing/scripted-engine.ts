import type { AiDecision, HandoffReason } from '@ruwu/contract'
import { burstOf } from '@ruwu/domain'
import type { Engine, EngineInput, EngineResult } from '../engine/index.ts'

type Decide = (input: EngineInput) => Promise<Partial<EngineResult>> | Partial<EngineResult>

export const says = (...texts: string[]): { decision: AiDecision } => ({
  decision: { kind: 'answer', texts, ask: null, materialId: null, tagIds: [], isMiss: false },
})

export const knowsNothing = (text: string): { decision: AiDecision } => ({
  decision: { kind: 'answer', texts: [text], ask: null, materialId: null, tagIds: [], isMiss: true },
})

export const handsOver = (reason: HandoffReason, detail = ''): { decision: AiDecision } => ({
  decision: { kind: 'handoff', reason, detail },
})

export const staysSilent = (detail = ''): { decision: AiDecision } => ({ decision: { kind: 'silent', detail } })

/** Decides what the test says, and remembers what it was asked. */
export class ScriptedEngine implements Engine {
  readonly asked: EngineInput[] = []
  script: Decide = (input) => says(`答：${questionOf(input)}`)

  async decide(input: EngineInput): Promise<EngineResult> {
    this.asked.push(input)
    const question = questionOf(input)
    return {
      question,
      knowledge: [],
      used: [],
      findings: [],
      isHit: false,
      hasSeenPictures: false,
      memory: { ...input.memory, answers: input.memory.answers + 1 },
      generator: 'builtin',
      model: '',
      tokensIn: 0,
      tokensOut: 0,
      ...says(`答：${question}`),
      ...(await this.script(input)),
    }
  }
}

const questionOf = ({ turns }: EngineInput) =>
  burstOf(turns)
    .map(({ text }) => text)
    .join(' ')

import { ANSWER_CHARS_MAX, QUESTION_CHARS_MAX, type AiDecision, type AiRun } from '@ruwu/contract'
import { HANDOFF_REASON_TEXTS, aiFieldLabel, formatNumber } from '@ruwu/domain'
import { texts } from './texts.ts'

const explained = (text: string, detail: string) => (detail ? texts.withDetail(text, detail) : text)

/** The decision as one line per step; `fieldNames` are the enterprise's custom fields. */
export function decisionText(decision: AiDecision | null, fieldNames: Readonly<Record<string, string>>): string[] {
  switch (decision?.kind) {
    case undefined:
      return [texts.undecided]
    case 'handoff':
      return [explained(texts.handedOver(HANDOFF_REASON_TEXTS[decision.reason]), decision.detail)]
    case 'silent':
      return [explained(texts.silent, decision.detail)]
    case 'answer':
      return [
        decision.isChoice ? texts.chose : decision.isMiss ? texts.missed : texts.answered,
        ...(decision.ask === null ? [] : [texts.collects(aiFieldLabel(decision.ask, fieldNames))]),
        ...(decision.materialId === null ? [] : [texts.sentCard]),
        ...(decision.tagIds.length === 0 ? [] : [texts.tagged(formatNumber(decision.tagIds.length))]),
      ]
  }
}

/** `1.8 秒`. */
export const durationText = (ms: number) => texts.seconds((ms / 1000).toFixed(1))

export const generatorText = ({ generator, model }: Pick<AiRun, 'generator' | 'model'>) =>
  generator === 'builtin' ? texts.builtin : texts.modelOf(model)

const cut = (text: string, most: number) => Array.from(text.trim()).slice(0, most).join('')

/** Initial values of 存为知识: the question as the AI understood it, and the text of the whole answer. */
export function initialAnswer(run: Pick<AiRun, 'question' | 'decision'> | undefined, text: string) {
  const answer = run?.decision?.kind === 'answer' ? run.decision.texts.join('\n') : text
  return { question: cut(run?.question ?? '', QUESTION_CHARS_MAX), answer: cut(answer, ANSWER_CHARS_MAX) }
}

import { AiDraft } from '@ruwu/contract'
import { diffDrafts, type DraftNames } from '@ruwu/domain'
import { problemsOf } from '../../form/problems.ts'

/** Path of a field to why it is refused. */
export type DraftErrors = Record<string, string>

export const DRAFT_PARTS = ['role', 'goal', 'script', 'handoff', 'advanced'] as const
export type DraftPart = (typeof DRAFT_PARTS)[number]

const written = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')

/** As it is saved: a row in which nothing was written is no row. */
export function withoutBlanks(draft: AiDraft): AiDraft {
  const { script, handoff } = draft
  return {
    ...draft,
    script: {
      ...script,
      mustSay: written(script.mustSay),
      scenes: script.scenes.filter(({ when, guide }) => when.trim() !== '' || guide.trim() !== ''),
    },
    handoff: { ...handoff, rules: { ...handoff.rules, sentences: written(handoff.rules.sentences) } },
  }
}

const keyOf = (draft: unknown) => JSON.stringify(draft)

export const isSameDraft = (a: AiDraft, b: AiDraft) => keyOf(withoutBlanks(a)) === keyOf(withoutBlanks(b))

/** The names of the fields in which two drafts differ. */
export const changesBetween = (a: AiDraft, b: AiDraft, names: DraftNames) =>
  diffDrafts(withoutBlanks(a), withoutBlanks(b), names).map(({ path }) => path.split(' · ').at(-1) ?? path)

/** What a colleague has saved meanwhile, with everything over it that was typed here since `base`. */
export function rebased(base: AiDraft, draft: AiDraft, latest: AiDraft): AiDraft {
  const parts = DRAFT_PARTS.map((part) => [part, rebasedPart(base[part], draft[part], latest[part])])
  return Object.fromEntries(parts) as AiDraft
}

function rebasedPart<T extends object>(base: T, draft: T, latest: T): T {
  const typed = Object.entries(draft).filter(([field, value]) => keyOf(value) !== keyOf(base[field as keyof T]))
  return { ...latest, ...Object.fromEntries(typed) }
}

/** The same checks as the server's, so that the words agree. */
export const checkDraft = (draft: AiDraft): DraftErrors => problemsOf(AiDraft.safeParse(draft))

/** What is held against a field, or against something inside of it. */
export const errorAt = (errors: DraftErrors, path: string): string | undefined =>
  errors[path] ?? Object.entries(errors).find(([at]) => at.startsWith(`${path}.`))?.[1]

/** Under which tab a refused field stands. */
export const partOf = (path: string): DraftPart | undefined =>
  DRAFT_PARTS.find((part) => path === part || path.startsWith(`${part}.`))

/** A refusal of the server names the fields of its whole body. */
export const draftErrorsOf = (fields: Record<string, string>): DraftErrors =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^draft\./, ''), text]))

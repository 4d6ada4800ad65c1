import { AiDraft } from '@ruwu/contract'
import { diffDrafts, type DraftNames } from '@ruwu/domain'
import { problemsOf } from '../../form/problems.ts'

/** Field path to error message. */
export type DraftErrors = Record<string, string>

const DRAFT_PARTS = ['role', 'goal', 'script', 'handoff', 'advanced'] as const
export type DraftPart = (typeof DRAFT_PARTS)[number]

const written = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')

/** As saved: rows left empty are dropped. */
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

/** The labels of the fields in which two drafts differ. */
export const changesBetween = (a: AiDraft, b: AiDraft, names: DraftNames) =>
  diffDrafts(withoutBlanks(a), withoutBlanks(b), names).map(({ path }) => path.split(' · ').at(-1) ?? path)

/** Three-way merge: the colleague's saved version with every local change since `base` on top. */
export function rebased(base: AiDraft, draft: AiDraft, latest: AiDraft): AiDraft {
  const parts = DRAFT_PARTS.map((part) => [part, rebasedPart(base[part], draft[part], latest[part])])
  return Object.fromEntries(parts) as AiDraft
}

function rebasedPart<T extends object>(base: T, draft: T, latest: T): T {
  const typed = Object.entries(draft).filter(([field, value]) => keyOf(value) !== keyOf(base[field as keyof T]))
  return { ...latest, ...Object.fromEntries(typed) }
}

/** The server's checks, so that the messages agree. */
export const checkDraft = (draft: AiDraft): DraftErrors => problemsOf(AiDraft.safeParse(draft))

/** The error of a field or of anything nested in it. */
export const errorAt = (errors: DraftErrors, path: string): string | undefined =>
  errors[path] ?? Object.entries(errors).find(([at]) => at.startsWith(`${path}.`))?.[1]

/** The tab that shows a refused field. */
export const partOf = (path: string): DraftPart | undefined =>
  DRAFT_PARTS.find((part) => path === part || path.startsWith(`${part}.`))

/** The server names fields by their path in the whole request body. */
export const draftErrorsOf = (fields: Record<string, string>): DraftErrors =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^draft\./, ''), text]))

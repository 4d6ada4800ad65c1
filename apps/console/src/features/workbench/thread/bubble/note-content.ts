import type { Line } from './message-line.ts'

const REMOVABLE_MS = 24 * 3_600_000

/** The author may delete a note for 24 hours. */
export const canRemoveNote = (
  { senderId, createdAt }: Pick<Line, 'senderId' | 'createdAt'>,
  meId: string | undefined,
  now: number,
) => senderId === meId && now - Date.parse(createdAt) < REMOVABLE_MS

type MentionPart = { text: string; start: number; isMention: boolean }

/** Splits out `@name` of mentioned agents; the concatenated parts equal the text. */
export function splitMentions(text: string, names: readonly string[]): MentionPart[] {
  // Longest first: a name may be a prefix of another.
  const called = names.toSorted((a, b) => b.length - a.length).map((name) => `@${name}`)
  const parts: MentionPart[] = []
  let end = 0
  const add = (to: number, isMention: boolean) => {
    if (to > end) parts.push({ text: text.slice(end, to), start: end, isMention })
    end = Math.max(end, to)
  }
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(end, at + 1))) {
    const name = called.find((it) => text.startsWith(it, at))
    if (!name) continue
    add(at, false)
    add(at + name.length, true)
  }
  add(text.length, false)
  return parts
}
